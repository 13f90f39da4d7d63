// An admin changes what somebody signs in with: who is told, and that a second admin lets the next account in.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { openSignIn } from '../../../src/features/identity/open-sign-in.ts';
import type { Approval } from '../../../src/features/role-requests/schema.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { Identity } from '../../../src/features/identity/schema.ts';
import { operator, toAdmin } from '../../../src/features/organisation/people/actor.ts';
import { decideApproval } from '../../../src/features/role-requests/approvals.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { client, company, fingerprint, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { audience, identityProvider } from '../../support/identity-provider.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { sharedWorker } from '../../support/in-process-worker.ts';
import { seconds, signed } from '../../support/jwks.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let aheadMs = 0;
const api = service((services) => ({
  signIn: openSignIn({ ...services, ...services.identity }, () => performance.now() + aheadMs),
}));
const idp = identityProvider([]);
const acme = freshCompany(api, 'Ada (admin)\nCeo\n  Mia\n    Bob\nEve (admin)\nPia (people_team)');
type Me = { id: string; message: string; code: string };
type Page<Item> = { items: Item[] };

beforeEach(async () => {
  const ofTenant = { tenantClaim: 'org_id', tenantValue: acme.tenantId };
  const input = { issuer: idp.issuer, audience, personClaim: 'email' as const, ...ofTenant };
  const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
  await createProvider(api.graph.bind({ tenantId: acme.tenantId, userId: 'operator' }), input, context);
  aheadMs += 2_001;
});

/** Signs in with an account of the company's provider, which has verified the address; after what was done is known. */
async function signIn(sub: string, email: string): Promise<Answer<Me>> {
  aheadMs += 2_001;
  const claims = { iss: idp.issuer, aud: audience, sub, org_id: acme.tenantId, email, email_verified: true };
  const token = signed(idp.key, { ...claims, iat: seconds(0), exp: seconds(3600) });
  return client(api, () => Promise.resolve(token)).get<Me>('/me');
}
const change = (by: string, who: string, fields: object): Promise<Answer> =>
  acme.as(by).patch(`/admin/users/${acme.id(who)}`, fields);
const second = 'ada.two@example.test';
const setting = (roleApproval: string): Promise<unknown> =>
  acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = $roleApproval', { roleApproval });
const waiting = async (by = 'Eve', query = ''): Promise<Approval[]> =>
  (await acme.as(by).get<Page<Approval>>(`/admin/approvals${query}`)).body.items;
const approve = (by: string, id: string): Promise<Answer> => acme.as(by).post(`/admin/approvals/${id}/approve`);
const identityOf = async (who: string): Promise<Identity | undefined> =>
  (await acme.as('Ada').get<Page<Identity>>(`/admin/users/${acme.id(who)}/identities`)).body.items[0];
type Event = { type: string; payload: string; recipientIds: string[]; addresses: string[] | null };
const events = (type: string): Promise<Event[]> =>
  acme.statement(
    `MATCH (e:OutboxEvent {tenantId: $tenantId, type: $type})
     RETURN e.type AS type, e.payload AS payload, e.recipientIds AS recipientIds, e.addresses AS addresses ORDER BY e.key`,
    { type },
  ) as Promise<Event[]>;

describe('an admin who changes what somebody signs in with', () => {
  it('has no other change approved than the one that another admin has looked at', async () => {
    expect((await signIn('ceo-account', 'ceo@example.test')).body.id).to.equal(acme.id('Ceo'));
    await acme.as('Ada').post(`/admin/identities/${(await identityOf('Ceo'))?.id}/unbind`);
    expect((await change('Ada', 'Ceo', { email: 'ceo.new@example.test' })).status).to.equal(200);
    const [seen] = await waiting();
    expect((await change('Ada', 'Ceo', { email: second })).status).to.equal(200);
    expect(refusal(await approve('Eve', seen?.id ?? ''))).to.deep.equal([404, 'APPROVAL_NOT_FOUND']);
    expect((await signIn('ada-two', second)).status).to.equal(401);
    const [changed] = await waiting();
    expect((await approve('Eve', changed?.id ?? '')).status).to.equal(204);
    expect((await signIn('ada-two', second)).body.id).to.equal(acme.id('Ceo'));
  });

  it('does not become them: the next account that would be bound waits for another admin', async () => {
    expect((await signIn('ceo-account', 'ceo@example.test')).body.id).to.equal(acme.id('Ceo'));
    expect((await change('Ada', 'Ceo', { email: second })).status).to.equal(200);
    const identity = await identityOf('Ceo');
    expect((await acme.as('Ada').post(`/admin/identities/${identity?.id}/unbind`)).status).to.equal(200);
    const before = await fingerprint(api, acme.tenantId);
    const { status, body } = await signIn('ada-two', second);
    expect([status, body.code]).to.deep.equal([401, 'UNAUTHENTICATED']);
    expect(body.message).to.include('another admin has to approve');
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);

    const [mark, ...others] = await waiting();
    expect(others).to.deep.equal([]);
    expect(mark).to.deep.include({ kind: 'sign_in', requesterId: acme.id('Ada'), changed: ['email', 'identity'] });
    expect(mark?.user).to.deep.include({ id: acme.id('Ceo') });
    expect(refusal(await approve('Ada', mark?.id ?? ''))).to.deep.equal([403, 'SAME_PERSON']);
    const rejected = await acme.as('Eve').post(`/admin/approvals/${mark?.id}/reject`);
    expect(refusal(rejected)).to.deep.equal([409, 'APPROVAL_STATE']);
    expect((await approve('Eve', mark?.id ?? '')).status).to.equal(204);
    expect(await waiting()).to.deep.equal([]);
    expect((await signIn('ada-two', second)).body.id).to.equal(acme.id('Ceo'));

    const { body: log } = await acme.as('Eve').get<Page<AuditEntry>>(`/audit?userId=${acme.id('Ceo')}`);
    const bound = log.items.filter(({ action }) => action === 'identity.bind');
    const all = bound.map((entry) =>
      Object.fromEntries((entry.values ?? []).map(({ field, after }) => [field, after])),
    );
    const values = all.find(({ keysChangedBy }) => keysChangedBy) ?? {};
    expect(values).to.include({
      keysChangedBy: acme.id('Ada'),
      keysChangedAt: api.clock.now,
      approvedBy: acme.id('Eve'),
    });
    expect(values['subject']).to.match(/^[0-9a-f]{32}$/);
    expect(log.items.map(({ action, actorId }) => [action, actorId])).to.deep.include.members([
      ['approval.approve', acme.id('Eve')],
      ['identity.unbind', acme.id('Ada')],
    ]);
    // used up: it says nothing of the next account
    expect(await acme.statement('MATCH (a:Approval {tenantId: $tenantId}) RETURN a')).to.deep.equal([]);
  });

  for (const [key, fields] of [
    ['an external id', { externalId: 'of-ada' }],
    ['an address', { email: second }],
  ] as const)
    it(`waits after ${key} with second_admin, also where nobody else is an admin`, async () => {
      await setting('second_admin');
      await acme.statement('MATCH (u:User {tenantId: $tenantId, name: "Eve"}) SET u.roles = []');
      expect((await change('Ada', 'Ceo', fields)).status).to.equal(200);
      expect((await signIn('x', 'email' in fields ? fields.email : 'ceo@example.test')).status).to.equal(401);
      const [mark] = await waiting('Ada');
      const asOperator = { now: api.clock.now, newId: () => randomUUID(), asOperator: true };
      await decideApproval(
        api.graph.bind({ tenantId: acme.tenantId, userId: 'operator' }),
        mark?.id ?? '',
        'approve',
        asOperator,
      );
      expect((await signIn('x', 'email' in fields ? fields.email : 'ceo@example.test')).status).to.equal(200);
    });

  it('goes ahead where they are the only admin, and the log says whose change made room', async () => {
    await acme.statement('MATCH (u:User {tenantId: $tenantId, name: "Eve"}) SET u.roles = []');
    expect((await change('Ada', 'Ceo', { email: second })).status).to.equal(200);
    expect((await signIn('ada-two', second)).body.id).to.equal(acme.id('Ceo'));
    const { body: log } = await acme.as('Ada').get<Page<AuditEntry>>('/audit?action=identity.bind');
    expect(log.items[0]?.values?.map(({ field, after = null }) => [field, after]).slice(1)).to.deep.equal([
      ['keysChangedBy', acme.id('Ada')],
      ['keysChangedAt', api.clock.now],
      ['approvedBy', null],
    ]);
  });

  it('waits for what the other one changed where two admins have each changed a key', async () => {
    await change('Ada', 'Ceo', { email: second });
    await change('Eve', 'Ceo', { externalId: 'of-eve' });
    const [mark] = await waiting();
    expect(mark?.changed).to.deep.equal(['email', 'externalId']);
    expect((await approve('Eve', mark?.id ?? '')).status).to.equal(204); // Ada's address
    expect((await waiting()).map(({ changed }) => changed)).to.deep.equal([['externalId']]);
    expect(refusal(await approve('Eve', mark?.id ?? ''))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await signIn('x', second)).status).to.equal(401);
    expect((await approve('Ada', mark?.id ?? '')).status).to.equal(204);
    expect(await waiting()).to.deep.equal([]);
    expect((await signIn('x', second)).body.id).to.equal(acme.id('Ceo'));
  });

  it('counts for the last change of each key alone, and never after a change by the operator or a directory', async () => {
    await change('Ada', 'Ceo', { email: 'typo@example.test' });
    await change('Eve', 'Ceo', { email: second });
    const [mark] = await waiting();
    expect(refusal(await approve('Eve', mark?.id ?? ''))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await approve('Ada', mark?.id ?? '')).status).to.equal(204);
    await change('Ada', 'Ceo', { email: 'again@example.test' }); // an approval of before counts no more
    expect((await signIn('x', 'again@example.test')).status).to.equal(401);
    const csv = `email,name,jobTitle,team,department,managerEmail,roles,externalId\nagain@example.test,Ceo,Boss,,,,,key-1\n`;
    const importBy = (by = operator, text = csv) =>
      importPeople(api.graph, { id: acme.tenantId }, Buffer.from(text), { now: new Date(api.clock.now), by });
    await acme.statement('MATCH (u:User {tenantId: $tenantId, name: "Ceo"}) SET u.externalId = "key-1"');
    expect((await importBy(operator, csv.replace('again@', 'new@'))).applied).to.equal(true);
    expect(await waiting()).to.deep.equal([]);
    expect((await signIn('x', 'new@example.test')).body.id).to.equal(acme.id('Ceo'));
  });

  it('waits after an import that an admin started, and never for an own key', async () => {
    await acme.statement(
      'MATCH (u:User {tenantId: $tenantId}) WHERE u.name IN ["Ceo", "Bob"] SET u.employeeNumber = u.name',
    );
    const csv =
      'email,name,jobTitle,team,department,managerEmail,roles,employeeNumber\n' +
      `${second},Ceo,Boss,,,,,Ceo\nbob2@example.test,Bob,,,,mia@example.test,,Bob\n`;
    const result = await importPeople(api.graph, { id: acme.tenantId }, Buffer.from(csv), {
      now: new Date(api.clock.now),
      by: toAdmin(acme.id('Ada'), 'api'),
    });
    expect([result.applied, result.faults]).to.deep.equal([true, []]);
    expect((await waiting()).map(({ user }) => user?.id)).to.have.members([acme.id('Ceo'), acme.id('Bob')]);
    expect((await signIn('x', second)).status).to.equal(401);
    expect((await change('Ada', 'Ada', { email: 'ada3@example.test' })).status).to.equal(200);
    expect((await signIn('y', 'ada3@example.test')).body.id).to.equal(acme.id('Ada'));
    const told = await events('account.keys_changed');
    expect(told.flatMap(({ recipientIds }) => recipientIds)).to.have.members([
      acme.id('Ceo'),
      acme.id('Bob'),
      acme.id('Ada'),
    ]);
    const wide = (await events('org.keys_changed')).map(({ payload }) => JSON.parse(payload) as object);
    expect(wide).to.have.deep.members([
      { personName: 'Bob', others: 1, changes: ['email'], by: 'admin' },
      { personName: 'Ada', others: 0, changes: ['email'], by: 'admin' },
    ]);
  });

  it('is seen and decided by admins of the tenant alone', async () => {
    await change('Ada', 'Ceo', { email: second });
    const [mark] = await waiting();
    const neighbour = await company(api, 'Zed (admin)');
    const before = await fingerprint(api, acme.tenantId);
    for (const by of [acme.as('Pia'), acme.as('Ceo'), neighbour.as('Zed')])
      for (const decision of ['approve', 'reject'])
        expect(refusal(await by.post(`/admin/approvals/${mark?.id}/${decision}`))).to.deep.equal([403, 'FORBIDDEN']);
    expect(refusal(await acme.as('Pia').get('/admin/approvals'))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await neighbour.as('Zed').get('/admin/approvals')).body['items']).to.deep.equal([]);
    const nobody = '/admin/approvals/00000000-0000-4000-8000-000000000000/approve';
    expect(refusal(await acme.as('Eve').post(nobody))).to.deep.equal([404, 'APPROVAL_NOT_FOUND']);
    expect(await waiting('Eve', '?kind=role')).to.deep.equal([]);
    expect(await waiting('Eve', '?kind=sign_in')).to.have.length(1);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('leaves nothing of the person when they are erased', async () => {
    await change('Ada', 'Bob', { email: second });
    await erasePerson(openErasureServices(api.graph, api.config), {
      tenantId: acme.tenantId,
      userId: acme.id('Bob'),
      now: new Date(api.clock.now),
      dryRun: false,
    });
    const left = JSON.stringify(
      await acme.statement('MATCH (n:$($label)) WHERE NOT n:AuditEntry AND NOT n:ChangeEntry RETURN n'),
    );
    for (const text of [acme.id('Bob'), 'bob@example.test', second]) expect(left).to.not.include(text);
  });
});

describe('the notice that by what somebody signs in was changed', () => {
  const mailbox = sharedInbox();
  sharedWorker(api, mailbox);

  it('goes to the address of before, in the app, and to admins and the People Team, whatever they switched off', async () => {
    const off = { preferences: [{ type: 'announcement', channels: [] }] };
    expect((await acme.as('Ceo').put('/notifications/preferences', off)).status).to.equal(200);
    const silent = { preferences: [{ type: 'account.keys_changed', channels: [] }] };
    expect(refusal(await acme.as('Ceo').put('/notifications/preferences', silent))).to.deep.equal([
      400,
      'VALIDATION_ERROR',
    ]);
    const policy = { channelsOff: ['account.keys_changed:email'] };
    expect(refusal(await acme.as('Ada').patch('/admin/settings', policy))).to.deep.equal([400, 'VALIDATION_ERROR']);
    await acme.statement(
      `MATCH (u:User {tenantId: $tenantId}) SET u.channels = '{"account.keys_changed":[],"org.keys_changed":[]}'
       WITH DISTINCT 1 AS one MATCH (t:Tenant {id: $tenantId}) SET t.channelsOff = ['account.keys_changed:email']`,
    );
    await change('Ada', 'Ceo', { email: second });
    type Told = { id: string; type: string; title: string; text: string };
    const toldTo = async (who: string, type: string): Promise<Told> => {
      const look = async () => (await acme.as(who).get<Page<Told>>(`/notifications?type=${type}`)).body.items;
      const [told] = await until(look, ({ length }) => length > 0);
      return told as Told;
    };
    const own = await toldTo('Ceo', 'account.keys_changed');
    expect(own.text).to.include('Ada changed your access here: the e-mail address.');
    const [mail] = await until(
      () => mailbox.mails(own.id),
      ({ length }) => length > 0,
    );
    expect(mail?.destination.to.join()).to.include('ceo@example.test');
    expect(mail?.headers.map(({ name }) => name)).to.not.include('List-Unsubscribe');
    expect(mail?.body.text)
      .to.match(/cannot be switched\s+off/)
      .and.not.include(second);
    for (const who of ['Eve', 'Pia', 'Ada']) {
      const { text } = await toldTo(who, 'org.keys_changed');
      expect(text).to.include('Ada changed the access of Ceo').and.not.include(second);
    }
  });
});
