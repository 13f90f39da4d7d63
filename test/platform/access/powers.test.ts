// The table of powers: each act by which somebody can read what others wrote, be them, stop them, or erase what they wrote. Its rows
// are these tests.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { openSignIn } from '../../../src/features/identity/open-sign-in.ts';
import { isSecurityNotice, type NotificationType } from '../../../src/features/notifications/registry.ts';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import type { Approval } from '../../../src/features/role-requests/schema.ts';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import type { Identity } from '../../../src/features/identity/schema.ts';
import type { OrgPlan } from '../../../src/features/org-plans/schema.ts';
import { changeTenant } from '../../../src/features/organisation/tenants/change-settings.ts';
import { client, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { assistantOf, letAssistants } from '../../support/assistants.ts';
import { audience, identityProvider } from '../../support/identity-provider.ts';
import { seconds, signed } from '../../support/jwks.ts';
import { aSummary } from '../../support/samples.ts';
import { directory, groupSchema, patchOf } from '../../support/scim.ts';
import { service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';

let aheadMs = 0;
const api = service((services) => ({
  signIn: openSignIn({ ...services, ...services.identity }, () => performance.now() + aheadMs),
}));
const { run } = shell();
const idp = identityProvider([]);
const merged = identityProvider([]);
const acme = freshCompany(
  api,
  'Ada (admin)\n  Dee\nEve (admin)\nCeo\n  Mia\n    Bob\n  Vic\n    Xan\nPia (people_team)\nTed †\nMax †\n  Zoe',
);
let summaryId: string;
/** The operator adds an identity provider. */
async function addProvider(issuer: string, emailDomains?: string[]): Promise<void> {
  const ofTenant = { tenantClaim: 'org_id', tenantValue: acme.tenantId, ...(emailDomains && { emailDomains }) };
  const input = { issuer, audience, personClaim: 'email' as const, ...ofTenant };
  const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
  await createProvider(api.graph.bind({ tenantId: acme.tenantId, userId: 'operator' }), input, context);
}
beforeEach(async () => {
  await addProvider(idp.issuer);
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
/** Ada requests a partner of everybody below somebody. */
const request = (partner: string, head: string): Promise<Answer<Body>> =>
  acme.as('Ada').post<Body>('/admin/approvals/partner', {
    userId: acme.id(partner),
    belowId: acme.id(head),
    from: '2026-11-20',
    to: '2026-11-27',
  });
const read = async (by: string): Promise<number> => (await acme.as(by).get(`/summaries/${summaryId}`)).status;
async function signIn(sub: string, email: string, { issuer, key } = idp): Promise<Answer<Body>> {
  aheadMs += 2_001;
  const claims = { iss: issuer, aud: audience, sub, org_id: acme.tenantId, email, email_verified: true };
  const token = signed(key, { ...claims, iat: seconds(0), exp: seconds(3600) });
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
async function told(type: NotificationType): Promise<string[]> {
  expect(isSecurityNotice(type), `${type} can be switched off`).to.equal(true);
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
  async 'An admin sends the notifications of a company to an address of a chat program'() {
    const set = (url: string | null): Promise<Answer> => acme.as('Ada').put('/admin/chat', { url });
    const flow = 'https://flows.example/chat?sig=hidden';
    expect((await set(flow)).status).to.equal(200);
    expect(await told('org.rules_changed')).to.deep.equal(wide);
    await demand();
    expect(refusal(await set(flow))).to.deep.equal([403, 'ROLE_APPROVAL']);
    expect((await set(null)).status).to.equal(200); // nobody gains by this
    expect(await told('org.rules_changed')).to.deep.equal([...wide, ...wide].sort());
    expect((await run(['tenant', 'chat', 'set', flow, '--tenant', acme.tenantId])).code).to.equal(0);
    expect(await told('org.rules_changed')).to.deep.equal([...wide, ...wide, ...wide].sort());
    const hosts = (await logged('chat.update')).map(([by, , { host }]) => [by, host]);
    expect(hosts).to.have.deep.members([
      ['Ada', 'flows.example'],
      ['Ada', undefined],
      ['operator', 'flows.example'],
    ]);
  },

  async 'An admin lets assistants act for people'() {
    await demand();
    await letAssistants(acme, 'Ada', 'read');
    expect(await told('org.rules_changed')).to.include.members(wide);
    expect((await assistantOf(api, acme, 'Dee').call('getMe')).value).to.include({ name: 'Dee' });
  },

  async 'An assistant acts for a person with the token that they gave it'() {
    await letAssistants(acme, 'Ada', 'write');
    const dee = assistantOf(api, acme, 'Dee', { scope: 'checkin:write' });
    expect((await dee.call('createGoal', { title: 'x', type: 'personal', targetWeek: 'this' })).isError).to.equal(
      false,
    );
    expect((await logged('assistant.change')).map(([by, about]) => [by, about])).to.deep.equal([['Dee', 'Dee']]);
    expect((await acme.as('Dee').get('/me/assistants')).body['items']).to.have.length(1);
    await letAssistants(acme, 'Ada', 'off');
    expect((await dee.call('getMe')).value).to.include({ code: 'ASSISTANTS_OFF' });
  },

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
    // there never was another admin
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
    // a notice of a power cannot be switched off
    const channelsOff = ['identity.provider_changed:email', 'identity.provider_changed:in_app'];
    expect((await acme.as('Ada').patch('/admin/settings', { channelsOff })).status).to.equal(400);
    // its first sign-in as somebody is told to them; with a second admin it waits
    const own = { ...claims, org_id: 'x', aud: 'own', sub: 'made-up', email: 'ceo@example.test', email_verified: true };
    const ofOwn = client(api, () => Promise.resolve(signed(idp.key, own)));
    await demand();
    aheadMs += 2_001;
    expect((await ofOwn.get('/me')).status).to.equal(401);
    await demand('none');
    expect((await ofOwn.get('/me')).body['id']).to.equal(acme.id('Ceo'));
    expect([await told('account.keys_changed'), await told('org.keys_changed')]).to.deep.equal([['Ceo'], wide]);
  },

  async 'An admin changes the client by which people sign in to the page'() {
    const [provider] = (await acme.as('Ada').get<{ items: { id: string }[] }>('/admin/identity-providers')).body.items;
    const change = (clientId: string | null): Promise<Answer> =>
      acme.as('Ada').patch(`/admin/identity-providers/${provider?.id}`, { clientId });
    expect((await change('another')).status).to.equal(200);
    expect(await told('identity.provider_changed')).to.deep.equal(wide);
    await change('another'); // it changes nothing
    expect(await logged('identity-provider.update')).to.have.length(1);
    expect(await told('identity.provider_changed')).to.deep.equal(wide);
  },

  async 'An account signs in first as a person whom an admin made or brought back'() {
    await acme.as('Ada').post('/admin/users', { name: 'New', email: 'new@example.test' });
    await acme.as('Ada').post(`/admin/users/${acme.id('Ted')}/activate`);
    await acme.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e');
    await demand();
    for (const who of ['new', 'ted']) {
      const { status, body } = await signIn(who, `${who}@example.test`);
      expect([status, body.message.includes('another admin has to approve')]).to.deep.equal([401, true]);
    }
    expect(await told('approval.requested')).to.deep.equal(['Ada', 'Ada', 'Eve', 'Eve']);
    const { body: list } = await acme.as('Ada').get<{ items: Approval[] }>('/admin/approvals?kind=sign_in');
    expect(list.items.map(({ changed, issuer }) => [changed, issuer])).to.deep.equal([
      [['made'], idp.issuer],
      [['made'], idp.issuer],
    ]);
    for (const { id } of list.items)
      expect(refusal(await acme.as('Ada').post(`/admin/approvals/${id}/approve`))).to.deep.equal([403, 'SAME_PERSON']);
    await approveAll();
    for (const who of ['new', 'ted']) expect((await signIn(who, `${who}@example.test`)).status).to.equal(200);
    expect((await told('account.keys_changed')).length).to.equal(2);
    expect(await told('org.keys_changed')).to.deep.equal(wide); // once a day
    await demand('none');
    await acme.as('Ada').post('/admin/users', { name: 'Next', email: 'next@example.test' });
    expect((await signIn('next', 'next@example.test')).status).to.equal(200);
    expect((await told('account.keys_changed')).length).to.equal(3);
  },

  async 'An account of a second provider signs in as a person who is bound elsewhere'() {
    await addProvider(merged.issuer);
    for (const who of ['ceo', 'mia', 'eve']) await signIn(who, `${who}@example.test`);
    await demand();
    expect((await signIn('other', 'ceo@example.test', merged)).status).to.equal(401);
    expect(await told('approval.requested')).to.deep.equal(['Ada', 'Eve']);
    await approveAll('Ada');
    expect((await signIn('other', 'ceo@example.test', merged)).body.id).to.equal(acme.id('Ceo'));
    await demand('none');
    expect((await signIn('third', 'mia@example.test', merged)).body.id).to.equal(acme.id('Mia'));
    expect(await told('account.keys_changed')).to.deep.equal(['Ceo', 'Mia']);
    expect(await told('org.keys_changed')).to.deep.equal(wide);
    // an account of nobody who is bound elsewhere is no news; nor is one outside the domains of its provider let in
    expect((await signIn('vic', 'vic@example.test', merged)).status).to.equal(200);
    expect(await told('account.keys_changed')).to.deep.equal(['Ceo', 'Mia']);
    await acme.statement(
      `MATCH (p:IdentityProvider {tenantId: $tenantId, issuer: $issuer}) SET p.emailDomains = ['merged.example']`,
      {
        issuer: merged.issuer,
      },
    );
    expect((await signIn('eve', 'eve@example.test', merged)).status).to.equal(401);
  },

  async 'An admin brings somebody back who has left'() {
    const activate = (who: string): Promise<Answer> => acme.as('Ada').post(`/admin/users/${acme.id(who)}/activate`);
    expect((await activate('Ted')).status).to.equal(200);
    expect([await told('account.keys_changed'), await told('org.keys_changed')]).to.deep.equal([['Ted'], wide]);
    await demand();
    expect(refusal(await activate('Max'))).to.deep.equal(second); // Zoe reports to Max
    await demand('none');
    await signIn('max', 'max@example.test');
    expect((await activate('Max')).status).to.equal(200);
    expect((await signIn('max', 'max@example.test')).status).to.equal(200);
    await acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Zoe')}/manager`, { managerId: acme.id('Ceo') });
    await acme.as('Ada').post(`/admin/users/${acme.id('Max')}/deactivate`);
    api.clock.now = new Date(Date.parse(api.clock.now) + 60_000).toISOString();
    await demand();
    expect((await activate('Max')).status).to.equal(200);
    // the account that is bound waits as one that signs in first
    expect((await signIn('max', 'max@example.test')).status).to.equal(401);
    await approveAll();
    expect((await signIn('max', 'max@example.test')).body.id).to.equal(acme.id('Max'));
  },

  async 'An admin takes roles with tenant scope from somebody, or deactivates them'() {
    await demand();
    expect((await patch('Ada', 'Eve', { roles: [] })).status).to.equal(200);
    expect([await told('account.keys_changed'), await told('org.keys_changed')]).to.deep.equal([['Eve'], wide]);
    for (const who of ['Bob', 'Pia'])
      expect((await acme.as('Ada').post(`/admin/users/${acme.id(who)}/deactivate`)).status).to.equal(200);
    expect(await told('account.keys_changed')).to.deep.equal(['Bob', 'Eve', 'Pia']);
    // of Pia too, but not of Bob; also whose role the admin took
    expect(await told('org.keys_changed')).to.deep.equal([...wide, ...wide].sort());
  },

  async 'An admin makes themself the only admin, and decides alone'() {
    const acts: Record<string, () => Promise<Answer>> = {
      'takes the role': () => patch('Ada', 'Eve', { roles: [] }),
      deactivates: () => acme.as('Ada').post(`/admin/users/${acme.id('Eve')}/deactivate`),
      erases: () => acme.as('Ada').post(`/admin/users/${acme.id('Eve')}/erase`, {}),
    };
    // before the act, and between the act and the sign-in
    await patch('Ada', 'Ceo', { email: 'early@example.test' });
    await acts['takes the role']?.();
    expect((await signIn('early', 'early@example.test')).status).to.equal(401);
    for (const [name, act] of Object.entries(acts)) {
      await acme.statement(
        `MERGE (u:User {tenantId: $tenantId, id: $id}) SET u.roles = ['admin'], u.active = true, u.name = 'Eve', u.email = 'eve@example.test', u.sortName = 'eve'
         WITH u SET u:$($label) WITH u MATCH (t:Tenant {id: $tenantId}) SET t.lostAdminAt = null`,
        { id: acme.id('Eve') },
      );
      await acme.statement('MATCH (a:Approval {tenantId: $tenantId}) DELETE a');
      const { status, body } = await act();
      expect(status, `${name}: ${JSON.stringify(body)}`).to.equal(200);
      await patch('Ada', 'Ceo', { email: `${name.split(' ')[0]}@example.test` });
      expect((await signIn(name, `${name.split(' ')[0]}@example.test`)).status, name).to.equal(401);
    }
    // a week later there is no other admin any more
    await acme.statement(
      `MATCH (t:Tenant {id: $tenantId}) SET t.lostAdminAt = datetime($now) - duration({days: 8})
       WITH t MATCH (a:Approval {tenantId: $tenantId}) DELETE a`,
      { now: api.clock.now },
    );
    await patch('Ada', 'Ceo', { email: 'late@example.test' });
    const late = await signIn('late', 'late@example.test');
    expect(late.status, late.body.message).to.equal(200);
  },

  async 'An admin erases somebody'() {
    await demand();
    const erased = await acme.as('Ada').post(`/admin/users/${acme.id('Bob')}/erase`, {});
    expect(erased.status, JSON.stringify(erased.body)).to.equal(200);
    expect(await told('org.person_erased')).to.deep.equal(wide);
    expect((await logged('person.erased')).map(([by]) => by)).to.deep.equal(['Ada']);
  },

  async 'An admin shortens the retention'() {
    await demand();
    expect((await acme.as('Ada').patch('/admin/settings', { retention: ['summaries=365'] })).status).to.equal(200);
    // the second notice, a day before the first time, is that of retention.alone.test.ts
    expect(isSecurityNotice('retention.announced')).to.equal(true);
    expect(await told('org.rules_changed')).to.deep.equal(wide);
    expect((await logged('settings.update')).map(([by]) => by)).to.deep.equal(['Ada']);
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

  async 'An admin moves somebody below an account that is no established manager'() {
    await demand();
    const { body: made } = await acme.as('Ada').post<Body>('/admin/users', { name: 'Own', email: 'own@example.test' });
    const toMade = (by: string, who: string): Promise<Answer> =>
      acme.as(by).put(`/admin/org-chart/users/${acme.id(who)}/manager`, { managerId: made.id });
    expect(refusal(await toMade('Ada', 'Ceo'))).to.deep.equal(second);
    // nor below somebody who has no reports, whom another admin made, to whom the same admin gave a report, or who came back
    expect(refusal(await move('Ada', 'Bob', 'Dee'))).to.deep.equal(second);
    expect(refusal(await toMade('Eve', 'Ceo'))).to.deep.equal(second);
    const below = { name: 'Below', email: 'below@example.test', manager: made.id };
    expect((await acme.as('Ada').post('/admin/users', below)).status).to.equal(201);
    expect(refusal(await toMade('Ada', 'Ceo'))).to.deep.equal(second);
    expect((await patch('Ada', 'Vic', { email: 'other@example.test' })).status).to.equal(200); // its account is keyed
    expect(refusal(await move('Ada', 'Bob', 'Vic'))).to.deep.equal(second);
    expect(refusal(await patch('Ada', 'Bob', { manager: made.id }))).to.deep.equal(second);
    await acme.as('Ada').post('/admin/approvals/move', { userId: acme.id('Bob'), managerId: acme.id('Dee') });
    await approveAll();
    expect([await read('Dee'), (await logged('summary.read'))[0]?.[2]['by']]).to.deep.equal([200, 'new_line']);
    expect([await told('account.manager_changed'), await told('org.reports_moved')]).to.deep.equal([['Bob'], ['Mia']]);
    await demand('none');
    expect((await toMade('Ada', 'Ceo')).status).to.equal(200);
    expect(await told('account.manager_changed')).to.deep.equal(['Bob', 'Ceo']);
  },

  async 'An admin moves somebody below an established manager'() {
    await demand();
    expect((await move('Ada', 'Bob', 'Vic')).status).to.equal(200);
    const handed = await acme.statement(
      `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'weekly_summary.handed_over'}) RETURN e.subjectId AS id`,
    );
    expect(handed).to.deep.equal([{ id: acme.id('Vic') }]);
    expect([await told('account.manager_changed'), await told('org.reports_moved')]).to.deep.equal([['Bob'], ['Mia']]);
    expect([await read('Vic'), (await logged('summary.read'))[0]?.[2]['by']]).to.deep.equal([200, 'new_line']);
  },

  async 'An admin applies a plan that lets somebody see more'() {
    await demand();
    const moves = [
      { userId: acme.id('Bob'), managerId: acme.id('Ada') },
      { userId: acme.id('Mia'), managerId: acme.id('Dee') },
    ];
    const { body } = await acme.as('Ada').post<OrgPlan>('/admin/org-plans', { name: 'Mine', moves });
    const act = (by: string, action: string): Promise<Answer> =>
      acme.as(by).post(`/admin/org-plans/${body.id}/${action}`);
    await act('Ada', 'submit');
    expect(refusal(await act('Ada', 'approve'))).to.deep.equal([403, 'SAME_PERSON']);
    expect((await act('Eve', 'approve')).status).to.equal(200);
    expect((await act('Ada', 'apply')).status).to.equal(200);
    expect(await told('org.plan.applied')).to.deep.equal(['Ada', 'Eve']);
    expect(await told('account.manager_changed')).to.deep.equal(['Bob', 'Mia']);
    expect(await told('org.reports_moved')).to.deep.equal(['Ceo', 'Mia']);
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
    expect(await told('org.rules_changed')).to.deep.equal([...wide, ...wide].sort());
  },

  async 'The People Team and senior leadership read by their role'() {
    await demand();
    expect([await read('Pia'), await read('Ada')]).to.deep.equal([200, 403]);
    expect(await acme.as('Pia').get('/summaries')).to.include({ status: 200 });
    expect((await logged('summary.read')).map(([by, about]) => [by, about])).to.deep.equal([['Pia', 'Bob']]);
    expect(await logged('summaries.list')).to.have.length(1);
  },

  async 'An admin requests a partner of a part of the company'() {
    for (const value of ['none', 'second_admin']) {
      await demand(value);
      const asked = await request('Dee', 'Mia');
      expect(asked.status).to.equal(201);
      const path = `/admin/approvals/${asked.body.id}/approve`;
      expect(refusal(await acme.as('Ada').post(path))).to.deep.equal([403, 'SAME_PERSON']);
      expect(await read('Dee')).to.equal(403);
      await acme.as('Eve').post(`/admin/approvals/${asked.body.id}/reject`);
    }
    await request('Dee', 'Mia');
    await approveAll();
    expect(await read('Dee')).to.equal(200);
    expect(await told('partner.named')).to.deep.equal(['Dee', 'Mia']);
    expect(await told('org.partner_changed')).to.deep.equal(wide);
    expect((await logged('approval.request'))[0]?.[2]).to.deep.equal({ kind: 'partner', below: acme.id('Mia') });
    const [[by, about, { partId, below }] = ['', '', {}]] = await logged('partner.set');
    expect([by, about, below]).to.deep.equal(['Eve', 'Dee', acme.id('Mia')]);
    expect((await acme.as('Ada').delete(`/admin/partners/${partId}`)).status).to.equal(204);
    expect(await read('Dee')).to.equal(403);
    expect((await logged('partner.end')).map(([who, of]) => [who, of])).to.deep.equal([['Ada', 'Dee']]);
  },

  async 'An admin requests that the members of a group of a directory are the partners of a part'() {
    const scim = directory(api, acme.tenantId);
    const members = [{ value: acme.id('Dee') }, { value: acme.id('Eve') }];
    const { id: groupId } = (await scim('POST', '/Groups', { schemas: [groupSchema], displayName: 'HR', members }))
      .body;
    const ask = () =>
      acme.as('Ada').post<Body>('/admin/approvals/partner', {
        ...{ groupId, belowId: acme.id('Mia'), from: '2026-11-20', to: '2026-11-27' },
      });
    const asked = await ask();
    const path = `/admin/approvals/${asked.body.id}/approve`;
    expect(refusal(await acme.as('Ada').post(path))).to.deep.equal([403, 'SAME_PERSON']);
    expect(refusal(await acme.as('Eve').post(path))).to.deep.equal([403, 'FORBIDDEN']); // she is a member
    await scim('PATCH', `/Groups/${groupId}`, patchOf({ op: 'replace', path: 'members', value: members.slice(0, 1) }));
    await demand();
    await approveAll();
    expect(await read('Dee')).to.equal(200);
    expect(await told('partner.named')).to.deep.equal(['Dee', 'Mia']);
    expect(await told('org.partner_changed')).to.deep.equal(wide);
    expect((await logged('approval.request'))[0]?.[2]).to.deep.equal({
      kind: 'partner',
      below: acme.id('Mia'),
      group: 'HR',
    });
    expect((await logged('partner-group.set')).map(([by, , { group }]) => [by, group])).to.deep.equal([['Eve', 'HR']]);
    expect((await logged('partner.set')).map(([by, about]) => [by, about])).to.deep.equal([['Eve', 'Dee']]);
    expect((await acme.as('Ada').delete(`/admin/partner-groups/${asked.body.id}`)).status).to.equal(204);
    expect(await read('Dee')).to.equal(403);
    expect((await logged('partner.end')).map(([by, about]) => [by, about])).to.deep.equal([['Ada', 'Dee']]);
  },

  async 'A directory puts somebody into a group that gives a part'() {
    const scim = directory(api, acme.tenantId);
    const { id: groupId } = (await scim('POST', '/Groups', { schemas: [groupSchema], displayName: 'HR' })).body;
    const part = { groupId, belowId: acme.id('Mia'), from: '2026-11-20', to: '2026-11-27' };
    await acme.as('Ada').post('/admin/approvals/partner', part);
    await approveAll();
    await acme.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e');
    await demand();
    const put = (op: string) =>
      scim('PATCH', `/Groups/${groupId}`, patchOf({ op, path: 'members', value: [{ value: acme.id('Dee') }] }));
    expect((await put('add')).status).to.equal(204);
    expect(await read('Dee')).to.equal(200);
    expect(await told('partner.named')).to.deep.equal(['Dee', 'Mia']);
    expect(await told('org.partner_changed')).to.deep.equal(wide);
    expect((await logged('partner.set')).map(([by, about, { group }]) => [by, about, group])).to.deep.equal([
      ['service:okta', 'Dee', 'HR'],
    ]);
    expect((await put('remove')).status).to.equal(204);
    expect(await read('Dee')).to.equal(403);
    expect((await logged('summary.read')).map(([by, , { by: how }]) => [by, how])).to.deep.equal([['Dee', 'partner']]);
  },

  async 'A partner reads about the people of their part'() {
    await request('Dee', 'Mia');
    await approveAll();
    await demand();
    expect([await read('Dee'), (await acme.as('Dee').get('/summaries')).status]).to.deep.equal([200, 200]);
    expect((await logged('summary.read')).map(([by, , { by: how }]) => [by, how])).to.deep.equal([['Dee', 'partner']]);
    expect((await logged('summaries.list')).map(([, , { by: how }]) => how)).to.deep.equal(['partner']);
    const { body } = await acme
      .as('Bob')
      .get<{ partners: { partner: { name: string } }[] }>(`/users/${acme.id('Bob')}/partners`);
    expect(body.partners.map(({ partner }) => partner.name)).to.deep.equal(['Dee']);
  },

  async 'An admin brings somebody into the part of a partner'() {
    await request('Dee', 'Vic');
    await approveAll();
    // Ada requested the partner: what the partner gains by her move, she gains by nobody else's word
    await demand();
    expect(refusal(await move('Ada', 'Bob', 'Xan'))).to.deep.equal(second);
    expect(await read('Dee')).to.equal(403);
    await demand('none');
    expect((await move('Ada', 'Bob', 'Xan')).status).to.equal(200);
    expect(await read('Dee')).to.equal(200);
    expect((await logged('summary.read')).map(([by, , { by: how }]) => [by, how])).to.deep.equal([['Dee', 'partner']]);
    // into-departments.test.ts has the ways into a department
  },

  async 'An admin moves a partner, or somebody above, away from a manager who is in the part'() {
    await request('Bob', 'Ceo'); // Mia is below the Ceo, and Bob's manager
    await approveAll();
    const written = await acme.as('Mia').post('/summaries', aSummary());
    const ofMia = async (): Promise<number> =>
      (await acme.as('Bob').get(`/summaries/${String((written.body as { id: string }).id)}`)).status;
    await demand();
    expect(refusal(await move('Ada', 'Bob', 'Ceo'))).to.deep.equal(second);
    expect(await ofMia()).to.equal(403);
    await demand('none');
    expect((await move('Ada', 'Bob', 'Ceo')).status).to.equal(200);
    expect(await ofMia()).to.equal(200);
    // by-one-admin.test.ts has the ways
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
    const rows = [...page.matchAll(/^\| ([A-Z][^|]*) \| [^|]+ \| [^|]+ \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)].map(
      ([, title]) => title,
    );
    expect(rows.filter((title) => title !== 'Who does what')).to.have.members(Object.keys(powers));
  });
});
