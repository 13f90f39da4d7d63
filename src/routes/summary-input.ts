// What clients send of a summary or a response, checked beyond its schema and converted for storage.
import { failInvalid } from '../errors.ts';
import { compileValidator } from '../model/validation.ts';
import { RichText, type SummaryInput } from '../model/index.ts';
import { cleanRichText } from '../rules/rich-text.ts';
import { addWeeks, getCurrentMonday, toMonday } from '../rules/weeks.ts';

const maxWeeksAhead = 53;
const tooFarAheadMessage = `weekStart must lie at most ${maxWeeksAhead} weeks ahead.`;

/** In the earliest time zone: the tenant's own is not known before the write, and would cost a round trip. */
const getLatestWeek = (now: string): string => addWeeks(getCurrentMonday(now, '+14:00'), maxWeeksAhead);

const checkRichText = compileValidator(RichText);

/** Sanitizes rich text and checks the length again: what clients read they can send back. */
export function sanitizeRichText(field: string, text: string): string {
  const clean = cleanRichText(text);
  const fault = checkRichText(clean);
  if (fault) failInvalid([{ pointer: `/${field}`, message: `${field}, cleaned and written as HTML, ${fault}` }]);
  return clean;
}

/** Converts a summary for storage: its week becomes a Monday, its rich text is sanitized. */
export function toStored({ weekStart, proud, ...rest }: SummaryInput, now: string): SummaryInput {
  const monday = toMonday(weekStart);
  if (monday > getLatestWeek(now)) failInvalid([{ pointer: '/weekStart', message: tooFarAheadMessage }]);
  return { ...rest, weekStart: monday, proud: sanitizeRichText('proud', proud) };
}
