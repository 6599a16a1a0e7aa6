"""The cues by which the demo model knows what a user wants: German and English side by side, data only."""

from __future__ import annotations

import re


def any_of(*patterns: str) -> re.Pattern[str]:
    """One pattern that finds any of these, whatever the case."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


POLITE = (
    r"(?:bitte|please|pls|plz|mal|doch|ach|oh|und|and|also|auch|dann|then|hey|hi|hallo|hello|ok(?:ay)?|just|ja|yes"
    r"|gut|so|mir|kurz|noch)"
)
LEAD = rf"^(?:{POLITE}[\s,!.]+)*"
CAN_YOU = (
    r"(?:kannst du|könntest du|würdest du|magst du|können sie|könnten sie|würden sie|can you|could you|would you"
    r"|will you"
    r"|can u|i(?:'d| would) like you to|i want you to|i need you to)"
)
IMPERATIVES = (
    r"(?:erinner|merk|notier|speicher|behalt|vergiss|schick|sende|such|lösch|bestell|setz|stell|leg|trag|zeig|liste"
    r"|schreib"
    r"|schau|sag|mach|remind|remember|note|save|store|keep|don't forget|send|search|look|delete|order|set|add|show|list"
    rf"|write|create|book|email|text|tell|{CAN_YOU})"
)

# -- reminders -------------------------------------------------------------------------------------------------------
REMIND = any_of(
    r"\berinner(?:e|st du|n sie|t)?\s+(?:mich|uns)\b",
    r"\b(?:mich|uns)\b.*\berinnern\b",
    r"\berinner[en]?\s*[?.!]*$",
    r"\berinnert werden\b",
    r"\b(?:stell|setz|leg|mach|erstell|richt|plan)e?\b.*\berinnerung\b",
    r"^\W*erinnerung\b(?: bitte)?\s*(?:an|für|um|in|am|morgen|heute|:)",
    r"\b(?:brauche|möchte|hätte gern|will|bitte) (?:eine )?erinnerung\b",
    r"\bremind (?:me|us)\b",
    r"\b(?:set|create|add|make|schedule|put|need|want)\b.*\breminder\b",
    r"^\W*reminder\b\s*(?:to|for|about|at|in|on|tomorrow|:)",
    r"\b(?:ping|nudge) me\b|\b(?:be|get) reminded\b|\bdon't let me forget\b",
    r"\bsag(?:st du)? (?:mir|uns) .*\bbescheid\b|\bgib (?:mir|uns) .*\bbescheid\b",
)
NOT_REMIND = any_of(
    r"\b(?:das|dies|was|es|der|die|sie|er) erinnert (?:mich|uns)\b",
    r"\berinnerst du dich\b|\berinner(?:e|n sie)? (?:dich|sich)\b|\bich erinnere mich\b|\bmich (?:nicht "
    r"|noch )?(?:daran )?erinnern kann\b",
    r"\bkann (?:ich )?mich\b.*\berinnern\b",
    r"\b(?:hast|hattest|hättest|warum|wieso|weshalb)\b",
    r"\berinnert hat\b|\berinner\w* (?:mich|uns) (?:bitte )?(?:nicht|nie)\b|\b(?:nicht"
    r"|keine?) (?:mehr )?(?:zu )?erinner\w*",
    r"\b(?:that|this|it|which|he|she|smell|song)s? (?:always )?reminds? (?:me|us)\b",
    r"\b(?:don't|do not|didn't|did not|stop|no need to|never|why|needn't|you reminded)\b.*\bremind",
    r"\bremind (?:me|us) (?:again )?(?:what|who|whose|where|when|which|how|why)\b",
    r"\berinner\w* (?:mich|uns) (?:noch ?mal |kurz )?(?:dar)?an?,? ?(?:wie|was|wer|wo|wann|welche\w*)\b",
    r"\berinner\w* (?:mich|uns),? (?:noch ?mal )?(?:wie|was|wer|wo|welche\w*)\b",
)
REMIND_CUE = any_of(
    rf"(?:{CAN_YOU}\s+)?(?:bitte\s+)?(?:auch\s+|noch\s+)?(?:mich|uns)\b(?=.*\berinnern\b)",
    r"\bich (?:möchte|will|würde gern)\b(?=.*\berinnert werden)",
    r"\berinnert werden\b|\bzu erinnern\b|^\W*denk (?:bitte )?(?:dran|daran)\b,?",
    r"\b(?:sag|gib)(?:st du)? (?:mir|uns)\b(?=.*\bbescheid\b)|\bbescheid\b(?: sagen| geben)?",
    r"\b(?:i(?:'d| would) like|i want) to (?:be|get) reminded\b|\b(?:be|get) reminded\b|\bdon't let me forget\b",
    r"\berinner(?:e|st du|n sie|t)?\s+(?:mich|uns)(?:\s+(?:doch|bitte|mal|auch|noch))*",
    r"\berinnern?\b",
    r"\b(?:stell|setz|leg|mach|erstell|richt|plan)e?\b\s*(?:mir "
    r"|uns )?(?:bitte )?(?:mal )?(?:eine? )?(?:neue )?erinnerung(?: an| ein)?",
    r"\b(?:ich )?(?:brauche|möchte|hätte gern|will|bitte) (?:eine )?erinnerung\b|^\W*erinnerung\b(?: bitte)?:?",
    rf"(?:{CAN_YOU}\s+)?(?:please\s+)?(?:also\s+)?\bremind (?:me|us)(?: again)?\b|\b(?:ping|nudge) (?:me|us)\b",
    rf"(?:{CAN_YOU}\s+)?(?:i (?:need|want) )?\b(?:set|create|add|make|schedule|put)?\b\s*(?:up )?(?:me )?(?:a "
    r"|another )?\breminder\b:?",
)
REMIND_JOIN = any_of(
    r"^(?:bitte |please |auch |also )+",
    r"^(?:dar|dr)an\b,?(?:\s*dass\b)?|^dass\b|^that\b|^to\b",
    r"^(?:ein|an)$|\b(?:dar|dr)an\b\s*$|^mich\b|\bmich\s*$",
)

# -- notes -----------------------------------------------------------------------------------------------------------
REMEMBER = any_of(
    r"\bmerk(?:e|st du|en sie)?\s+(?:dir|sich|euch)\b",
    rf"\b{CAN_YOU}\b.*\b(?:merken|notieren|speichern|behalten|aufschreiben|remember|save|store|note|keep in mind)\b",
    r"\b(?:notier|speicher)e?\b(?!.*\b(?:nicht|nie)\b)",
    r"\bschreib\w* (?:dir |mir )?(?:bitte )?(?:das |mal )?auf\b",
    r"\bbehalte?\b.*\b(?:im (?:kopf|gedächtnis|hinterkopf))\b",
    r"\b(?:zum|fürs) merken\b|^\W*(?:bitte )?(?:das |dies )?merken\b|^\W*(?:für deine )?notiz(?:en)?\s*:",
    r"^\W*vergiss (?:bitte )?nicht\b,? ?dass",
    rf"{LEAD}remember\b(?! (?:when|what|who|where|how|me\b|to\b|our last|the time))",
    rf"{LEAD}(?:make a note|take a note|note down|jot down|note that|note:|write (?:it |that |this )?down)",
    rf"{LEAD}(?:save|store|keep)\b.*\b(?:that|this|it|note|mind|memory|file|my|our|fact)\b",
    rf"{LEAD}(?:don't|do not|never) forget(?: that|,|:)? (?!to\b)",
    r"\b(?:please|and|pls|,) (?:remember|note|save|store) (?:that|this|it)\b|\bfor (?:future reference|the record)\b"
    r"|\bfyi\b",
)
NOT_REMEMBER = any_of(
    r"\b(?:nicht|nie|niemals|kein\w*) (?:zu )?(?:merken|speichern|notieren)\b|\b(?:merk|speicher"
    r"|notier)\w*\b.*\b(?:nicht|nie|keine)\b\s*[.!]*$",
    r"\b(?:don't|do not|never|stop|no need to) (?:remember|save|store|note)\b",
    r"\b(?:i|we|can't|cannot|do you|don't you|did you) (?:still )?(?:don't |can't |can |do )?remember\b",
    r"\b(?:hast du|hast du dir|hattest du|was hast du|warum|wieso)\b",
)
REMEMBER_CUE = any_of(
    rf"(?:{CAN_YOU}\s+)?(?:bitte\s+)?(?:mal\s+)?(?:dir|sich)\b(?=.*\b(?:merken|notieren|aufschreiben)\b)"
    r"|\bmerken\b\s*(?=[,:]|[?.!]*$)"
    r"|^\W*(?:bitte )?merken\b",
    rf"(?:{CAN_YOU}\s+)(?:bitte\s+|please\s+)?(?=.*\b(?:merken|notieren|speichern|behalten|aufschreiben|remember|save"
    r"|store|note|keep)\b)",
    r"\b(?:notieren|speichern|abspeichern|behalten|aufschreiben)\b\s*(?=[,:]|[?.!]*$)",
    r"\bmerk(?:e|st du|en sie)?\s+(?:dir|sich|euch)\b(?:\s+(?:bitte|mal|doch|auch|noch|gut|dauerhaft|für später"
    r"|für die zukunft|als notiz))*",
    r"\b(?:notier|speicher)e?\b(?:\s+(?:dir|mir|bitte|mal|doch|auch|noch|als notiz|ab))*",
    r"\bschreib\w* (?:dir |mir )?(?:bitte )?(?=.*\bauf\b)|\bauf\s*(?=[?.!]*$)",
    r"\bbehalte?\b(?: bitte)?|\bim (?:kopf|gedächtnis|hinterkopf)\b|\b(?:zum|fürs) merken\b:?"
    r"|^\W*(?:für deine )?notiz(?:en)?\s*:",
    r"^\W*vergiss (?:bitte )?nicht\b",
    r"\b(?:please |pls |also )?(?:remember|make a note (?:of|that)|make a note|take a note|note down|jot down|note"
    r"|write (?:it |that |this )?down)\b:?",
    r"\b(?:please |pls )?(?:save|store|keep)\b(?: (?:it|this|that) (?:in mind|as a note|in (?:your |the "
    r"|my )?(?:notes|memory))| in mind| as a note| a note)?",
    r"\b(?:in|to|into) (?:your|the|my) (?:notes|memory)\b|\b(?:don't|do not|never) forget\b|\bfor (?:future reference"
    r"|the record)\b:?|\bfyi\b:?",
)
DEICTIC = any_of(
    r"^(?:das|dies|es|that|this|it|so|alles|all of that|als notiz|für später|for me|for later|bitte|please|ja|in mind"
    r"|down"
    r"|the following|folgendes|noch|auch|mir|dir|dran|daran|about (?:it|that|this)|of (?:it|that|this)|[\s,.!?:-])*$"
)
ABOUT_REPLIES = any_of(
    r"\blektion\w*|\blessons?\b|\bkonfidenz\b|\bconfidence\b|\bthis rule\b|\bdiese\w* regel\b",
    r"\bantwort(?:e|en|est)?\b|\banswers?\b|\brepl(?:y|ies)\b|\bresponses?\b|\bemojis?\b|\bsiez\w*|\bduz\w*"
    r"|\btabellen?\b|\btables?\b"
    r"|\bbullet points?\b|\baufzählung\w*|\bfrag(?:e|st)? (?:mich|uns|erst|vorher|immer|nach)\b|\bask me\b"
    r"|\bask (?:first|before)\b",
)
ALL_AGENTS = any_of(
    r"\balle agenten\b|\ball (?:of you )?agents\b|\bno matter which agent\b|\begal welcher agent\b|\bevery agent\b"
    r"|\bjeder agent\b"
)

# -- what holds for today only ---------------------------------------------------------------------------------------
PASSING = any_of(
    r"\b(?:heute|gerade|grad|jetzt|momentan|zurzeit|zur zeit|im moment|derzeit|gleich|gestern|vorhin"
    r"|morgen(?! ist mein)|übermorgen|vorgestern"
    r"|ausnahmsweise|nur diesmal|diesmal|bis auf weiteres|neulich|eben|bald|soeben|vorübergehend)\b",
    r"\b(?:diese[rn]?|nächste[rn]?|letzte[rn]?|kommende[rn]?) (?:woche|monat|(?:mon|diens|donners|frei|sams|sonn)tag"
    r"|mittwoch|wochenende)\b",
    r"\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|currently|just now|for now|this time|this (?:week"
    r"|morning|evening|afternoon|month|weekend)"
    r"|next (?:week|month|weekend)|last (?:night|week|month)|(?:next|this|last) \w+day|later|soon|temporarily|now"
    r"|the other day|already)\b",
    r"\b(?:müde|hungrig|durstig|krank|erkältet|traurig|gestresst|genervt|unterwegs|zu spät|im stau|fertig|satt|wach"
    r"|kaputt|leer|hunger|durst"
    r"|fieber|kopfschmerzen|kopfweh|keine zeit|keine lust|schlecht gelaunt|im urlaub|weg|zu hause|zuhause)\b",
    r"\b(?:tired|hungry|thirsty|sick|ill|busy|bored|late|sad|stressed|angry|annoyed|on my way|stuck|done|full|sleepy"
    r"|awake|broken|empty"
    r"|a headache|a fever|a cold|no time|on holiday|on vacation|at home|away)\b",
)

# What is said of the moment begins with somebody or with a time, not with a wish.
OF_THE_MOMENT = any_of(
    r"^\W*(?:ich|wir|mein\w*|unser\w*|es|heute|morgen|gerade|gleich|gestern|nächste\w*|diese\w*|i|i'm|we|we're|my|our"
    r"|it's"
    r"|today|tonight|tomorrow|the kids|die kinder)\b|^\W*\w+ (?:is|ist|hat|has|geht|goes)\b"
)

# -- instructions for the future and corrections ---------------------------------------------------------------------
INSTRUCTION = any_of(
    r"\b(?:bitte|please)\b.*\b(?:immer|nie|niemals|jedes mal|always|never|every time)\b",
    r"\b(?:immer|nie|niemals|jedes mal|always|never|every time)\b.*\b(?:bitte|please)\b",
    r"^\W*(?:no|keine?)\b.*\b(?:please|bitte)\b|\b(?:third|second) time\b|\bhatten wir doch schon\b|\bi(?:'d"
    r"| would) rather\b",
    r"\b(?:künftig|in zukunft|zukünftig|ab jetzt|ab sofort|von nun an|von jetzt an|nächstes mal|das nächste mal"
    r"|jedes mal|schon wieder|immer direkt)\b",
    r"\b(?:from now on|in (?:the )?future|going forward|next time|each time|every time you|whenever (?:i|you)"
    r"|once more you)\b",
    rf"{LEAD}(?:antworte?|schreib|formulier|fass|halt|sprich|rede)e?\b.*\b(?:kurz|kürzer|knapp|knapper|länger"
    r"|ausführlich\w*|sätze?n?|deutsch|englisch|förmlich\w*|emojis?|stichpunkt\w*|dich)\b",
    r"\b(?:zu lang|viel zu lang|kürzer|knapper|so ein roman|fass dich kurz|kurze antworten|kurz und knapp"
    r"|ausführlicher)\b",
    r"\b(?:too long|shorter|more concise|be brief|be concise|keep it (?:short|brief)|short answers|less text"
    r"|more detail|get to the point)\b",
    r"\b(?:reply|answer|respond|write|talk|speak)\b.*\b(?:in (?:english|german|one sentence|\w+ sentences)|short\w*"
    r"|brief\w*|formally|auf deutsch)\b",
    r"\bauf (?:englisch|deutsch)\b(?! heißt)|\b(?:english|deutsch|englisch),? (?:please|bitte)\b|^\W*(?:in english"
    r"|in german)\W*$",
    r"\bfrag(?:e|st)? (?:mich )?(?:bitte )?(?:immer )?(?:erst|vorher|zuerst|immer|nach\b)|\b(?:erst|vorher"
    r"|zuerst) (?:mich )?fragen\b|\bohne (?:mich )?(?:vorher )?zu fragen\b",
    r"\bask (?:me )?(?:first|before|again)\b|\bwithout asking\b|\bdon't ask\b|\bdo not ask\b|\bstop asking\b"
    r"|\bcheck with me\b|\bshow (?:it|me) .*before\b",
    r"\b(?:ich hab(?:e)? (?:doch )?gesagt|hab ich doch gesagt|i (?:already )?told you|i said|wie ich schon sagte)\b",
    r"\b(?:das|dies) (?:war|ist|stimmt) (?:falsch|nicht richtig|nicht)\b|\bstimmt nicht\b|\bso nicht\b|^\W*(?:falsch"
    r"|nein,? (?:nicht|so|ich|das|lass|mach))\b",
    r"\bthat(?:'s| is| was) (?:wrong|not (?:right|what|correct))\b|^\W*(?:wrong|no,? (?:not|that|don't|i\b|stop|ask"
    r"|just))\b",
    r"\b(?:hör|hören sie) (?:bitte )?(?:endlich )?(?:damit )?auf\b|\blass (?:das|die|den)\b|\bstop (?:\w+ing|using"
    r"|that)\b",
    r"\b(?:nicht|nie) (?:bei jeder|jedes mal|ständig|immer|mehr)\b.*|\b(?:verwende|benutze|nutze"
    r"|nimm) (?:bitte )?(?:keine?|nie)\b|\bkeine emojis?\b|\bno emojis?\b",
    r"\b(?:please )?(?:don't|do not|never|stop) (?:\w+ )?(?:search|dig|use|store|save|remember|send|set|call|look"
    r"|remind|reply|answer)\w*\b",
    r"\b(?:speicher|such|merk|setz|schick|erinner|durchsuch)\w*\b (?:dir )?(?:mich |bitte |das )*(?:nicht|nie|keine?"
    r"|niemals)\b",
    r"\bsiez(?:e|en)?\b|\bduz(?:e|en)?\b|\bper (?:du|sie)\b|\bimmer förmlich\b|\b(?:i'd|i would) prefer (?:short"
    r"|answers|replies|it if you)\b",
    r"\bonly search\b|\bsuche? nur\b|\bsearch only\b|\bchanged my mind\b|/remind\b|\bkannst du (?:bitte )?aufhören\b",
    r"^\W*(?:why|warum|wieso|weshalb)\b.*\b(?:you|du|sie)\b",
    r"^\W*(?:immer|always) (?:erst |zuerst |first )?(?:frag|ask|antwort|answer|reply|allow|nutz|use)",
)

# -- questions -------------------------------------------------------------------------------------------------------
RECALL = any_of(
    r"\bwas (?:weißt|weisst) du\b|\bweißt du (?:noch|schon|etwas|was|wie|wo|wann|wer|welche\w*|,)\b"
    r"|\berinnerst du dich\b",
    r"\b(?:was|wann|wo|wie|habe?|hatte|welche\w*) (?:\w+ )?ich (?:dir|euch) .*\b(?:erzählt|gesagt|genannt|gegeben)\b",
    r"\b(?:hast|hattest) du (?:dir |etwas |noch )*.*\b(?:gemerkt|notiert|gespeichert|behalten)\b"
    r"|\bwas hast du (?:dir )?(?:gemerkt|notiert|gespeichert)\b",
    r"\b(?:schau|sieh|such|guck|durchsuch|find)\w*\b.*\b(?:notizen|gedächtnis|notiz)\b|\b(?:steht|gibt es"
    r"|hast du) .*\b(?:in (?:den|deinen|meinen) )?notiz(?:en)?\b",
    r"\bwhat do you (?:know|remember|have)\b|\bdo you (?:still )?(?:remember|recall|know (?:what|who|where|when|which"
    r"|my|our|about|if i|if we|how old))\b",
    r"\b(?:what|when|where|have|did) (?:\w+ )?i (?:ever )?(?:tell|told|mention|mentioned|say|said)(?: to)? ?(?:you)?\b",
    r"\b(?:search|check|look (?:through|in|into)|find|dig)\b.*\b(?:notes?|memory)\b|\bany notes\b"
    r"|\bin (?:your|my|the) notes\b.*\?",
    r"\bremind (?:me|us) (?:again )?(?:what|who|whose|where|when|which|how old|of (?:my|our))\b|\berinner\w* (?:mich"
    r"|uns),? (?:noch ?mal )?(?:daran,? )?(?:wie|was|wer|wo|welche\w*)\b",
)
RECALL_CUE = any_of(
    r"^\W*(?:was|what) (?:weißt du|weisst du|do you know|do you remember)(?: noch| alles)?(?: über| von| zu| about"
    r"| of)?",
    r"^\W*(?:weißt du noch|erinnerst du dich (?:noch )?(?:daran|an)?|do you (?:still )?(?:remember|recall|know))",
    r"\b(?:schau|sieh|such|guck|durchsuch|find)e?\b(?: (?:bitte|mal|doch))*(?: in)? (?:den|deinen|meinen|unseren|die"
    r"|deine|meine|unsere) notizen(?: mal)?(?: nach)?",
    r"^\W*(?:please )?(?:search|check|look (?:through|in|into))(?: in)? (?:your|my|the"
    r"|our) notes?(?: and memory)?(?: for| about)?|^\W*(?:do you have )?any notes (?:about|on|for)",
    r"\b(?:remind (?:me|us) again|remind (?:me|us)|erinnere? (?:mich|uns)(?: noch ?mal)?(?: daran)?),?",
)
QUESTION = any_of(
    r"\?\s*$",
    rf"{LEAD}(?:was|wer|wem|wen|wessen|wann|wo|wohin|woher|wie|warum|wieso|welche\w*|welches|wieviele?|womit|wofür"
    r"|worauf|what|who|whose|when|where|which|how|why|whats|what's|who's|when's|where's)\b",
)
# A question about the user's own life, not about the world: a possessive, a person, or "what do I …".
OWN = any_of(
    r"\b(?:mein|unser)(?:e|en|em|er|es|s)?\b|\b(?:my|our)\b|\bours\b|\bmine\b",
    r"\b(?:was|wen|welche\w*|wie viele?|wann|wo|womit|worauf|wogegen|wohin|wie)\b.{0,25}\b(?:mag|esse|trinke"
    r"|bevorzuge|vertrage|habe?|hatte|bin|heiße|wohne|arbeite|wollte|sollte)\s+(?:ich|wir)\b",
    r"\b(?:mögen|essen|haben|hatten|wollten|wohnen|vertragen|waren|sind|planen) wir\b",
    r"\b(?:what|when|where|who|which|whom|how many|how old)\b.{0,30}\b(?:do|did|am|was|were|are|have|had|don't"
    r"|can't) (?:i|we)\b",
    r"\bam i (?:allergic|vegetarian|vegan)\b|\bbin ich (?:allergisch|vegetarier\w*|veganer\w*)\b",
)
GENERIC = any_of(
    r"\b(?:how|what|where|which|when) (?:\w+ )?(?:can|could|should|would|to|must|might|shall) ?(?:i|we|you|one)?\b"
    r"|\bhow do (?:i|we|you)\b|\b(?:can|may|could|should) (?:i|we|you|one)\b",
    r"\b(?:kann|könnte|sollte|soll|darf|muss|müsste) (?:ich|man|wir)\b|\bwie (?:macht|geht|funktioniert|lange?)\b"
    r"|\bkann man\b|\bwas ist (?:ein|eine|der|die|das)\b|\bwhat (?:is|are) (?:an?|the)\b",
)
SECRET_QUESTION = any_of(
    r"\b(?:passwort|kennwort|passwörter|password|passwords|pin|passcode|geheimzahl|api[- ]?key|zugangsdaten"
    r"|credentials)\b"
)

# -- changing state --------------------------------------------------------------------------------------------------
_STATE_DE = (
    r"(?:[\w-]*?(?:punktestand|spielstand|zählerstand|kilometerstand|lagerstand|kontostand|zähler|punktzahl"
    r"|fortschritt|lesefortschritt)|(?:aktuelle[rnms]? )?stand|status)"
)
_STATE_EN = r"(?:[\w -]*?(?:counter|score|scoreboard|count|tally|streak|progress|level|status|state))"
_OF = r"(?:\s+(?:für|von|vom|bei|beim|der|des|of|for|on|in|im)\s+(?:(?:das|den|die|dem|der|the|my|our)\s+)?[\w-]+)?"
STATE_SET = re.compile(
    rf"\b(?P<key>{_STATE_DE}{_OF})\s*(?:(?:ist|steht|lautet|beträgt|liegt)(?:\s+(?:jetzt|nun|aktuell|gerade|bei"
    r"|auf))*|:|auf|bei)\s*(?P<value>[^\s?][^?]*)$"
    rf"|\b(?P<key_en>{_STATE_EN}{_OF})\s*(?:(?:is|stands)(?:\s+(?:now|currently|at))*|:|to"
    r"|at)\s+(?P<value_en>[^\s?][^?]*)$"
    r"|\b(?:we(?:'re| are)|i(?:'m| am)|wir sind|ich bin)\s+(?:now |jetzt |gerade )?(?:on|at|auf|bei"
    r"|in)\s+(?P<key_at>page|chapter|level|episode|season|seite|kapitel|folge|staffel)\s+(?P<value_at>\d+)\W*$",
    re.IGNORECASE,
)
STATE_ASK = re.compile(
    r"^\W*(?:wie|was|what|where|how)(?:'s| is| ist| steht| lautet| hoch ist| war)(?: jetzt| aktuell| now)? (?:(?:der"
    rf"|die|das|mein\w*|unser\w*|the|my|our) )?(?P<key>(?:aktuelle[rn]? |current )?(?:{_STATE_DE}"
    rf"|{_STATE_EN}){_OF})(?: at| now| jetzt| gerade| aktuell)*\s*\??\s*$",
    re.IGNORECASE,
)
STATE_KEY_NOISE = re.compile(
    r"\b(?:set|setze?|put|change|update|reset|merk|dir|den|die|das|der|dem|des|my|mein\w*|our|unser\w*|the"
    r"|aktuelle[rnms]?|current|für|von|vom|bei|beim|of|for|on|in|im|bitte|please|remember|note|save|store|that|dass"
    r"|new|neue[rns]?)\b",
    re.IGNORECASE,
)
TOLD_TO = any_of(r"\bdu\b.*\bsollst\b|\bdass du\b|\byou (?:should|must|have to|need to)\b|\byou (?:always|never)\b")
COMPLAINS = any_of(r"\b(?:don't|dont|do not|never|only|nur|nicht|stop|nie|why|warum|wieso|weshalb|keine?)\b")
