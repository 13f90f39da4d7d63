// What the work of each endpoint grows with is what its declaration says: database hits in a company with few of everything, beside one
// with many of one kind.
import { expect } from 'chai';
import { fillToBounds } from '../../../scripts/tools/bench/fill.ts';
import { listReads } from '../../../scripts/tools/bench/largest-requests.ts';
import { servedSections } from '../../../src/app/sections.ts';
import type { Endpoint, Stored } from '../../../src/platform/http/endpoint.ts';
import { roles } from '../../../src/platform/permissions.ts';
import { createChanges, drawingOfChanges } from '../../support/changes.ts';
import { company, type Company } from '../../support/company.ts';
import { countedHits } from '../../support/counted-hits.ts';
import { addCrowd } from '../../support/crowd.ts';
import { identityProvider } from '../../support/identity-provider.ts';
import { aQuestion } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const people = { few: 60, many: 900 };
/** The label that is filled for each kind; of people there are more. */
const labels: Record<Exclude<Stored, 'people'>, string> = {
  summaries: 'Summary',
  questions: 'Question',
  goals: 'Goal',
  nominations: 'Nomination',
  notifications: 'Notification',
  plans: 'OrgPlan',
  groups: 'ScimGroup',
};
const kinds = ['people', ...Object.keys(labels)] as Stored[];
/** Growth is more than this, and several times of what it was. Of 900 people, three hits each are more. The rows of a page are no growth. */
const mostMore = { usual: 2_500, ofPage: 201 * 80 };
const mostTimes = 3;

type Hits = Map<string, Map<string, number>>;
const endpoints = servedSections.flatMap((section) =>
  section.endpoints.map((endpoint) => ({ endpoint, prefix: section.prefix ?? '/v1' })),
);
const reads = endpoints.filter(
  ({ endpoint: { method, callers = ['user'] }, prefix }) =>
    method === 'GET' && prefix === '/v1' && callers.includes('user'),
);

const pages = new Set(
  reads
    .filter(({ endpoint: { query } }) => query && 'limit' in query.properties)
    .map(({ endpoint }) => endpoint.operationId),
);

describe('the work of an endpoint', () => {
  const api = service();
  const readHits = countedHits();
  const idp = identityProvider([]);
  const grown = new Map<string, Set<Stored>>();
  let base: Hits;

  /** The hits of each endpoint, by what was asked of it. */
  async function measure(kind: Stored | null): Promise<Hits> {
    const hits: Hits = new Map();
    const acme = await company(api, drawingOfChanges);
    const crowd = await addCrowd(acme, kind === 'people' ? people.many : people.few, ['Eve', 'Mia']);
    const filled = { tenantId: acme.tenantId, root: acme.id('Ada'), people: [acme.id('Bob'), ...crowd] };
    if (kind !== null && kind !== 'people') await fillToBounds(api.graph, filled, [labels[kind]]);
    const note = async (id: string, asked: string, request: () => Promise<unknown>): Promise<void> => {
      readHits();
      await request();
      const own = hits.get(id) ?? new Map<string, number>();
      hits.set(id, own.set(asked, readHits()));
    };
    await setRoles(acme, roles);
    const asked = await acme.as('Ada').post<{ id: string }>('/questions', aQuestion());
    const ids = { userId: acme.id('Bob'), questionId: asked.body.id };
    for (const { endpoint, prefix } of reads)
      for (const who of ['Ada', 'Bob'])
        for (const { name, path } of listReads(endpoint, prefix, {
          monday: '2026-11-16',
          people: [],
          ids,
        }))
          await note(endpoint.operationId, `${name} by ${who}`, () => acme.as(who).get(path.replace(/^\/v1/, '')));
    await setRoles(acme, ['admin']);
    const { audited, bare } = createChanges(api, acme, idp);
    for (const [name, step] of Object.entries({ ...bare, ...audited })) await note(name, name, step);
    return hits;
  }
  const setRoles = (acme: Company, held: readonly string[]): Promise<unknown> =>
    acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.roles = $held', { id: acme.id('Ada'), held });

  it('is measured in a small company', async function () {
    this.timeout(0);
    base = await measure(null);
    expect(base.size).to.be.above(100);
  });

  for (const kind of kinds)
    it(`is measured with many ${kind}`, async function () {
      this.timeout(0);
      for (const [id, own] of await measure(kind))
        for (const [asked, hits] of own) {
          const few = base.get(id)?.get(asked) ?? 0;
          if (hits <= few + mostMore[pages.has(id) ? 'ofPage' : 'usual'] || hits <= mostTimes * few) continue;
          grown.set(id, (grown.get(id) ?? new Set()).add(kind));
          console.log(`      ${id} (${asked}): ${few} hits, and ${hits} with many ${kind}`);
        }
    });

  it('grows with what its declaration says, and with nothing else', () => {
    const measured = (id: string): Stored[] => kinds.filter((kind) => grown.get(id)?.has(kind));
    const declared = (one: Endpoint): Stored[] => kinds.filter((kind) => one.growsWith?.includes(kind));
    const different = endpoints
      .map(({ endpoint }) => endpoint)
      .filter((one) => base.has(one.operationId) && declared(one).join() !== measured(one.operationId).join())
      .map((one) => `${one.operationId}: ${measured(one.operationId).join()}, and declared ${declared(one).join()}`);
    expect(different).to.deep.equal([]);
  });

  it('has a line of its own where a read grows with people', () => {
    const light = reads.filter(
      ({ endpoint: { growsWith = [], isHeavy, isBulk } }) => growsWith.includes('people') && !isHeavy && !isBulk,
    );
    expect(light.map(({ endpoint }) => endpoint.operationId)).to.deep.equal([]);
  });
});
