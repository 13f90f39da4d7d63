// The table of changes and their audit entries: of each endpoint that changes something, and of each job.
import { expect } from 'chai';
import { servedSections } from '../../../src/app/sections.ts';
import { workQueues } from '../../../src/platform/outbox/queue-limits.ts';
import { createChanges, drawingOfChanges } from '../../support/changes.ts';
import { sharedCompany } from '../../support/company.ts';
import { identityProvider } from '../../support/identity-provider.ts';
import { service } from '../../support/service.ts';

const api = service();
const idp = identityProvider([]);
const acme = sharedCompany(api, drawingOfChanges);
const changing = servedSections
  .flatMap(({ endpoints }) => endpoints)
  .filter(({ method, safe }) => method !== 'GET' && !safe);
const steps = createChanges(api, acme, idp).audited;

type Entry = { action: string; actorId: string; source: string };
const entries = (): Promise<Entry[]> =>
  acme.statement(
    'MATCH (e:AuditEntry {tenantId: $tenantId}) RETURN e.action AS action, e.actorId AS actorId, e.source AS source ORDER BY e.recordedAt',
  ) as Promise<Entry[]>;

describe('an endpoint that changes something', () => {
  it('declares the action of its audit entry, or why it leaves none', () => {
    const unknown = changing.filter(({ audit }) => typeof audit !== 'string' && !audit?.none);
    expect(unknown.map(({ operationId }) => operationId)).to.deep.equal([]);
    const declared = changing.filter(({ audit }) => typeof audit === 'string').map(({ operationId }) => operationId);
    expect(Object.keys(steps)).to.have.members(declared);
  });

  for (const [name, step] of Object.entries(steps)) {
    it(`leaves the entry that it declares: ${name}`, async () => {
      const { audit } = changing.find(({ operationId }) => operationId === name) ?? {};
      const known = (await entries()).length;
      const { status, body } = await step();
      expect(status, JSON.stringify(body)).to.be.within(200, 299);
      const own = (await entries()).slice(known).find(({ action }) => action === audit);
      const { actorId, source } = own ?? expect.fail(`no entry ${JSON.stringify(audit)}`);
      expect(actorId).to.match(/^service:|^[0-9a-f-]{36}$/);
      expect(source).to.equal(name.includes('Scim') ? 'scim' : 'api');
    });
  }
});

describe('a job', () => {
  /** By queue: the actions of its entries, which the tests of the job compare, or why it leaves none. */
  const jobs: Record<string, string[] | string> = {
    notifications: 'delivers what another change announced',
    'mass-notifications': 'delivers what another change announced',
    emails: 'delivers what another change announced',
    'mass-emails': 'delivers what another change announced',
    chats: 'delivers what another change announced',
    'mass-chats': 'delivers what another change announced',
    trends: 'computes flags from scores, which anybody in sight may read',
    imports: 'reads a file for an admin, who confirms or rejects it',
    'people-imports': ['organisation.import', 'person.create', 'person.update', 'reporting-line.move'],
  };
  it('of each queue is in the table', () => {
    expect(Object.keys(jobs)).to.have.members([...workQueues]);
  });
});
