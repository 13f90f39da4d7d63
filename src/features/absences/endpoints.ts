// Absences of a person.
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { failInvalid } from '../../platform/errors.ts';
import type { Graph } from '../../platform/graph/client.ts';
import { AbsenceChange, Absences } from './schema.ts';
import { planAbsences, readAbsences, writeAbsences, type AbsenceFacts } from './write-absences.ts';
import { findAbsenceFaults, parseAbsence } from './rules.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

type Access = { standing: Standing; person: AbsenceFacts | null };
const lock = async (graph: Pick<Graph, 'write'>, { userId = '' }: { userId?: string }): Promise<Access | null> =>
  graph.write<Access>('absences/lock', { userId, permittedRoles: rolesThatHold('absence:edit') });

const listAbsences = defineEndpoint({
  method: 'GET',
  path: '/users/{userId}/absences',
  operationId: 'getAbsences',
  summary: 'Get the absences of a user.',
  permission: 'absence:read',
  response: Absences,
  errors: ['USER_NOT_FOUND'],
  async handler({ params: { userId }, graph, now }) {
    const { standing, person } = await graph.one<Access>('absences/read', { userId, now });
    if (!person) return failNotFoundOrForbidden(graph, 'USER_NOT_FOUND', userId);
    permit(standing, 'absence:read');
    return { absences: readAbsences(person), excusedWeeks: person.weeks ?? [] };
  },
});

const setAbsences = defineEndpoint({
  method: 'PUT',
  path: '/users/{userId}/absences',
  operationId: 'setAbsences',
  summary: 'Set the absences of a user.',
  description:
    'Days without a reason, at most two years ahead. Absences that overlap or follow each other are joined; days more than a ' +
    'year ago are forgotten.',
  effects:
    'Replaces all absences. Reports and reminders neither count nor name the user in a week without a working day, unless they ' +
    'wrote all the same.',
  audit: 'person.update',
  permission: 'absence:edit',
  body: AbsenceChange,
  response: Absences,
  resource: { read: listAbsences, lock },
  errors: ['USER_NOT_FOUND'],
  handler({ params: { userId }, body: { absences }, graph, now, newId }) {
    const faults = findAbsenceFaults(absences, now);
    if (faults.length > 0)
      failInvalid(faults.map(({ index, message }) => ({ pointer: `/absences/${index}/to`, message: `${message}.` })));
    const auditId = newId();
    return graph.atomically(async (tx) => {
      const { standing, person } = (await lock(tx, { userId })) as Access;
      if (!person) return failNotFoundOrForbidden(tx, 'USER_NOT_FOUND', userId);
      permit(standing, 'absence:edit');
      const rows = await planAbsences([person], () => absences, { now, newId: () => auditId });
      await writeAbsences(tx, rows, now);
      const [{ absences: joined, weeks }] = rows as [(typeof rows)[number]];
      return { absences: joined.map(parseAbsence), excusedWeeks: weeks };
    });
  },
});

export const absences = [listAbsences, setAbsences];
