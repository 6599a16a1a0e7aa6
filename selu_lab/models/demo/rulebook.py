"""The rules the demo model knows, of lessons and guidance alike: German and English side by side, data only."""

from __future__ import annotations

import re

from selu_lab.models.demo.language import Lang
from selu_lab.models.demo.lexicon import any_of

COUNTS = {
    "ein": 1,
    "einem": 1,
    "einen": 1,
    "eine": 1,
    "one": 1,
    "a": 1,
    "zwei": 2,
    "two": 2,
    "drei": 3,
    "three": 3,
    "vier": 4,
    "four": 4,
    "fünf": 5,
    "five": 5,
}
_COUNT = r"ein(?:em|en|e)?|zwei|drei|vier|fünf|one|two|three|four|five|\d"
SENTENCES = re.compile(
    rf"\b({_COUNT})(?=(?:\s*(?:-|–|bis|to|oder|or)\s*(?:{_COUNT}))?\s+(?:kurzen? |short )?(?:sätze?n?|satz"
    r"|sentences?)\b)|(?<=[-–])([2-5])(?=\s+(?:sätze?n?|sentences?))",
    re.IGNORECASE,
)

# -- how to answer ---------------------------------------------------------------------------------------------------
_ANSWER = (
    r"(?:antwort\w*|schreib\w*|formulier\w*|fass\w*|erklär\w*|answer\w*|repl(?:y|ies)|respon\w+|be|keep (?:it|replies"
    r"|answers|responses)|explain\w*|write)"
)
_SHORT = r"(?:kurz\w*|kürzer\w*|knapp\w*|kompakt\w*|short\w*|brief\w*|concise\w*|terse\w*)"
SHORT = any_of(
    rf"\b{_ANSWER}\b.{{0,40}}\b{_SHORT}\b|\b{_SHORT} (?:und knapp|{_ANSWER})\b|\bfass(?:e)? dich kurz\b"
    r"|\bhalte? dich kurz\b",
    rf"\b{_ANSWER}\b.*\b(?:{_COUNT})\s+(?:kurzen? |short )?(?:sätze?n?|satz|sentences?)\b",
    rf"\b(?:höchstens|maximal|at most|no more than|max\.?)\s+(?:\w+ (?:bis|to|or|oder) )?(?:{_COUNT})\s+(?:sätze?n?"
    r"|satz|sentences?)\b",
    rf"\b(?:{_COUNT})\s+(?:sätze?|satz|sentences?)\b(?=\s*(?:,|$|\.|reich\w*|genüg\w*|bitte|please|(?:are|is) enough))",
    r"^\W*(?:\w+\W+){0,3}?(?:kürzer|knapper|shorter)\b|\bviel zu lang\b|\bzu lang\b|\btoo long\b|\bkürzer (?:bitte"
    r"|antworten)\b|\b(?:\d|zwei|drei|ein)(?:-\d)? s[aä]tze? reich\w*",
)
# In guidance, which also says how to word a title or a refusal, only a limit on the answers themselves counts.
SHORT_ALWAYS = any_of(
    r"^\W*(?:always |immer |please |bitte )?(?:antworte|answer|reply|respond|keep (?:your |all )?(?:answers|replies)"
    r"|halte (?:deine |alle )?antworten)\b"
    rf".*\b(?:{_COUNT})\s+(?:kurzen? |short )?(?:sätze?n?|satz|sentences?)\b"
)
NOT_SHORT = any_of(
    r"\b(?:nicht|never|not|nie) (?:so |zu |too )?(?:kurz|knapp|short|brief)\b|\bzu kurz\b|\btoo short\b|\b(?:kurz"
    r"|short|brief)\w* (?:titel|titles?|prompts?|notiz\w*|notes?|queries|query)\b"
)
LONG = any_of(rf"\b{_ANSWER}\b.{{0,40}}\b(?:ausführlich\w*|länger\w*|in detail|detailed|longer|at length)\b")
REPLY_IN: dict[Lang, re.Pattern[str]] = {
    "de": any_of(
        rf"\b(?:{_ANSWER}|sprich|speak|talk|rede)\b.{{0,60}}\b(?:auf deutsch|in german|in deutscher sprache"
        r"|auf german)\b|^\W*(?:bitte |please )?(?:auf deutsch|in german|deutsch bitte|german please)\b"
    ),
    "en": any_of(
        rf"\b(?:{_ANSWER}|sprich|speak|talk|rede)\b.{{0,60}}\b(?:auf englisch|in english|in englischer sprache)\b"
        r"|^\W*(?:bitte |please )?(?:auf englisch|in english|englisch,? bitte|english,? please)\b"
    ),
}
FORMAL = any_of(
    r"\bsiez\w*\b(?<!nicht siezen)|\b(?:per|mit|die) [„\"']?sie[“\"']?(?:[- ]form)?\b(?=.*(?:an|anrede|sprich|nutzer"
    r"|user|mich|uns))|\bförmlich\w* an\w*|\bsprich\b.*\bförmlich\b|\baddress (?:the user|me|us|him|her"
    r"|them) formally\b|\bformal(?:ly)?\b.*\baddress\b|\baddress\b.*\bformal(?:ly)?\b|\bbe formal\b"
    r"|\bverwende die höflichkeitsform\b"
)
INFORMAL = any_of(r"\bduz\w*\b|\bper du\b|\binformal(?:ly)?\b|\bcasual(?:ly)?\b.*\baddress")
ISO_DATES = any_of(
    r"\biso(?:[- ]?(?:8601|form\w*|date\w*|datum\w*|daten))?\b.*\b(?:datum|daten|date|dates|datumsangaben)\b"
    r"|\b(?:datum|daten|dates?|datumsangaben)\b.*\b(?:iso\b|yyyy-mm-dd|jjjj-mm-tt)"
)
NO_EMOJI = any_of(
    r"\b(?:keine?|ohne|no|never|without|avoid|nie|don't use|do not use|vermeide)\b.{0,20}\b(?:emojis?|smileys?)\b"
)

# -- what may be done ------------------------------------------------------------------------------------------------
ACTIONS = {
    "search": any_of(
        r"\bmemory_search\b|\bsearch(?:es|ing)?\b|\blook(?:ing)? up\b|\b(?:durch)?such(?:e|en|st)\b"
        r"|\bnach(?:zu)?schlagen\b|\bnachsehen\b"
    ),
    "store": any_of(
        r"\bmemory_remember\b|\bstor(?:e|es|ing)\b|\bsav(?:e|es|ing)\b|\bremember(?:ing)?\b(?!:)"
        r"|\b(?:ab)?speicher(?:e|n|st)\b|\bmerk(?:e|en|st)\b|\bnotier(?:e|en|st)\b|\bfesthalten\b"
    ),
    "remind": any_of(
        r"\bset_reminder\b|\b(?:set|sets|setting|create|creating)\b (?:\w+ )?reminders?\b|\berinnerung(?:en)?\b"
        r"|\bremind(?:ing)?\b"
    ),
    "send": any_of(
        r"\bsend(?:s|ing)?\b|\b(?:ver|ab)?schick(?:e|en|st)\b|\b(?:ver|ab)?senden?\b|\bsendest\b|\bgoes out\b"
    ),
    "delete": any_of(r"\bdelet(?:e|es|ing)\b|\bremov(?:e|es|ing)\b|\blösch(?:e|en|st)\b|\bentfern(?:e|en|st)\b"),
    "order": any_of(r"\border(?:s|ing)?\b|\bbuy(?:ing)?\b|\bbestell(?:e|en|st)\b|\bkauf(?:e|en|st)\b"),
    "create": any_of(
        r"\bcreat(?:e|es|ing)\b(?! (?:\w+ )?reminders?)|\badd(?:s|ing)?\b|\bbook(?:s|ing)?\b|\beintrag(?:e|en)\b"
        r"|\bbuch(?:e|en)\b"
    ),
    "set": any_of(r"\bstore_set\b|\bsetting\b(?! (?:\w+ )?reminders?)"),
}
CLAUSE_END = re.compile(
    r"\s*(?:[;:—–]|,\s+(?=(?:but|sondern|aber|use|call|verwende|nutze|rufe|instead|stattdessen|und|and|then|dann)\b)"
    r"|\binstead of\b|\brather than\b|\banstatt\b|\bstatt\b)\s*",
    re.IGNORECASE,
)
ASK_FIRST = any_of(
    r"\b(?:ask|confirm|check)\b.{0,40}\b(?:before|first)\b|\bbefore\b.{0,60}\b(?:ask|confirm|check)\b"
    r"|\bask me first\b|\bwithout (?:asking|confirmation|checking|approval)\b",
    r"\bfrag(?:e|st|en)?\b.{0,40}\b(?:bevor|vorher|vor dem|erst|zuerst|immer)\b|\b(?:bevor|vorher|vor dem|erst"
    r"|zuerst)\b.{0,60}\b(?:frag\w*|nachfrag\w*|rückfrag\w*|bestätig\w*)\b|\bohne (?:\w+ )?(?:zu fragen|nachzufragen"
    r"|rückfrage\w*|bestätigung|zustimmung|nachfrage)\b|\b(?:show|zeig)\w*\b.{0,40}\b(?:before|bevor|first|erst)\b",
)
# The beginnings of guidance that asks in every case, not "if it is unclear, ask first".
ASK_ALWAYS = any_of(
    r"^\W*(?:always|immer|please|bitte|ask|confirm|check|before|never|do not|don't|frag\w*|bevor|vor|nie|niemals"
    r"|hol\w*|speicher\w*|store|save|send|schick\w*|versend\w*|lösch\w*|delete|setz\w*|set|bestell\w*|order)\b"
    r"(?!.*\b(?:if|wenn|falls|unclear|missing|unklar|widerspr\w*|contradict\w*)\b)"
)
NOT_ASK = any_of(
    r"\b(?:don't|do not|never|no need to|stop) ask\w*\b|\bfrag(?:e|st|en)?\b (?:mich |den nutzer |vorher |erst "
    r"|dabei |dann |\w+ )?(?:nicht|nie|niemals)\b|\b(?:nicht|nie) (?:erst |vorher "
    r"|noch ?mal )?(?:nach)?(?:zu)?frag\w*|\b(?:call|set|setze?|lege?|do it|leg|erledige|directly|direkt"
    r"|just \w+)\b.*\b(?:without asking|ohne (?:zu fragen|nachzufragen|rückfrage))\b|\b(?:without asking"
    r"|ohne (?:zu fragen|nachzufragen|rückfrage))\b.*\b(?:direkt|directly|sofort|at once)\b"
)
DIRECTLY = any_of(
    r"\b(?:direkt|sofort|gleich|selbst|selber|directly|right away|immediately|at once|yourself)\b|\bwithout asking\b"
    r"|\bohne (?:zu fragen|nachzufragen|rückfrage)\b|\b(?:don't|do not) ask\b|\bfrag\w* .*nicht\b"
)
ON_REQUEST = any_of(
    r"\b(?:only|solely)\b.*\b(?:when|if|on|after|upon)\b.*\b(?:ask\w*|request\w*|explicit\w*|tells? you"
    r"|instruct\w*)\b|\bunless\b.*\b(?:ask\w*|request\w*|tells? you|explicit\w*)\b|\bwithout being asked\b"
    r"|\bonly (?:when|if) (?:asked|told|requested)\b|\bonly on request\b|\bwithout (?:an )?(?:explicit )?request\b",
    r"\bnur\b.*\b(?:wunsch|aufforderung|gebeten|bittet|ausdrücklich\w*|explizit\w*|verlangt|sagt)\b"
    r"|\bohne (?:ausdrückliche |explizite )?(?:aufforderung|bitte|wunsch)\b|\b(?:außer|es sei denn)\b.*\b(?:bittet"
    r"|wunsch|verlangt|ausdrücklich\w*)\b|\bungefragt\b",
)
FORBIDS = any_of(
    r"\b(?:never|do not|don't|must not|may not|cannot|under no circumstances)\b(?:\s+\w+){0,3}?\s+(?:use|call|run"
    r"|invoke|search|store|save|remember|send|delete|remove|order|buy|set|create|remind|look up|add|book)\w*\b"
    r"|\b(?:store|save|search|remember|send|set|create|use) (?:no|nothing)\b",
    r"\b(?:verwend\w*|nutz\w*|benutz\w*|ruf\w*|such\w*|durchsuch\w*|speicher\w*|merk\w*|notier\w*|setz\w*|leg\w*"
    r"|schick\w*|send\w*|versend\w*|lösch\w*|bestell\w*|erstell\w*|erinner\w*|buch\w*)\b.{0,60}?\b(?:nie|niemals"
    r"|nicht|nichts|keine?[nmrs]?|keinesfalls|auf keinen fall)\b",
    r"\b(?:nie|niemals|nicht|nichts|keine?[nmrs]?|keinesfalls|auf keinen fall)\b(?:\s+[\w-]+){0,4}?\s+(?:verwend\w*"
    r"|aufruf\w*|such\w*|durchsuch\w*|(?:ab)?speicher\w*|merken|notier\w*|setzen|anlegen|(?:ver)?schick\w*"
    r"|(?:ver)?senden|lösch\w*|bestell\w*|erinner\w*)\b",
)
# With one of these a sentence speaks of some cases only; the demo model's own judgement covers them.
CONDITION = any_of(
    r"\b(?:when|if|unless|until|while|every|each|always|automatically|by default|needlessly|unnecessar\w*|blindly"
    r"|twice|again|whole|everything|just because|immediately|before)\b",
    r"\b(?:wenn|falls|sofern|solange|außer|es sei denn|jede[rnsm]?|immer|automatisch|unnötig\w*|pauschal|doppelt"
    r"|erneut|noch ?mal|alles|bevor|sobald|zweimal)\b",
)
STRIP = any_of(
    r"\b(?:memory_search|memory_remember|set_reminder|store_set|store_get)\b|\b(?:never|do not|don't|must not|use"
    r"|using|call|calling|tool|search\w*|look\w* up|stor\w+|sav\w+|remember\w*|remind\w*|send\w*|delet\w+|order\w*"
    r"|set|create)\b",
    r"\b(?:verwend\w*|nutz\w*|benutz\w*|ruf\w*|aufruf\w*|werkzeug|(?:durch)?such\w*|(?:ab)?speicher\w*|merk\w*"
    r"|notier\w*|setz\w*|schick\w*|send\w*|lösch\w*|bestell\w*|erinner\w*|anleg\w*)\b",
)
# What is left of a ban that holds for everything: "never search", "store nothing", "verwende … nicht".
WHOLLY = re.compile(
    r"^\W*(?:(?:anything|something|nothing|notes?|memor(?:y|ies)|facts?|things?|ever|at all|please|bitte|etwas|nichts"
    r"|nie|niemals|nicht|keine?[nmrs]?|überhaupt|irgendetwas|notiz(?:en)?|gedächtnis|fakten|dinge|reminders?"
    r"|erinnerung(?:en)?"
    r"|messages?|nachrichten?|e?-?mails?|no|not|any|the|a|an|in|your|shared|user's|den|die|das|der|deine?n?"
    r"|gemeinsamen?"
    r"|eine?n?|under no circumstances|auf keinen fall|keinesfalls|never|always|immer|du|darfst|you|may|must|cannot|für"
    r"|for|selbst|yourself|dir|ab|an|auf|und|and)\b\W*)*$",
    re.IGNORECASE,
)
NO_TOPIC = frozenset(
    "anything something nothing notes note memory memories fact facts things thing user users information tool tools "
    "under circumstances ever with this that them your their please shared from into what which already said just told "
    "tell only today week ends plans such like about itself yourself grow themselves lessons lesson "
    "etwas nichts niemals notiz notizen gemeinsame gemeinsamen fakt fakten dinge nutzer nutzers person "
    "gedächtnis eine einen keine keinen nicht auch bitte dein deine deinem diesem dieser dieses diese irgendetwas "
    "irgendwas überhaupt selbst selber automatisch dass über unter umständen jemals daten oder noch danach einmal "
    "gerade wurde wird gesagt darauf daraus schließt heute woche pläne wunsch denn dich sich sonst braucht nach noch "
    "weißt reminder reminders erinnerung erinnerungen database message messages agent agents without never data "
    "lektion lektionen entstehen mitgeteilt wirklich really nachricht nachrichten every everything alles".split()
)
# General words for a matter, as a ban uses them, and what then belongs to the matter.
TOPICS = {
    "health": any_of(r"\b(?:gesundheit\w*|medizin\w*|diagnosen?|health\w*|medical|diagnos[ie]s)\b"),
    "money": any_of(r"\b(?:geld\w*|finanz\w*|money|financ\w*)\b"),
    "contact": any_of(
        r"\b(?:adressen?|adressdaten|kontaktdaten|telefonnummern?|addresses|phone numbers?|contact \w+)\b"
    ),
    "children": any_of(r"\b(?:kinder\w*|children|kids)\b"),
}
MATTERS = {
    "health": any_of(
        r"\b(?:gesund\w*|krank\w*|medizin\w*|medikament\w*|\w*allerg\w*|diabet\w*|asthma|blutgruppe|\w*intoleran\w*"
        r"|health\w*|medical|medication|illness\w*|blood type)\b"
    ),
    "money": any_of(r"\b(?:geld|gehalt|einkommen|konto\w*|euro|money|salary|income|bank\w*|dollars?)\b"),
    "contact": any_of(
        r"\b(?:\w*adresse\w*|anschrift|\w*straße|telefon\w*|handynummer\w*|address\w*|street|phone\w*"
        r"|[\w-]*e-?mail\w*)\b"
    ),
    "children": any_of(r"\b(?:kind(?:er|ern|es)?|sohn|tochter|kids?|child(?:ren)?|sons?|daughters?)\b"),
}
