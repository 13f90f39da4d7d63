// What clients send of a summary or a response, checked beyond its schema and converted for storage.
import { failInvalid } from '../errors.ts';
import type { Graph } from '../graph/client.ts';
import { compileValidator } from '../model/validation.ts';
import { RichText, type SummaryInput } from '../model/index.ts';
import { cleanRichText } from '../rules/rich-text.ts';
import { getWeekOf, type TenantSettings } from '../settings/settings.ts';
import { addWeeks, getCurrentMonday, toMonday } from '../rules/weeks.ts';

const tooFarAheadMessage = 'weekStart must lie at most one week ahead.';

const checkRichText = compileValidator(RichText);

/** Sanitizes rich text and checks the length again: what clients read they can send back. */
export function sanitizeRichText(field: string, text: string): string {
  const clean = cleanRichText(text);
  const fault = checkRichText(clean);
  if (fault) failInvalid([{ pointer: `/${field}`, message: `${field}, cleaned and written as HTML, ${fault}` }]);
  return clean;
}

/**
 * Converts a summary for storage: its week becomes a Monday, its rich text is sanitized.
 *
 * @throws {ApiError} VALIDATION_ERROR
 */
export async function toStored(
  graph: Pick<Graph, 'one'>,
  { weekStart, proud, ...rest }: SummaryInput,
  now: string,
): Promise<SummaryInput> {
  const monday = await toMondayInReach(graph, weekStart, now);
  return { ...rest, weekStart: monday, proud: sanitizeRichText('proud', proud) };
}

/**
 * Returns the Monday of a day. Only a week that is too far ahead somewhere on earth costs a round trip, for the caller's
 * time zone.
 *
 * @throws {ApiError} VALIDATION_ERROR if it is more than one week ahead
 */
export async function toMondayInReach(graph: Pick<Graph, 'one'>, day: string, now: string): Promise<string> {
  const monday = toMonday(day);
  if (monday > addWeeks(getCurrentMonday(now, '-12:00'), 1)) {
    const { tenant } = await graph.one<{ tenant: TenantSettings }>('access/caller');
    if (monday > addWeeks(getWeekOf(tenant, now), 1))
      failInvalid([{ pointer: '/weekStart', message: tooFarAheadMessage }]);
  }
  return monday;
}
