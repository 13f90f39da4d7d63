// People in figures.
import { pluralize } from '../lib/pluralize.ts';
import type { Row } from './rows.ts';

export const countPeople = (count: number): string => `${pluralize(count, 'person', 'people')}.`;

/** A sentence that follows how many did something. */
export const sayExcused = (count: number): string =>
  count === 0 ? '' : ` ${pluralize(count, 'person is', 'people are')} excused.`;

/** A person with their team and department. */
export const toPerson = (row: Row): { name: string; about: string } => ({
  name: String(row['name']),
  about: [...new Set([row['team'], row['department']])].filter(Boolean).join(', '),
});
