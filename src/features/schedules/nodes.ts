// The nodes of weekly reminders.
import type { NodeTable } from '../../platform/graph/nodes.ts';

export const scheduleNodes = {
  WeeklyRun: {
    holds: 'That the reminders or digests of a week were sent, and for which clocks.',
    most: { ofTenant: 'one for each week and kind' },
    hasPersonalText: false,
    erased: 'it names nobody',
    exported: 'a week, time zones and times of the day',
    kept: 'until the tenant is deleted',
    archived: {},
  },
} as const satisfies NodeTable;
