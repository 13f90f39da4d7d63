// What is refused reads little, whatever a tenant has stored: the permission is decided before anything is looked for.
import { expect } from 'chai';
import { fillToBounds } from '../../../scripts/tools/bench/fill.ts';
import { listReads } from '../../../scripts/tools/bench/largest-requests.ts';
import { servedSections } from '../../../src/app/sections.ts';
import { buildExample } from '../../../src/platform/http/openapi/schemas.ts';
import { company, type Answer, type Company } from '../../support/company.ts';
import { countedHits } from '../../support/counted-hits.ts';
import { addCrowd } from '../../support/crowd.ts';
import { friday, service } from '../../support/service.ts';

/** Facts of the caller, of their line and of a page's limits; a list of what is stored has thousands. */
const mostHits = 1_000;
const monday = '2026-11-16';
const entries = 2_000;

describe('a refused request', () => {
  const api = service();
  const readHits = countedHits();
  const asked: string[] = [];
  const dear: string[] = [];
  let acme: Company;

  before(async () => {
    acme = await company(api, 'Ada (admin)\n  Mia\n    Bob');
    const people = await addCrowd(acme, 60, ['Mia', 'Ada']);
    await fillToBounds(api.graph, { tenantId: acme.tenantId, root: acme.id('Ada'), people });
    // what the benchmark does not fill, since it grows by age
    await acme.statement(
      `UNWIND range(1, $entries) AS n
       CREATE (:AuditEntry:$($label) {tenantId: $tenantId, id: randomUUID(), action: 'person.update', at: datetime($now) - duration({minutes: n}),
         actorId: $ada, userId: $ada, sequence: n})
       CREATE (:ChangeEntry:$($label) {tenantId: $tenantId, id: randomUUID(), key: 'user.updated:' + n, type: 'user.updated',
         subjectType: 'user', subjectId: $ada, changed: [], at: datetime($now), orgRevision: 0, sequence: n})
       CREATE (:AssistantUse:$($label) {tenantId: $tenantId, userId: randomUUID(), client: 'c', firstAt: datetime($now), lastAt: datetime($now)})
       MERGE (log:ChangeLog {tenantId: $tenantId})
       SET log:$($label), log.lastSequence = $entries, log.openThrough = $entries`,
      { entries, now: friday, ada: acme.id('Ada') },
    );
    await acme.statement('CALL db.resampleOutdatedIndexes()');
  });

  async function note(name: string, request: () => Promise<Answer>): Promise<void> {
    readHits();
    const { status } = await request();
    const hits = readHits();
    if (status !== 403 && status !== 404) return;
    asked.push(name);
    if (hits > mostHits) dear.push(`${name}: ${status}, ${hits} hits`);
  }

  it('reads little, with each parameter of a GET and with a body', async function () {
    this.timeout(0);
    const bob = acme.as('Bob');
    const ids = { userId: acme.id('Ada') };
    for (const { endpoints, prefix = '/v1' } of servedSections) {
      for (const endpoint of endpoints.filter(({ callers = ['user'] }) => callers.includes('user'))) {
        const { method, body, upload, operationId } = endpoint;
        const reads = listReads(endpoint, prefix, { monday, people: [], ids });
        const path = (read: { path: string }): string => read.path.replace(/^\/v1/, '');
        if (method === 'GET') for (const read of reads) await note(read.name, () => bob.get(path(read)));
        else if (!upload && reads[0]) {
          const name = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
          const at = path(reads[0]);
          await note(operationId, () =>
            name === 'delete' ? bob.delete(at) : bob[name](at, body && buildExample(body)),
          );
        }
      }
    }
    expect(dear).to.deep.equal([]);
    expect(asked).to.have.length.above(100);
    expect(asked).to.include.members(['/mvp/nominations', '/audit', '/changes', '/admin/org-plans']);
  });
});
