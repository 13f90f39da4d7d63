// The time zone of the caller, and when their week opens, is due and ends.
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { failInvalid } from '../../platform/errors.ts';
import { OwnSchedule, OwnTimes } from './schema.ts';
import { findGivenUp, scheduledTypes, scheduleNames } from '../../platform/time/schedule.ts';
import { parseSettings, resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { getTeamTimes } from '../../platform/settings/team-schedules.ts';
import { defineEndpoint } from '../../platform/http/declaration/define-endpoint.ts';

const readSchedule = defineEndpoint({
  method: 'GET',
  path: '/me/schedule',
  operationId: 'getOwnSchedule',
  summary: 'Get the time zone of the caller and the times of their week.',
  description:
    'As they hold, and under `own` what the caller has chosen: all else is that of their team, or else of the tenant.',
  response: OwnSchedule,
  handler: async ({ graph }) => toResponse(await graph.one<Stored>('schedules/schedule')),
});

const changeSchedule = defineEndpoint({
  method: 'PUT',
  path: '/me/schedule',
  operationId: 'setOwnSchedule',
  summary: 'Set the time zone of the caller and the times of their week.',
  effects:
    'Replaces all choices. The weeks of the caller are those of the time zone from the next request on. A time that has passed when it is set ' +
    'does not count; one that was to come, and would be missed so, still does.',
  audit: { none: "The caller's own." },
  body: OwnTimes,
  response: OwnSchedule,
  resource: { read: readSchedule, lock: (graph) => graph.write('access/lock_caller') },
  async handler({ body, graph, now, newId }) {
    const { values, faults } = parseSettings(body);
    if (faults.length > 0) failInvalid(faults.map((message) => ({ pointer: `/${message.split(' ', 1)[0]}`, message })));
    const own = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
    const before = await graph.one<Stored>('schedules/schedule');
    const earlier = toResponse(before);
    const later = toResponse({ ...before, own: values });
    const clocks = scheduleNames.map((name) => ({
      kind: scheduledTypes[name],
      before: `${earlier.timezone} ${earlier[name]}`,
      after: `${later.timezone} ${later[name]}`,
    }));
    const given = findGivenUp(now, clocks).map((run) => ({
      ...run,
      payload: JSON.stringify({ weekStart: run.weekStart }),
    }));
    const stored = await graph.write<Stored>('schedules/set_schedule', { own, given, changeId: newId(), now });
    return toResponse(stored ?? (await failMissedWrite(graph, 'UNAUTHENTICATED')));
  },
});

const names = ['timezone', ...scheduleNames] as const;
type Stored = { own: OwnTimes; team: string | null; tenant: TenantSettings };

function toResponse({ own, team, tenant }: Stored): OwnSchedule {
  const settings = resolveSettings(tenant);
  const times = scheduleNames.map((name) => {
    const ofTeam = team === null ? undefined : getTeamTimes(settings.teamSchedules, name)[team];
    return [name, own[name] ?? ofTeam ?? settings[name]];
  });
  const resolved = { timezone: own.timezone ?? settings.timezone, ...Object.fromEntries(times) } as Required<OwnTimes>;
  return { ...resolved, own };
}

export const ownSchedule = [readSchedule, changeSchedule];
