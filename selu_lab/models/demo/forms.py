"""Word forms and word lists about people: what turns "ich mag" into "Nutzer mag", and what counts as a lasting fact."""

from __future__ import annotations

import re

from selu_lab.models.demo.lexicon import any_of


def _pairs(words: str) -> dict[str, str]:
    return dict(pair.split(":", 1) for pair in words.split())


# German first person singular → third; regular verbs only change -e to -t.
THIRD_DE = _pairs(
    "bin:ist habe:hat hab:hat mag:mag will:will kann:kann muss:muss darf:darf soll:soll weiß:weiß möchte:möchte "
    "esse:isst ess:isst lese:liest spreche:spricht nehme:nimmt trage:trägt fahre:fährt schlafe:schläft "
    "vergesse:vergisst vertrage:verträgt sehe:sieht gebe:gibt treffe:trifft laufe:läuft helfe:hilft werde:wird "
    "heiße:heißt backe:backt wasche:wäscht halte:hält lasse:lässt war:war hatte:hatte wurde:wurde sammle:sammelt "
    "wandere:wandert reise:reist hasse:hasst benutze:benutzt nutze:nutzt sitze:sitzt beginne:beginnt "
    "bevorzuge:bevorzugt tu:tut hätte:hätte würde:würde"
)
# Beside "und" a word in -e may be an adjective ("frische Brötchen"), so there only these count as verbs.
JOINED_DE = frozenset(THIRD_DE) | frozenset(
    "wohne arbeite lebe komme gehe trinke koche spiele liebe brauche suche kaufe höre singe tanze male lerne studiere "
    "mache stehe liege finde kenne verstehe leide schreibe freue interessiere rauche jogge schwimme reite turne "
    "unterrichte pendle gärtnere".split()
)
JOINED_EN = frozenset(
    "am have live work don't love hate prefer drink eat speak play study drive go need want dislike own keep teach "
    "collect can't cannot commute".split()
)
NOT_VERBS_DE = frozenset(
    "keine eine meine deine seine ihre unsere ohne gerne viele alle diese jede danke bitte heute ebene zwei drei "
    "neue große kleine gute".split()
)
PREFIXES_DE = (
    "auf",
    "an",
    "ein",
    "aus",
    "ab",
    "mit",
    "vor",
    "zurück",
    "weg",
    "zu",
    "teil",
    "um",
    "her",
    "hin",
    "nach",
    "los",
)
NO_SUBJECT_DE = frozenset(
    "um am im in an auf bei beim mit morgen heute übermorgen nachher später abends morgens ab bis zu zum zur nach vor "
    "wegen jeden jede jedes nie immer es dort hier dann erst".split()
)
MODALS_DE = frozenset("muss soll will kann darf möchte mag müssen sollen wollen können dürfen möchten".split())
# English first person → third, where it is more than an added s.
THIRD_EN = _pairs(
    "am:is have:has do:does go:goes don't:doesn't haven't:hasn't can:can can't:can't cannot:cannot was:was "
    "will:will won't:won't would:would could:could should:should must:must had:had did:did didn't:didn't used:used "
    "grew:grew moved:moved wasn't:wasn't wouldn't:wouldn't got:got watch:watches teach:teaches study:studies "
    "carry:carries need:needs may:may might:might became:became started:started"
)
ADVERBS_EN = frozenset(
    "always never really usually generally also only strongly still mostly absolutely just often rarely normally "
    "simply both".split()
)

_PEOPLE_DE = (
    r"sohn|tochter|frau|mann|partner(?:in)?|freund(?:in)?|kind(?:er|ern)?|jungs|mädels|hund|katzen?|kater|hamster"
    r"|pferd|kaninchen|oma|opa|großmutter"
    r"|großvater|mutter|mama|vater|papa|schwester|bruder|geschwister|tante|onkel|cousine?|enkel(?:in)?|schwiegermutter"
    r"|schwiegervater|eltern|kinder(?:arzt|ärztin)|zahn(?:arzt|ärztin)|haus(?:arzt|ärztin)|tier(?:arzt|ärztin)"
    r"|frauenärztin"
    r"|arzt|ärztin|lehrer(?:in)?|klassenlehrer(?:in)?|babysitter(?:in)?|nachbar(?:in|n)?|chef(?:in)?|kolleg(?:e|in)"
    r"|baby|familie|zwillinge"
)
_PEOPLE_EN = (
    r"sons?|daughters?|wife|husband|partner|boyfriend|girlfriend|kids?|child(?:ren)?|dogs?|cats?|kitten|puppy|hamster"
    r"|horse|rabbits?|grandma|grandpa"
    r"|granny|grandmother|grandfather|mother|mom|mum|father|dad|sisters?|brothers?|siblings|aunt|uncle|cousin|parents"
    r"|mother-in-law|father-in-law|pediatrician|paediatrician|dentist|doctor|gp|vet|teacher|babysitter|nanny|neighbou?r"
    r"|boss|colleague|baby|family|twins"
)
_THINGS_DE = (
    r"[\w-]*e-?mail(?:[- ]?adresse)?|\w*mailadresse|mail|\w*adresse|\w*telefonnummer|telefon|handynummer|nummer|name"
    r"|vorname|nachname|spitzname|geburtstag"
    r"|geburtsdatum|hochzeitstag|auto|wagen|kennzeichen|lieblings\w+|schuhgröße|kleidergröße|körpergröße|größe|beruf"
    r"|job|firma"
    r"|arbeitgeber|muttersprache|blutgruppe|schule|kita|kindergarten|krankenkasse|konfektionsgröße|versicherung"
    r"|steuernummer"
    r"|kundennummer|wlan-name|hobb(?:y|ys|ies)|sternzeichen|verein|stammlokal|heimatort|wohnort|büro|briefkasten"
)
_THINGS_EN = (
    r"e-?mail(?: address)?|address|phone(?: number)?|mobile(?: number)?|number|name|surname|nickname|birthday"
    r"|anniversary|car|licen[cs]e plate"
    r"|favou?rite(?: \w+){1,3}?|shoe size|clothing size|size|height|profession|job|company|employer|native language"
    r"|blood type|school"
    r"|kindergarten|daycare|insurance|hobb(?:y|ies)|star sign|club|home ?town|office|pronouns|time ?zone"
)
PERSON = any_of(rf"\b(?:{_PEOPLE_DE}|{_PEOPLE_EN})\b")
_IS = (
    r"(?:ist|sind|heißt|heissen|heißen|lautet|hat|haben|mag|mögen|isst|trinkt|wohnt|arbeitet|verträgt|geht|spielt"
    r"|liebt|hasst|braucht|is|are|was born|has|have|likes?|loves?|hates?|lives?|works?|goes|plays?|can't|doesn't"
    r"|don't|needs?|eats?|drinks?)"
)
_DIET_DE = (
    r"(?:allergisch|vegan\w*|vegetari\w+|\w*intoleran\w+|pescetari\w+|diabetiker\w*|linkshänder\w*|rechtshänder\w*"
    r"|farbenblind|kurzsichtig)"
)
_DIET_EN = (
    r"(?:allergic|vegan|(?:an? )?vegetarian|(?:\w+[- ])?intolerant|pescatarian|(?:an? )?diabetic|left-handed"
    r"|right-handed|colou?r-?blind|short-sighted|gluten[- ]free)"
)
_HABIT_DE = (
    r"(?:immer|nie|niemals|keine?[nrsm]?|gern(?:e)?|lieber|am liebsten|nur|meistens|grundsätzlich|prinzipiell|jeden"
    r"|kaum|ungern|nicht|normalerweise|generell|ausschließlich)"
)
_HABIT_EN = r"(?:always|never|only|usually|mostly|don't|do not|can't|rarely|generally|normally|no longer|every)"

# Statements that hold for long. Each needs more than "I am …", so that passing states are never stored.
LASTING = any_of(
    rf"^(?:(?:ich|wir|\w+)\s+)(?:bin|sind|ist)\s+(?:\w+\s+){{0,3}}{_DIET_DE}\b|\b(?:bin|ist"
    r"|sind) gegen .* allergisch\b",
    rf"^(?:i|we|\w+)(?:'m|'re|'s| am| are| is)\s+(?:\w+\s+){{0,3}}?{_DIET_EN}\b",
    r"^ich bin (?:von beruf\s+\w+|\d+ jahre alt|am \d.* geboren|in \w+ (?:geboren|aufgewachsen)|verheiratet"
    r"|geschieden|verwitwet|alleinerziehend\w*|selbstständig|rentner\w*|student\w*|schüler\w*)",
    r"^ich bin (?-i:[A-ZÄÖÜ]\w+(?:er|erin|ist|istin|ant|antin|ent|entin|eur|eurin|arzt|ärztin|mann|frau|or|orin))\b",
    r"^i(?:'m| am) (?:an? (?:\w+ )?(?:teacher|nurse|doctor|engineer|developer|student|lawyer|artist|writer|carpenter"
    r"|baker|programmer|pensioner|designer|vegetarian|single (?:mom|mum|dad|parent)|\w+ologist|\w+ian|\w+ist)"
    r"|\d+ years old|married|divorced|retired|self-employed|born (?:in|on)|originally from|from (?-i:[A-Z]))",
    r"^(?:ich|wir) (?:bevorzug\w+|mag|mögen|lieb\w+|hass\w+|vertrag\w*|wohn\w+|arbeit\w+|heiß\w+|leb\w+"
    r"|stamm\w+)\b(?!\s+(?:das|es|dich|euch|sie|dein\w*|diese\w*|ihn)\b)",
    r"^(?:ich|wir) (?:ess\w*|trink\w*|fahr\w*|les\w*|koch\w*|sprech\w*|nutz\w*|benutz\w*|nehm\w*|kauf\w*|steh\w*"
    rf"|geh\w*|schlaf\w*|rauch\w*|hör\w*|schau\w*|mach\w*|frühstück\w*|back\w*)\s+(?:\S+\s+){{0,2}}?{_HABIT_DE}\b",
    r"^(?:ich|wir|i|we)(?: habe?n?| have|'ve got| have got| own)\s+(?:\S+\s+){0,3}?"
    rf"(?:{_PEOPLE_DE}|{_PEOPLE_EN}|\w*allergien?|\w*intoleranz|diabetes|asthma|zöliakie|heuschnupfen|höhenangst|haus"
    r"|garten|wohnmobil|e-?auto|am \d\S*\s?\w* geburtstag|schuhgröße \d+|\w* ?allerg(?:y|ies)|\w+ intolerance"
    r"|coeliac|celiac|hay fever|a (?:house|garden|camper|tesla)|a birthday)\b",
    r"\b(?-i:[A-ZÄÖÜ]\w+) (?:hat|haben) am \d\S*\s?\w* geburtstag\b|\bgeburtstag (?:von|ist am)\b|\b\w+ (?:verträgt"
    r"|vertragen) (?:kein\w*|keine)\b",
    r"^(?:i|we) (?:(?:really|absolutely|strongly|both|all) )?(?:prefer|like|love|hate|dislike|live|work|speak"
    r"|can't stand)\b(?!\s+(?:it|that|this|you|your|the (?:idea|way|sound)|how|these|those|them)\b)",
    rf"^(?:i|we) {_HABIT_EN} (?:\w+ )?(?:eat|drink|drive|use|like|speak|buy|read|cook|have|get up|wake up|go|smoke"
    r"|take|work|sleep|listen)\b",
    r"^we (?:use|all use)\b",
    r"^(?:call me|nenn mich|man nennt mich|everyone calls me)\s+\w+|\b(?:bin|ist) (?:ein )?linkshänder",
    r"^(?:mir|uns) (?:schmeck\w+|ist .* wichtig|gefällt|gefallen)\b(?!\s+(?:das|es|dein\w*)\b)",
)

# With somebody the user knows at its beginning, this makes a statement a lasting one.
HABIT = any_of(
    r"\b(?:am liebsten|lieber|gerne?|ungern|nie|niemals|immer|keine?[nrsm]?|jeden|jede|(?:mon|diens|donners|frei|sams"
    r"|sonn)tags"
    r"|mittwochs|verträgt|mag|liebt|hasst|bevorzugt|heißt|always|never|only|every|on (?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)days"
    r"|prefers?|likes?|loves?|hates?|doesn't (?:like|eat|drink)|can't (?:eat|stand|drink)|is (?:called|allergic))\b"
)
# "unser Kinderarzt", "my main e-mail"; with a verb soon after it ("is") it is a statement about them.
OWNED = re.compile(
    r"\b(?:mein|unser|my|our)(?:e|en|em|er|es|s)?\s+(?:\w+\s+){0,2}?"
    rf"(?:{_PEOPLE_DE}|{_PEOPLE_EN}|{_THINGS_DE}|{_THINGS_EN})(?:'s (?:name|birthday|e-?mail|phone number|school))?\b"
    rf"(?:(?:\s+\S+){{0,3}}?(?:'s\b|\s+(?P<is>{_IS})\b))?",
    re.IGNORECASE,
)

# Common first names, so that "wann hat Lena Geburtstag" is seen as a question about somebody the user knows.
NAMES = any_of(
    r"\b(?:anna|anton|ben|bella|bello|clara|david|ella|emil|emilia|emma|felix|finn|flocke|frieda|greta|hannah?|henry"
    r"|ida|jakob|jan|jana|jonas|julia"
    r"|juli|karl|lara|laura|lea|lena|leo|leon|leonie|lina|lisa|louis|luca|luis|luisa|lukas|marie|mats|matteo|mia|mila"
    r"|milo|mimi|moritz|nele|nina"
    r"|noah|nora|oliver|oscar|oskar|paul|paula|peter|philipp|sarah?|sophie|sofia|theo|thomas|tim|timo|tom|alice|alex"
    r"|amelia|andrew|charlie|chloe"
    r"|dana|daniel|ella|emily|ethan|george|harry|isla|jacob|james|john|kate|liam|lucy|mary|mike|molly|olivia|sam"
    r"|sophia|susan)(?:'?s)?\b"
)
