// Reads of what others wrote, and of their scores, by a role with tenant scope are in the audit log; others are not.
import { expect } from 'chai';
import { recordRead } from '../../../src/platform/audit/record-read.ts';
import { ApiError } from '../../../src/platform/errors.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import { freshCompany } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(
  api,
  'Ada (admin)\n  Mia (senior_manager)\n    Bob\nEve (admin)\nPia (people_team)\n  Tom (people_team)\n    Una',
);
let summaryId: string;
beforeEach(async () => {
  summaryId = await submit('Bob');
});

const week = '2026-11-16';
const submit = async (who: string): Promise<string> =>
  (await acme.as(who).post<{ id: string }>('/summaries', aSummary({ proud: 'A secret' }))).body.id;
const statusOf = async (who: string, path: string): Promise<number> => (await acme.as(who).get(path)).status;
const nameOf = (id = ''): string | undefined => acme.people.find((person) => person.id === id)?.name;
/** [action, actor, person] of the entries of reads, oldest first. */
async function readLog(): Promise<(string | undefined)[][]> {
  const { body } = await acme.as('Eve').get<{ items: AuditEntry[] }>('/audit');
  const reads = body.items.filter(({ action }) => /\.(read|list)$/.test(action));
  return reads.map(({ action, actorId, userId }) => [action, nameOf(actorId), nameOf(userId)]).toReversed();
}
const aboutBob = (): string[] => {
  const user = `/users/${acme.id('Bob')}`;
  return [`/summaries/${summaryId}`, `${user}/scores`, `${user}/insights`, `${user}/motivators`];
};

describe('a read by a role with tenant scope', () => {
  it('of a person leaves an entry with reader, person, kind and moment before it is answered, without personal text', async () => {
    for (const path of aboutBob()) await acme.as('Pia').get(path);
    const expected = ['summary', 'scores', 'insights', 'motivators'].map((kind) => [`${kind}.read`, 'Pia', 'Bob']);
    expect(await readLog()).to.have.deep.members(expected);
    const { body } = await acme.as('Eve').get<{ items: AuditEntry[] }>('/audit?action=summary.read');
    const [{ id: _id, traceId, actor: _actor, user: _user, ...entry } = {} as AuditEntry] = body.items;
    expect(entry).to.deep.equal({
      action: 'summary.read',
      at: friday,
      actorId: acme.id('Pia'),
      userId: acme.id('Bob'),
      source: 'api',
      values: [{ field: 'summaryId', after: summaryId }],
    });
    expect(traceId).to.match(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(body)).to.not.include('A secret');
  });

  it('of a list leaves one entry, whoever is in it', async () => {
    const digest = `/summaries/reports/weekly-digest?weekStart=${week}`;
    for (const path of [digest, '/summaries/insights/trends', '/reports/team', '/reports/check-ins', '/summaries'])
      expect(await statusOf('Pia', path), path).to.equal(200);
    await acme.as('Pia').get(`/summaries?author=${acme.id('Bob')}`);
    const kinds = ['digest', 'trends', 'team', 'check-ins', 'summaries'];
    expect(await readLog()).to.have.deep.members([
      ...kinds.map((kind) => [`${kind}.list`, 'Pia', undefined]),
      ['summaries.list', 'Pia', 'Bob'],
    ]);
  });

  it('of the overview of a person leaves that of their scores, for who may see these', async () => {
    for (const who of ['Ada', 'Pia', 'Bob']) await acme.as(who).get(`/users/${acme.id('Bob')}/overview`);
    expect(await readLog()).to.deep.equal([['scores.read', 'Pia', 'Bob']]);
  });

  it('is one entry within a minute, also of reads at once, and another one after it', async () => {
    const path = `/summaries/${summaryId}`;
    await Promise.all([1, 2, 3].map(() => statusOf('Pia', path)));
    api.clock.now = '2026-11-20T10:00:59.999Z';
    expect(await statusOf('Pia', path)).to.equal(200);
    expect(await readLog()).to.have.lengthOf(1);
    expect(await statusOf('Tom', path)).to.equal(200);
    api.clock.now = '2026-11-20T10:01:00.000Z';
    expect(await statusOf('Pia', path)).to.equal(200);
    expect((await readLog()).map(([, who]) => who).sort()).to.deep.equal(['Pia', 'Pia', 'Tom']);
  });

  it('is told by what permits it: by the line it leaves none, whatever roles the reader has', async () => {
    const ofUna = await submit('Una');
    for (const who of ['Tom', 'Pia', 'Una']) expect(await statusOf(who, `/summaries/${ofUna}`)).to.equal(200);
    for (const path of aboutBob().slice(0, 2)) expect(await statusOf('Mia', path)).to.equal(200);
    for (const path of ['/summaries', '/summaries/reports/weekly-digest', '/reports/team'])
      expect(await statusOf('Mia', path)).to.equal(200);
    expect(await statusOf('Pia', '/summaries?author=me')).to.equal(200);
    expect(await statusOf('Ada', `/summaries/${summaryId}`)).to.equal(200);
    expect(await statusOf('Eve', `/summaries/${summaryId}`)).to.equal(403);
    expect(await readLog()).to.deep.equal([]);
    // The profile of somebody two levels below is for the People Team, not for the line.
    await acme.as('Pia').get(`/users/${acme.id('Una')}/insights`);
    expect(await readLog()).to.deep.equal([['insights.read', 'Pia', 'Una']]);
  });

  it('whose entry cannot be written is not answered, and is written with the next one', async () => {
    const answers = [() => Promise.reject(new ApiError('DATABASE_UNAVAILABLE')), () => Promise.resolve(null)];
    const written: unknown[] = [];
    const write = (...call: unknown[]): Promise<null> => {
      written.push(call);
      return answers[written.length - 1]?.() ?? Promise.reject(new Error('written too often'));
    };
    const reading = { action: 'digest.list', callerId: acme.id('Pia'), now: new Date(friday) };
    const record = (): Promise<void> => recordRead({ write }, reading);
    const first = [record(), record()];
    const outcomes = await Promise.allSettled(first);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    for (let again = 0; again < 2; again += 1) await record();
    expect(written).to.have.lengthOf(2);
  });
});

describe('a read by a deputy', () => {
  const name = (by: string, of: string, deputy: string, rights = ['read']) =>
    acme
      .as(by)
      .put(`/users/${acme.id(of)}/deputies/${acme.id(deputy)}`, { from: '2026-11-20', to: '2026-11-20', rights });
  const logged = async (): Promise<unknown[]> => {
    const { body } = await acme.as('Eve').get<{ items: AuditEntry[] }>('/audit');
    const reads = body.items.filter(({ action }) => /\.(read|list)$/.test(action));
    return reads.map(({ action, actorId, values = [] }) => [
      action,
      nameOf(actorId),
      values.find(({ field }) => field === 'by')?.after,
    ]);
  };

  it('leaves an entry, of a list one, unless they stand above themselves or read what is theirs', async () => {
    expect((await name('Mia', 'Mia', 'Una')).status).to.equal(200);
    for (const path of aboutBob().slice(0, 2)) expect(await statusOf('Una', path)).to.equal(200);
    expect(await statusOf('Una', `/users/${acme.id('Bob')}/overview`)).to.equal(200);
    for (const path of ['/summaries', `/summaries/reports/weekly-digest?weekStart=${week}`])
      expect(await statusOf('Una', path)).to.equal(200);
    expect(await logged()).to.have.deep.members([
      ['summary.read', 'Una', 'deputy'],
      ['scores.read', 'Una', 'deputy'],
      ['summaries.list', 'Una', 'deputy'],
      ['digest.list', 'Una', 'deputy'],
    ]);
    expect((await name('Mia', 'Mia', 'Ada')).status).to.equal(200); // who stands above anyway
    expect(await statusOf('Ada', `/summaries/${summaryId}`)).to.equal(200);
    expect(await statusOf('Una', `/summaries/${await submit('Una')}`)).to.equal(200);
    expect(await statusOf('Una', '/summaries?author=me')).to.equal(200);
    expect(await logged()).to.have.lengthOf(4);
  });

  it('of summaries that wait for a response leaves one as well', async () => {
    expect((await name('Mia', 'Mia', 'Una', ['answer'])).status).to.equal(200);
    expect(await statusOf('Una', '/summaries?direct=true&state=unanswered')).to.equal(200);
    expect(await logged()).to.deep.equal([['summaries.list', 'Una', 'deputy']]);
  });

  it('or by a line younger than a day leaves an entry: the mover’s, and that of everybody above; not of a new account', async () => {
    const move = (who: string, to: string) =>
      acme.as('Eve').put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) });
    expect((await move('Mia', 'Eve')).status).to.equal(200);
    for (const who of ['Eve', 'Mia']) expect(await statusOf(who, `/summaries/${summaryId}`)).to.equal(200);
    expect(await statusOf('Eve', `/users/${acme.id('Mia')}/scores`)).to.equal(200);
    expect(await logged()).to.have.deep.members([
      ['summary.read', 'Eve', 'new_line'],
      ['scores.read', 'Eve', 'new_line'],
    ]);
    const created = await acme.as('Eve').post<{ id: string }>('/admin/users', {
      email: 'new@a.example',
      name: 'New',
      managerId: acme.id('Mia'),
    });
    expect(await statusOf('Mia', `/users/${created.body.id}/scores`)).to.equal(200);
    expect(await logged()).to.have.lengthOf(2);
    api.clock.now = '2026-11-21T10:00:00.000Z';
    expect(await statusOf('Eve', `/summaries/${summaryId}`)).to.equal(200);
    expect(await logged()).to.have.lengthOf(2);
  });
});

describe('the half second of an admin', () => {
  it('is refused to themself; with a helper both entries name the role, admins and People Team are told, reads are logged', async () => {
    const give = (by: string, roles: string[]) => acme.as(by).patch(`/admin/users/${acme.id('Ada')}`, { roles });
    const path = `/users/${acme.id('Una')}/scores`;
    expect(await statusOf('Ada', path)).to.equal(403);
    const own = await give('Ada', ['admin', 'people_team']);
    expect([own.status, own.body['code']]).to.deep.equal([403, 'OWN_ROLES']);
    expect(await statusOf('Ada', path)).to.equal(403);
    expect((await give('Eve', ['admin', 'people_team'])).status).to.equal(200);
    expect(await statusOf('Ada', path)).to.equal(200);
    expect((await give('Eve', ['admin'])).status).to.equal(200);
    expect(await statusOf('Ada', path)).to.equal(403);

    const { body } = await acme.as('Eve').get<{ items: AuditEntry[] }>('/audit');
    const told = body.items.map(({ action, actorId, userId, values }) => [
      action,
      nameOf(actorId),
      nameOf(userId),
      ...(values ?? []).map(({ before, after }) => `${before} → ${after}`),
    ]);
    expect(told).to.have.deep.members([
      ['person.update', 'Eve', 'Ada', 'admin → admin,people_team'],
      ['scores.read', 'Ada', 'Una'],
      ['person.update', 'Eve', 'Ada', 'admin,people_team → admin'],
    ]);
    const notices = await acme.statement(`MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'org.role_given'})
       RETURN COLLECT { MATCH (u:User {tenantId: $tenantId}) WHERE u.id IN e.recipientIds RETURN u.name ORDER BY u.name } AS names`);
    expect(notices).to.deep.equal([{ names: ['Ada', 'Eve', 'Pia', 'Tom'] }]);
  });
});
