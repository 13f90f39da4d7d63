// The words of titles in calendars of absences: which say that somebody is away, and which that nobody is. No IO.

/** Words that say that somebody is away, in the languages of the programs. */
const away =
  /^(?:vacations?|holidays?|leave|pto|ooo|toto?il|absent|absence|away|sick|sickness|ill|illness|sabbatical|maternity|paternity|parental|bereavement|urlaub|abwesend|abwesenheit|krank|krankheit|krankmeldung|elternzeit|mutterschutz|sonderurlaub|bildungsurlaub|congés?|vacances|absence|maladie|absent|absente|vacaciones|ausente|ausencia|baja|ferie|malattia|assente|férias|vakantie|verlof|ziek|afwezig|semester|urlop|off)$/iu;
/** Words that stand beside these. */
const beside =
  /^(?:is|on|at|in|of|out|office|the|a|time|day|days|hour|hours|all|half|full|annual|paid|unpaid|personal|medical|floating|compensatory|am|pm|morning|afternoon|until|approved|im|ist|am|auf|ganz|halber|halbe|halbtags|tage?|bezahlter|unbezahlter|bezahlte|unbezahlte|payés?|en|de|du|días?|anual|½|\d{1,3}(?:[.,]\d{1,2})?[dh]?)$/iu;
const outOfOffice = /\bout of (?:the )?office\b|\bnot in (?:the )?office\b|\bnicht im büro\b/iu;

const noAbsence =
  /\b(?:birthday|birth day|geburtstag|anniversary|anniversaire|cumpleaños|verjaardag|compleanno|jubiläum|dienstjubiläum|firmenjubiläum|workiversary|home[ -]?office|wfh|working (?:from )?home|work from home|working elsewhere|remote(?:ly)?|remote work|tele-?work(?:ing)?|tele-?arbeit|télétravail|teletrabajo|thuiswerken|smart working|mobiles arbeiten|mobile working|workation|hire date|start date|first day|erster arbeitstag|probation(?: end)?)\b/iu;
/** A day off for a birthday is one. */
const dayOffFor = /\b(?:birthday|geburtstags?)[ -]?(?:leave|day off|holiday|urlaub|frei)/iu;

const half =
  /\b(?:half[ -]?day|halbtags|halber tag|half|morning|afternoon|vormittags?|nachmittags?|am|pm|0[.,]5 days?|demi-journée|medio día)\b|½/iu;

/** The words of a text, without signs between them. */
export const toWords = (text: string): string[] =>
  text.match(/[\p{L}\p{M}\p{N}½.,'’-]+/gu)?.filter((word) => /[\p{L}\p{N}½]/u.test(word)) ?? [];
const bare = (word: string): string => word.replaceAll(/^[.,'’-]+|[.,'’-]+$/g, '');

/** Whether each word is one that titles have beside a name. */
export const areWordsOfAbsence = (words: readonly string[]): boolean =>
  words.every((word) => away.test(bare(word)) || beside.test(bare(word)));

/** Whether a text says that somebody is away. */
export const saysAway = (text: string): boolean =>
  outOfOffice.test(text) || toWords(text).some((word) => away.test(bare(word)));

/** Whether a text says that nobody is away, such as a birthday, or work from home. */
export const saysNoAbsence = (text: string): boolean => noAbsence.test(text) && !dayOffFor.test(text);

/** Whether a text says that an absence is half a day. */
export const saysHalfDay = (text: string): boolean => half.test(text);
