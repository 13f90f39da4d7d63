// What an organisation lacks before its first week: what is missing rather than wrong. check.ts finds what is wrong.
import { readPermitted } from '../../../platform/access/in-sight.ts';
import { permit, rolesThatHold } from '../../../platform/access/permissions.ts';
import type { Graph } from '../../../platform/graph/client.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import { settings } from '../../../platform/settings/settings.ts';

/** `isMissing`: somebody should fill it in; else it may be as it should. The phrases make a sentence with a number. */
type GapKind = { isMissing: boolean; one: string; several: string; says: string };

const aPerson = { one: 'person has', several: 'people have' };
const someone = { one: 'person is', several: 'people are' };

/** The kinds of gaps, in the order in which they are shown. cypher/organisation/check/readiness.cypher finds them. */
export const gapKinds = {
  withoutManager: { isMissing: true, ...aPerson, says: 'no manager, apart from the top of the chart' },
  pendingManager: {
    isMissing: true,
    one: 'person waits',
    several: 'people wait',
    says: 'for a manager who is not there yet',
  },
  withoutTeam: { isMissing: true, ...someone, says: 'in no team' },
  withoutDepartment: { isMissing: true, ...someone, says: 'in a team without a department' },
  emailStopped: { isMissing: true, ...aPerson, says: 'an address that gets no mail, after a bounce or complaint' },
  withoutRegion: { isMissing: true, ...aPerson, says: 'no region, and the organisation has none for them' },
  withoutTimezone: { isMissing: false, ...aPerson, says: 'a region in another country, and no time zone of their own' },
  startsLater: { isMissing: false, one: 'person starts', several: 'people start', says: 'on a later day' },
  teamOfOne: { isMissing: false, one: 'team has', several: 'teams have', says: 'one member' },
  smallDepartment: {
    isMissing: false,
    one: 'department has',
    several: 'departments have',
    says: 'fewer people than the setting minimumGroup',
  },
} as const satisfies Record<string, GapKind>;

export type GapKindName = keyof typeof gapKinds;
export const gapKindNames = Object.keys(gapKinds) as GapKindName[];

/** A person, a team or a department. `people` is the number of active people in a team or department. */
export type GapEntry = {
  userId?: string;
  name: string;
  email?: string;
  manager?: string;
  startDate?: string;
  region?: string;
  people?: number;
};
export type Gap = { kind: GapKindName; isMissing: boolean; count: number; message: string; entries: GapEntry[] };
/** `missing` counts what somebody should fill in. `gaps` has the kinds that there are, each with its first entries by name. */
export type Readiness = { missing: number; gaps: Gap[] };

/** The most entries of each kind in the answer. */
export const maxEntries = 1_000;

/**
 * Finds the gaps of the organisation in one read, whatever its size. `asOperator` needs no permission.
 *
 * @throws {ApiError} FORBIDDEN
 */
export async function checkReadiness(graph: Graph, asOperator: boolean, now: string): Promise<Readiness> {
  const params = {
    asOperator,
    permittedRoles: rolesThatHold('organisation:manage'),
    now,
    minimumGroup: settings.minimumGroup.default,
    limit: maxEntries,
  };
  const { rows } = await readPermitted<object, Pick<Gap, 'kind' | 'count' | 'entries'>>(
    graph,
    ['organisation/check/readiness', params],
    (standing) => permit(standing, 'organisation:manage'),
  );
  const found: Gap[] = [];
  for await (const page of rows) {
    for (const { kind, count, entries } of page)
      found.push({ kind, isMissing: gapKinds[kind].isMissing, count, message: describeGap(kind, count), entries });
  }
  const gaps = gapKindNames.flatMap((name) => found.filter(({ kind }) => kind === name));
  return { missing: gaps.reduce((sum, { isMissing, count }) => sum + (isMissing ? count : 0), 0), gaps };
}

function describeGap(kind: GapKindName, count: number): string {
  const { one, several, says } = gapKinds[kind];
  return `${pluralize(count, one, several)} ${says}`;
}
