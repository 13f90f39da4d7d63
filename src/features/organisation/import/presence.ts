// Whether a row is of somebody who is here, and of what kind, by the words that HR programs and directories have for it. No IO.

/** Somebody on leave is here, whatever else the status says. */
const onLeave =
  /\b(?:on leave|leave of absence|loa|(?:parental|maternity|paternity|sick|paid|unpaid|medical|garden) leave)\b|beurlaubt|elternzeit/i;
const left =
  /^(?:in-?active|not active|non-?active|terminated|termed|left|leaver|former|ex[ -]employee|deactivated|disabled|suspended|blocked|deprovisioned|deleted|archived|off-?boarded|resigned|retired|dismissed|separated|deceased|exited|departed|no longer|inaktiv|ausgeschieden|ausgetreten|gesperrt|deaktiviert|gelöscht|pensioniert|ehemalig\p{L}*)(?!\p{L})/iu;
const here =
  /^(?:active|aktiv|employed|hired|current|present|enabled|provisioned|leave|sabbatical|on-?boarding|pre-?hire|pending|invited|accepted|staged|new|starter|probation\p{L}*|notice|full|part|permanent|regular|temp\p{L}*|fixed|contract\p{L}*|intern\p{L}*|trainee|apprentice|seasonal|casual|working|employee|member|vollzeit|teilzeit|probezeit|befristet|unbefristet|password|recovery|locked)(?!\p{L})/iu;
const yes = /^(?:yes|true|y|1|x|ja|wahr|active|aktiv|enabled)$/i;
const no = /^(?:no|false|n|0|nein|falsch|inactive|inaktiv|disabled)$/i;
const guest = /^(?:guest|gast)(?!\p{L})/iu;
const contractor =
  /\b(?:contractor|contingent|freelancer?|external|extern|consultant|vendor|agency worker|leiharbeit|zeitarbeit)/i;

/** What a word says: null if it is not known. */
type Presence = 'here' | 'left' | null;

/** The meaning of a status, such as `Terminated` or `On leave`. */
export function readStatus(text: string): Presence {
  if (onLeave.test(text)) return 'here';
  if (left.test(text)) return 'left';
  return here.test(text) || readKind(text) !== null ? 'here' : null;
}

/** The meaning of a cell of a column such as `accountEnabled`, or with `isOff` of one such as `Suspended`. */
export function readSwitch(text: string, { isOff }: { isOff: boolean }): Presence {
  if (yes.test(text)) return isOff ? 'left' : 'here';
  if (no.test(text)) return isOff ? 'here' : 'left';
  return null;
}

/** Whether somebody is no employee, by the type of a person, or a status. */
export function readKind(text: string): 'guest' | 'contractor' | null {
  if (guest.test(text)) return 'guest';
  return contractor.test(text) ? 'contractor' : null;
}

/** What Workday and others write behind a name: `(On Leave)`, `(Terminated)`, `[C]` for a contingent worker. */
const suffix =
  /(?:\((on leave|leave of absence|inherited|terminated|inactive|suspended|contractor|contingent worker|unavailable)\)|\[(c|cw)\])$/i;

/** A name without the marks of a program behind it; `marks` are their words. */
export function splitMarks(text: string): { name: string; marks: string[] } {
  let name = text.trim();
  const marks: string[] = [];
  for (let found = suffix.exec(name); found; found = suffix.exec(name)) {
    marks.push(found[1]?.toLowerCase() ?? 'contingent worker');
    name = name.slice(0, found.index).trimEnd();
  }
  return name === '' ? { name: text.trim(), marks: [] } : { name, marks };
}

/** A text and what its last brackets contain, such as a team and its manager; null without brackets at its end. */
export function splitBrackets(text: string): { before: string; inside: string } | null {
  if (!text.endsWith(')')) return null;
  let depth = 0;
  for (let at = text.length - 1; at > 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    if (depth === 0) return { before: text.slice(0, at).trim(), inside: text.slice(at + 1, -1).trim() };
  }
  return null;
}

/** What programs write where there is nothing. */
const nothing = /^(?:[-–—]+|n\/a|n\.a\.|null|nil|none|\(none\)|\(blank\)|not applicable|keine angabe|k\.\s?a\.)$/i;
const nobody =
  /^(?:no[ _-]?(?:manager|supervisor|boss)|na|not assigned|unassigned|\(?top\)?|top level|keine?r?|keine führungskraft|ohne)$/i;

/** Whether a cell says that there is nothing, and in a manager's cell nobody. */
export const saysNothing = (text: string, column: string): boolean =>
  nothing.test(text) || (column === 'managerEmail' && nobody.test(text));
