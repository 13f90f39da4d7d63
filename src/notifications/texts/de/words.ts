// Dates and counted words in German.
import { pluralize } from '../../../lib/pluralize.ts';
import { createDateFormats } from '../../../rules/weeks.ts';

export const { formatDay, formatMonth } = createDateFormats('de-DE');
export const count = (number: number, one: string, many: string): string => pluralize(number, one, many, 'de');
