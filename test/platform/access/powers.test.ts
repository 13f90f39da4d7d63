// The table of powers: each way in which somebody can come to read what others wrote, or to act as them. Its rows are these tests.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { openSignIn } from '../../../src/features/identity/open-sign-in.ts';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import type { Approval } from '../../../src/features/role-requests/schema.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { Identity } from '../../../src/features/identity/schema.ts';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { changeTenant } from '../../../src/features/organisation/tenants/change-settings.ts';
import { client, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { audience, identityProvider } from '../../support/identity-provider.ts';
import { seconds, signed } from '../../support/jwks.ts';
import { aSummary } from '../../support/samples.ts';
import { directory, patchOf } from '../../support/scim.ts';
import { service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

let aheadMs = 0;
const api = service((services) => ({
  signIn: openSignIn({ ...services, ...services.identity }, () => performance.now() + aheadMs),
}));
const { run } = shell();
const idp = identityProvider([]);
const acme = freshCompany(api, 'Ada (admin)\n  Dee\nEve (admin)\nCeo\n  Mia\n    Bob\n  Vic\nPia (people_team)\nTed †');
let summaryId: string;
beforeEach(async () => {
  const ofTenant = { tenantClaim: 'org_id', tenantValue: acme.tenantId };
  const input = { issuer: idp.issuer, audience, personClaim: 'email' as const, ...ofTenant };
  const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
  await createProvider(api.graph.bind({ tenantId: acme.tenantId, userId: 'operator' }), input, context);
  ({ id: summaryId } = (await acme.as('Bob').post<{ id: string }>('/summaries', aSummary())).body);
  await acme.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e');
});

type Body = { id: string; message: string };
const second = [403, 'SECOND_ADMIN'];
const demand = (value = 'second_admin'): Promise<unknown> =>
  acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = $value', { value });
const patch = (by: string, who: string, fields: object): Promise<Answer<Body>> =>
  acme.as(by).patch<Body>(`/admin/users/${acme.id(who)}`, fields);
const move = (by: string, who: string, to: string): Promise<Answer> =>
  acme.as(by).put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: acme.id(to) });
const term = { from: '2026-11-20', to: '2026-11-27', rights: ['read'] };
const name = (by: string, of: string, deputy: string): Promise<Answer> =>
  acme.as(by).put(`/users/${acme.id(of)}/deputies/${acme.id(deputy)}`, term);
const read = async (by: string): Promise<number> => (await acme.as(by).get(`/summaries/${summaryId}`)).status;
async function signIn(sub: string, email: string): Promise<Answer<Body>> {
  aheadMs += 2_001;
  const claims = { iss: idp.issuer, aud: audience, sub, org_id: acme.tenantId, email, email_verified: true };
  const token = signed(idp.key, { ...claims, iat: seconds(0), exp: seconds(3600) });
  return client(api, () => Promise.resolve(token)).get<Body>('/me');
}
const identityOf = async (who: string): Promise<string | undefined> =>
  (await acme.as('Ada').get<{ items: Identity[] }>(`/admin/users/${acme.id(who)}/identities`)).body.items[0]?.id;
/** Another admin approves what waits. */
async function approveAll(by = 'Eve'): Promise<void> {
  const { body } = await acme.as(by).get<{ items: Approval[] }>('/admin/approvals');
  expect(body.items).to.not.deep.equal([]);
  for (const { id } of body.items)
    expect((await acme.as(by).post(`/admin/approvals/${id}/approve`)).status).to.equal(204);
}
const nameOf = (id: string): string => acme.people.find((one) => one.id === id)?.name ?? id;
/** Who was told of what, once each. */
async function told(type: string): Promise<string[]> {
  const rows = (await acme.statement(
    'MATCH (e:OutboxEvent {tenantId: $tenantId, type: $type}) RETURN e.recipientIds AS ids',
    { type },
  )) as { ids: string[] }[];
  return rows.flatMap(({ ids }) => ids.map(nameOf)).sort();
}
/** The entries of an action: who, about whom, and the values after. */
async function logged(action: string): Promise<[string, string | undefined, Record<string, string | undefined>][]> {
  const { body } = await acme.as('Eve').get<{ items: AuditEntry[] }>(`/audit?action=${action}`);
  return body.items.map(({ actorId, userId, values = [] }) => [
    ...([nameOf(actorId), userId && nameOf(userId)] as const),
    Object.fromEntries(values.map(({ field, after }) => [field, after])),
  ]);
}
const wide = ['Ada', 'Eve', 'Pia'];

const powers: Record<string, () => Promise<void>> = {
  async 'An admin gives somebody else a role with tenant scope'() {
    expect((await patch('Ada', 'Dee', { roles: ['people_team'] })).status).to.equal(200);
    expect(await told('org.role_given')).to.deep.equal(['Ada', 'Dee', 'Eve', 'Pia']);
    expect(await logged('person.update')).to.deep.equal([['Ada', 'Dee', { roles: 'people_team' }]]);
    expect([await read('Dee'), (await logged('summary.read')).length]).to.deep.equal([200, 1]);
    await demand();
    expect(refusal(await patch('Ada', 'Vic', { roles: ['people_team'] }))).to.deep.equal([403, 'ROLE_APPROVAL']);
    await acme.as('Ada').post(`/admin/users/${acme.id('Vic')}/role-request`, { role: 'people_team' });
    await approveAll();
    expect(await read('Vic')).to.equal(200);
  },

  async 'An admin changes a key of somebody, so that another account signs in as that person next'() {
    for (const value of ['none', 'second_admin']) {
      await demand(value);
      const email = `${value.replace('_', '-')}@example.test`;
      expect((await patch('Ada', 'Ceo', { email })).status).to.equal(200);
      expect((await signIn(value, email)).body.message).to.include('another admin has to approve');
    }
    await approveAll();
    expect((await signIn('a', 'second-admin@example.test')).body.id).to.equal(acme.id('Ceo'));
    expect(await told('account.keys_changed')).to.deep.equal(['Ceo', 'Ceo']);
    expect(await told('org.keys_changed')).to.deep.equal([...wide, ...wide].sort());
    const [[who, , values] = []] = await logged('identity.bind');
    expect([who, values?.['keysChangedBy'], values?.['approvedBy']]).to.deep.equal([
      'Ceo',
      acme.id('Ada'),
      acme.id('Eve'),
    ]);
    await demand('none');
    await acme.statement(`MATCH (u:User {tenantId: $tenantId, name: 'Eve'}) SET u.roles = []`);
    await patch('Ada', 'Vic', { email: 'v@example.test' });
    expect((await signIn('v', 'v@example.test')).body.id).to.equal(acme.id('Vic'));
  },

  async 'An admin unbinds the account with which somebody signs in, so that another account is next'() {
    await signIn('real', 'ceo@example.test');
    await acme.as('Ada').post(`/admin/identities/${await identityOf('Ceo')}/unbind`);
    for (const value of ['none', 'second_admin']) {
      await demand(value);
      expect((await signIn('other', 'ceo@example.test')).status).to.equal(401);
    }
    await approveAll();
    expect((await signIn('other', 'ceo@example.test')).status).to.equal(200);
    expect([await told('account.keys_changed'), await told('org.keys_changed')]).to.deep.equal([['Ceo'], wide]);
    expect((await logged('identity.unbind')).map(([by, about]) => [by, about])).to.deep.equal([['Ada', 'Ceo']]);
    expect((await logged('identity.bind')).some(([, , values]) => values['keysChangedBy'] === acme.id('Ada'))).to.equal(
      true,
    );
  },

  async 'An admin binds an account again that was unbound'() {
    await demand();
    await signIn('real', 'ceo@example.test');
    const id = await identityOf('Ceo');
    await acme.as('Eve').post(`/admin/identities/${id}/unbind`);
    await acme.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e');
    expect((await acme.as('Ada').post(`/admin/identities/${id}/bind`)).status).to.equal(200);
    expect((await signIn('real', 'ceo@example.test')).status).to.equal(200);
    expect([await told('account.keys_changed'), await told('org.keys_changed')]).to.deep.equal([['Ceo'], wide]);
    const own = (await logged('identity.bind')).find(([by]) => by === 'Ada');
    expect(own?.[2]['subject']).to.match(/^[0-9a-f]{32}$/);
  },

  async 'An admin adds an identity provider'() {
    const input = {
      issuer: idp.issuer,
      audience: 'own',
      tenantClaim: 'org_id',
      tenantValue: 'x',
      personClaim: 'email',
    };
    const claims = {
      iss: idp.issuer,
      aud: 'own',
      org_id: 'x',
      sub: 'ada',
      email: 'ada@example.test',
      exp: seconds(60),
    };
    const token = signed(idp.key, { ...claims, email_verified: true });
    const add = (by: string): Promise<Answer> => acme.as(by).post('/admin/identity-providers', { ...input, token });
    expect((await add('Eve')).status).to.equal(400); // the token is not about her
    await demand();
    expect(refusal(await add('Ada'))).to.deep.equal([403, 'ROLE_APPROVAL']);
    await demand('none');
    expect((await add('Ada')).status).to.equal(201);
    expect(await told('identity.provider_changed')).to.deep.equal(wide);
    expect((await logged('identity-provider.create')).map(([by]) => by)).to.include('Ada');
  },

  async 'An admin names a deputy for somebody else'() {
    expect((await name('Ada', 'Mia', 'Dee')).status).to.equal(200);
    expect(await told('deputy.named')).to.deep.equal(['Mia']);
    expect((await logged('deputy.set')).map(([by, about]) => [by, about])).to.deep.equal([['Ada', 'Mia']]);
    expect([await read('Dee'), (await logged('summary.read'))[0]?.[2]['by']]).to.deep.equal([200, 'deputy']);
    await demand();
    expect(refusal(await name('Ada', 'Mia', 'Vic'))).to.deep.equal(second);
    await acme.as('Ada').post('/admin/approvals/deputy', { userId: acme.id('Mia'), deputyId: acme.id('Vic'), ...term });
    await approveAll();
    expect(await read('Vic')).to.equal(200);
  },

  async 'An admin moves somebody below themself, or below a deputy whom they named'() {
    await demand();
    expect(refusal(await move('Ada', 'Bob', 'Ada'))).to.deep.equal(second);
    await demand('none');
    await name('Ada', 'Vic', 'Dee');
    await demand();
    expect(refusal(await move('Ada', 'Bob', 'Vic'))).to.deep.equal(second);
    await acme.as('Ada').post('/admin/approvals/move', { userId: acme.id('Bob'), managerId: acme.id('Ada') });
    await approveAll();
    expect([await read('Ada'), (await logged('summary.read'))[0]?.[2]['by']]).to.deep.equal([200, 'new_line']);
    await demand('none');
    expect((await move('Ada', 'Mia', 'Ada')).status).to.equal(200);
    expect((await logged('reporting-line.move')).map(([by, about]) => [by, about])).to.have.deep.members([
      ['Eve', 'Bob'],
      ['Ada', 'Mia'],
    ]);
  },

  async 'An admin moves somebody below a third person'() {
    await demand();
    expect((await move('Ada', 'Bob', 'Vic')).status).to.equal(200);
    const handed = await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.handed_over'}) RETURN e.subjectId AS id`,
    );
    expect(handed).to.deep.equal([{ id: acme.id('Vic') }]);
    expect([await read('Vic'), (await logged('summary.read'))[0]?.[2]['by']]).to.deep.equal([200, 'new_line']);
  },

  async 'An admin applies a plan that lets them see more'() {
    await demand();
    const moves = [{ userId: acme.id('Bob'), managerId: acme.id('Ada') }];
    const { body } = await acme.as('Ada').post<OrgPlan>('/admin/org-plans', { name: 'Mine', moves });
    const act = (by: string, action: string): Promise<Answer> =>
      acme.as(by).post(`/admin/org-plans/${body.id}/${action}`);
    await act('Ada', 'submit');
    expect(refusal(await act('Ada', 'approve'))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await act('Eve', 'approve')).status).to.equal(200);
    expect((await act('Ada', 'apply')).status).to.equal(200);
    expect(await told('org.plan.applied')).to.deep.equal(['Ada', 'Eve']);
    expect([await read('Ada'), (await logged('summary.read'))[0]?.[2]['by']]).to.deep.equal([200, 'new_line']);
  },

  async 'An admin switches `planApproval` off'() {
    await demand();
    const set = (planApproval: string): Promise<Answer> => acme.as('Ada').patch('/admin/settings', { planApproval });
    await set('second_admin');
    expect(refusal(await set('none'))).to.deep.equal(second);
    await acme.as('Ada').post('/admin/approvals/plan-approval');
    expect(await told('approval.requested')).to.deep.equal(['Ada', 'Eve']);
    await approveAll();
    const { body } = await acme.as('Ada').get('/admin/settings');
    expect([body['planApproval'], (await logged('settings.update')).length]).to.deep.equal(['none', 2]);
  },

  async 'An admin lets groups give roles, or lets a role read insights'() {
    const set = (change: object): Promise<Answer> => acme.as('Ada').patch('/admin/settings', change);
    expect((await set({ elevatedRoles: ['admin'] })).status).to.equal(200);
    await demand();
    for (const change of [{ groupRoles: [] }, { elevatedRoles: [] }, { roleApproval: 'none' }])
      expect(refusal(await set(change))).to.deep.equal([403, 'ROLE_APPROVAL']);
    const context = { now: new Date(api.clock.now) };
    expect(await changeTenant(api.graph, acme.tenantId, { elevatedRoles: [] }, context)).to.have.length(1);
    expect((await logged('settings.update')).map(([by]) => by)).to.have.members(['Ada', 'operator']);
  },

  async 'The People Team and senior leadership read by their role'() {
    await demand();
    expect([await read('Pia'), await read('Ada')]).to.deep.equal([200, 403]);
    expect(await acme.as('Pia').get('/summaries')).to.include({ status: 200 });
    expect((await logged('summary.read')).map(([by, about]) => [by, about])).to.deep.equal([['Pia', 'Bob']]);
    expect(await logged('summaries.list')).to.have.length(1);
  },

  async 'A deputy reads for a manager'() {
    await demand();
    expect((await name('Mia', 'Mia', 'Dee')).status).to.equal(200);
    expect(await told('deputy.named')).to.deep.equal([]);
    expect([await read('Dee'), (await acme.as('Dee').get('/summaries')).status]).to.deep.equal([200, 200]);
    expect((await logged('summary.read')).map(([by, , { by: how }]) => [by, how])).to.deep.equal([['Dee', 'deputy']]);
    expect(await logged('summaries.list')).to.have.length(1);
  },

  async 'A directory gives roles by groups, changes keys, or moves people'() {
    await demand();
    const scim = directory(api, acme.tenantId);
    const setAddress = async (who: string, value: string): Promise<number> => {
      const change = patchOf({ op: 'replace', value: { emails: [{ value, primary: true }] } });
      return (await scim('PATCH', `/Users/${acme.id(who)}`, change)).status;
    };
    expect(await setAddress('Ceo', 'c2@example.test')).to.equal(200);
    expect(await setAddress('Vic', 'v2@example.test')).to.equal(200);
    expect(await told('account.keys_changed')).to.deep.equal(['Ceo', 'Vic']);
    expect(await told('org.keys_changed')).to.deep.equal(wide); // once a day
    expect((await signIn('c2', 'c2@example.test')).body.id).to.equal(acme.id('Ceo'));
    const { body } = await acme.as('Eve').get<{ items: AuditEntry[] }>('/audit?action=person.update');
    expect(body.items.map(({ actorId, source }) => [actorId, source])).to.deep.equal(
      [1, 2].map(() => ['service:okta', 'scim']),
    );
  },

  async 'Somebody who runs an identity provider signs in as anybody'() {
    await demand();
    expect((await signIn('made-up', 'ceo@example.test')).body.id).to.equal(acme.id('Ceo'));
    expect(await told('account.keys_changed')).to.deep.equal([]);
    expect((await logged('identity.bind')).map(([by, about]) => [by, about])).to.deep.equal([['Ceo', 'Ceo']]);
  },

  async 'The operator signs a token for anybody, and changes anything'() {
    await demand();
    const ran = await run(['token', 'ceo@example.test', '--tenant', acme.tenantId]);
    expect(ran.code).to.equal(0);
    const [[by, about] = []] = await logged('token.sign');
    expect([by, about]).to.deep.equal(['operator', 'Ceo']);
    expect(
      (await run(['org', 'move', 'bob@example.test', '--to', 'ada@example.test', '--tenant', acme.tenantId])).code,
    ).to.equal(0);
  },
};

describe('the power of', () => {
  for (const [title, test] of Object.entries(powers)) it(title, test);

  it('everybody else is none: the rows of the page are these tests', () => {
    const page = readFileSync(path.join(projectFolder, 'src/platform/access/README.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ([A-Z][^|]*) \| [^|]+ \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)].map(
      ([, title]) => title,
    );
    expect(rows.filter((title) => title !== 'Who does what')).to.deep.equal(Object.keys(powers));
  });
});
