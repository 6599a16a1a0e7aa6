"""The cues of small talk, of yes and no: German and English side by side, data only."""

from __future__ import annotations

from selu_lab.models.demo.lexicon import POLITE, any_of

GREETING = any_of(
    rf"^\W*(?:{POLITE}\s+)?(?:hallo|hi|hey|moin|servus|grüß (?:dich|gott)|guten (?:morgen|tag|abend)|hello"
    r"|good (?:morning|evening|afternoon)|howdy|na\b)"
)
THANKS = any_of(r"\b(?:danke|dankeschön|vielen dank|merci|thanks|thank you|thx|ty|cheers)\b")
PRAISE = any_of(
    r"\b(?:super|perfekt|toll|klasse|prima|top|spitze|genial|wunderbar|great|awesome|perfect|nice|well done|good job"
    r"|lovely|brilliant|du bist (?:echt )?(?:ein|der|die|super)|you(?:'re| are) (?:the best|great|awesome))\b",
    r"[👍❤😊🙏🎉😂]|\bhaha\b|\blol\b",
)
HOW_ARE_YOU = any_of(r"\bwie geht(?:'s|s| es)?\b|\bhow are you\b|\bhow's it going\b|\bwhat's up\b|\bwie läuft'?s\b")
BYE = any_of(
    r"\b(?:tschüss|tschüs|ciao|bis (?:bald|morgen|später|dann)|gute nacht|auf wiedersehen|bye|good ?night|see you)\b"
)
HELP = any_of(
    r"\bwas kannst du\b|\bwas können sie\b|\bwie funktionierst du\b|\bwer bist du\b|^\W*hilfe\W*$|\bwhat can you do\b"
    r"|\bwho are you\b|^\W*help\W*$|\bwhat are you\b|\bbist du ein(?:e)? (?:ki|mensch|bot|sprachmodell)\b"
    r"|\bare you (?:an? )?(?:ai|human|bot|llm|real)\b|\bcan you (?:set|store|create) (?:reminders|notes)\W*$"
    r"|\bkannst du erinnerungen\b.*"
)
CLOCK = any_of(
    r"\bwie ?(?:viel uhr|spät)\b.*\bist\b|\bwie spät ist es\b|\bwelche[rn]? (?:tag|wochentag|datum)\b|\bwhat(?:'s"
    r"| is)? (?:the )?(?:time|date)(?: is it)?\b(?! of)|\bwhat (?:day|time) is (?:it|today)\b"
)
YES = any_of(
    r"^\W*(?:ja|jap|jo|jep|yes|yep|yeah|yup|sure|ok(?:ay)?|klar|gern(?:e)?|genau|passt|in ordnung|mach (?:das|es"
    r"|mal)?|do it|go ahead|please do|of course|natürlich|bitte|einverstanden|fine|gut|good|alles klar|all ?right"
    rf"|mhm)\b(?:[\s,.!]+(?:{POLITE}"
    r"|mach(?: das| es)?|gern(?:e)?|do(?: it| that| so)?|go ahead|klar|sure|yes|genau|speichern|setzen|senden"
    r"|schicken|save it|send it|store it|set it|tu das))*[\s,.!👍]*$"
)
NO = any_of(
    r"^\W*(?:nein|nee|nö|ne|no|nope|lieber nicht|lass(?: es| das| mal)?|nicht nötig|don't|not now|better not|stopp?"
    r"|cancel|abbrechen)\b[^?]{0,30}$"
)
