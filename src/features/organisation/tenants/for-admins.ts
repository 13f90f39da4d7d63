// What admins do with their whole organisation over HTTP: the functions of the commands, for one tenant.
import { fail } from '../../../platform/errors.ts';
import type { GraphClient, Rows } from '../../../platform/graph/client.ts';
import type { ViewParams } from '../../../platform/time/as-of.ts';
import { checkPeople, type Finding } from './check.ts';
import type { ExistingPerson } from '../import/columns.ts';
import { diffCharts, type ChartDiff } from '../import/diff.ts';
import { readPeoplePages } from '../people/people.ts';
import { runAlone } from '../import/stage-people.ts';

/** Check and comparison read everybody into memory. */
const mostPeople = 20_000;

/** What handlers of this feature get. */
export type OrganisationContext = { organisation: Organisation };
export type Organisation = {
  check(): Promise<Finding[]>;
  diff(minimumGroup: number, views: { from: ViewParams | null; to: ViewParams | null }): Promise<ChartDiff>;
  /** Active people by address, page by page. */
  export(view: ViewParams | null): Rows<ExistingPerson>;
};

/**
 * Binds the functions to a tenant.
 *
 * @throws {ApiError} LIMIT_REACHED in an organisation that is too large; each: DATABASE_UNAVAILABLE
 */
export function openOrganisation(graph: GraphClient, tenantId: string): Organisation {
  async function runOnAll<Result>(work: () => Promise<Result>): Promise<Result> {
    const { people, left } = await graph.bind({ tenantId }).one<{ people: number; left: number }>('organisation/count');
    if (people + left > mostPeople) fail('LIMIT_REACHED', tooManyMessage);
    return work();
  }
  return {
    check: () => runOnAll(() => checkPeople(graph, tenantId)),
    diff: (minimumGroup, views) => runOnAll(() => diffCharts(graph, { id: tenantId, minimumGroup }, views)),
    export: (view) => exportPages(graph, tenantId, view),
  };
}

const tooManyMessage = `Your organisation has more than ${mostPeople.toLocaleString('en')} people; ask who operates the service to do this by the command line.`;

/** Each page is a transaction of its own: a client that reads slowly holds none. */
async function* exportPages(graph: GraphClient, tenantId: string, view: ViewParams | null): Rows<ExistingPerson> {
  const alone = { rows: runAlone(graph, { tenantId }) };
  for await (const page of readPeoplePages(alone, view)) yield page.filter(({ active }) => active);
}
