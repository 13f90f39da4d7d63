// The values of a changed person before and after. No IO.
import type { Change } from './plan-import.ts';

/** What a field of a person is and would be, as text; empty is none. Somebody who has left has `active` no. */
export type ChangedValue = { field: string; from: string; to: string };

/** The fields of a change with the values of before and after. */
export function listValues({ existing, person, pendingManager, fields }: Change): ChangedValue[] {
  return fields.map((field): ChangedValue => {
    if (field === 'active') return { field, from: 'no', to: 'yes' };
    if (field === 'pendingManager') return { field, from: existing.pendingManager ?? '', to: pendingManager ?? '' };
    if (field === 'roles') return { field, from: existing.roles.join(';'), to: person.roles.join(';') };
    if (field === 'managerEmail') return { field, from: existing.managerEmails[0] ?? '', to: person.managerEmail };
    return { field, from: existing[field] ?? '', to: person[field] ?? '' };
  });
}
