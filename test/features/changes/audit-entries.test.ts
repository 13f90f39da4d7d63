// The table of changes and their audit entries: of each endpoint that changes something, and of each job.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildExample } from '../../../src/platform/http/openapi/schemas.ts';
import { InsightsProfile } from '../../../src/features/profiles/schema.ts';
import { servedSections } from '../../../src/app/sections.ts';
import { workQueues } from '../../../src/platform/outbox/queue-limits.ts';
import { client, sharedCompany, tokenOf, type Answer } from '../../support/company.ts';
import { audience, identityProvider } from '../../support/identity-provider.ts';
import { seconds, signed } from '../../support/jwks.ts';
import { directory, oktaUser, groupSchema, patchOf } from '../../support/scim.ts';
import { service } from '../../support/service.ts';
import { formOf, boundary, upload } from '../../support/upload.ts';

const api = service();
const idp = identityProvider([]);
const acme = sharedCompany(api, 'Ada (admin)\n  Mia\n    Bob\n  Gus\n  Tim\nEve (admin)');
const changing = servedSections
  .flatMap(({ endpoints }) => endpoints)
  .filter(({ method, safe }) => method !== 'GET' && !safe);
type Step = () => Promise<Pick<Answer<unknown>, 'status' | 'body'>>;
const ada = () => acme.as('Ada');
const person = (name: string, rest = ''): string => `/admin/users/${acme.id(name)}${rest}`;
const made: Record<string, string> = {};
/** Notes the id of what a request made. */
async function making(name: string, request: Promise<Answer<object>>): ReturnType<Step> {
  const answer = await request;
  const { id, webhookId = id } = answer.body as Record<string, string>;
  made[name] = webhookId ?? '';
  return answer;
}
const plan =
  (action: string, name = 'plan', body?: object): Step =>
  () =>
    ada().post(`/admin/org-plans/${made[name]}/${action}`, body);
const draft = (name: string): Promise<unknown> => {
  const moves = [{ userId: acme.id('Bob'), managerId: acme.id('Gus') }];
  return making(name, ada().post('/admin/org-plans', { name, moves }));
};
const scim = (method: string, path: string, body?: unknown): ReturnType<Step> =>
  directory(api, acme.tenantId)(method, path, body);
async function node(label: string, properties: object): Promise<string> {
  const id = randomUUID();
  await acme.statement(
    `CREATE (n:${label}:$($tenantLabel) {tenantId: $tenantId, id: $id}) SET n += $properties, n.boundAt = datetime()
     WITH n MATCH (u:User {tenantId: $tenantId, id: $properties.userId}) CREATE (n)-[:IS_FOR]->(u)`,
    { tenantLabel: `T_${acme.tenantId.replaceAll('-', '')}`, id, properties },
  );
  return id;
}
const decide =
  (action: string): Step =>
  async () => {
    const job = {
      userId: acme.id('Bob'),
      adminId: acme.id('Ada'),
      status: 'parsed',
      parsedFields: JSON.stringify(buildExample(InsightsProfile)),
    };
    return ada().post(
      person('Bob', `/insights/import/${await node('ImportJob', job)}/${action}`),
      action === 'confirm' ? {} : undefined,
    );
  };
const bindIdentity =
  (action: string): Step =>
  async () => {
    const identity = { userId: acme.id('Bob'), issuer: 'https://i.example', subject: randomUUID() };
    const held = action === 'unbind' ? { holderId: acme.id('Bob') } : {};
    return ada().post(`/admin/identities/${await node('Identity', { ...identity, ...held })}/${action}`);
  };
function importPeople(): ReturnType<Step> {
  const form = formOf([{ name: 'file', filename: 'a.csv', type: 'text/csv', content: 'email\n' }]);
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return ada().post('/admin/organisation/imports?dryRun=true', form, type);
}
function addProvider(): ReturnType<Step> {
  const input = { issuer: idp.issuer, audience, tenantClaim: 'org', tenantValue: acme.tenantId, personClaim: 'email' };
  const claims = { iss: idp.issuer, aud: audience, org: acme.tenantId, sub: 'ada', exp: seconds(60) };
  const token = signed(idp.key, { ...claims, email: 'ada@example.test', email_verified: true, xms_edov: true });
  return making('provider', ada().post('/admin/identity-providers', { ...input, token }));
}

/** A request of each endpoint that leaves an entry, in an order in which each is possible. */
const steps: Record<string, Step> = {
  createUser: () =>
    making('user', ada().post('/admin/users', { email: 'new@a.example', name: 'New', managerId: acme.id('Mia') })),
  updateUser: () => ada().patch(person('Bob'), { jobTitle: 'Boss' }),
  removeManager: () => ada().delete(person('Gus', '/manager')),
  setManager: () => ada().put(`/admin/org-chart/users/${acme.id('Gus')}/manager`, { managerId: acme.id('Ada') }),
  deactivateUser: () => ada().post(person('Tim', '/deactivate')),
  activateUser: () => ada().post(person('Tim', '/activate')),
  updateSettings: () => ada().patch('/admin/settings', { minimumGroup: 6 }),
  importOrganisation: importPeople,
  eraseUser: () => ada().post(`/admin/users/${made['user']}/erase`),
  createIdentityProvider: addProvider,
  deleteIdentityProvider: () => ada().delete(`/admin/identity-providers/${made['provider']}`),
  unbindIdentity: bindIdentity('unbind'),
  bindIdentity: bindIdentity('bind'),
  createOrgPlan: () => draft('plan') as ReturnType<Step>,
  replaceOrgPlanMoves: () =>
    ada().put(`/admin/org-plans/${made['plan']}/moves`, {
      moves: [{ userId: acme.id('Bob'), managerId: acme.id('Ada') }],
    }),
  submitOrgPlan: async () => {
    await ada().patch('/admin/settings', { planApproval: 'second_admin' });
    return plan('submit')();
  },
  rejectOrgPlan: plan('reject', 'plan', { reason: 'No.' }),
  approveOrgPlan: async () => {
    await ada().patch('/admin/settings', { planApproval: 'none' });
    await ada().patch('/admin/settings', { planApproval: 'second_admin' });
    await plan('submit')();
    return acme.as('Eve').post(`/admin/org-plans/${made['plan']}/approve`);
  },
  applyOrgPlan: plan('apply'),
  undoOrgPlan: () => acme.as('Eve').post(`/admin/org-plans/${made['plan']}/undo`),
  cancelOrgPlan: async () => {
    await draft('second');
    return plan('cancel', 'second')();
  },
  deleteOrgPlan: async () => {
    await draft('third');
    return ada().delete(`/admin/org-plans/${made['third']}`);
  },
  requestRole: () => making('request', ada().post(person('Bob', '/role-request'), { role: 'people_team' })),
  rejectRole: () => ada().post(person('Bob', '/role-request/reject'), { requestId: made['request'] }),
  approveRole: async () => {
    await steps['requestRole']?.();
    return acme.as('Eve').post(person('Bob', '/role-request/approve'), { requestId: made['request'] });
  },
  requestDeputy: () =>
    ada().post('/admin/approvals/deputy', {
      userId: acme.id('Mia'),
      deputyId: acme.id('Eve'),
      from: '2026-11-20',
      to: '2026-11-27',
      rights: ['read'],
    }),
  requestMove: () => ada().post('/admin/approvals/move', { userId: acme.id('Bob'), managerId: acme.id('Ada') }),
  requestPlanApproval: () => ada().post('/admin/approvals/plan-approval'),
  rejectApproval: async () => {
    await making('approval', ada().post(person('Mia', '/role-request'), { role: 'people_team' }));
    return ada().post(`/admin/approvals/${made['approval']}/reject`);
  },
  approveApproval: async () => {
    await making('approval', ada().post(person('Mia', '/role-request'), { role: 'people_team' }));
    return acme.as('Eve').post(`/admin/approvals/${made['approval']}/approve`);
  },
  setAbsences: () =>
    ada().put(`/users/${acme.id('Bob')}/absences`, { absences: [{ from: '2026-12-21', to: '2026-12-25' }] }),
  askQuestion: () =>
    making(
      'question',
      ada().post('/questions', {
        kind: 'text',
        text: { en: 'How was it?' },
        audience: { type: 'tenant' },
        frequency: 'weekly',
        isRequired: false,
        from: '2026-11-16',
      }),
    ),
  changeQuestion: () => ada().patch(`/questions/${made['question']}`, { isRequired: true }),
  endQuestion: () => ada().delete(`/questions/${made['question']}`),
  setDeputy: () => acme.as('Ada').put(deputy(), { from: '2026-11-20', to: '2026-11-27', rights: ['read'] }),
  endDeputy: () => ada().delete(deputy()),
  importProfile: () => upload(api, acme, { as: 'Ada', of: 'Bob', pdf: '%PDF-1.7' }),
  confirmImport: decide('confirm'),
  rejectImport: decide('reject'),
  dispatchNotification: () => {
    const claims = { sub: 'service:intranet', tenant: acme.tenantId, scope: 'notifications:dispatch' };
    const notice = { type: 'announcement', recipientUserIds: [acme.id('Bob')], payload: { title: 'A', body: 'B' } };
    return client(api, () => tokenOf(api, claims)).post('/notifications/dispatch', notice);
  },
  createWebhook: () => making('webhook', ada().post('/admin/webhooks', { url: 'https://hr.example/hooks' })),
  updateWebhook: () => ada().patch(`/admin/webhooks/${made['webhook']}`, { types: ['user.created'] }),
  rotateWebhookSecret: () => ada().post(`/admin/webhooks/${made['webhook']}/rotate-secret`),
  deleteWebhook: () => ada().delete(`/admin/webhooks/${made['webhook']}`),
  createScimUser: () => making('scim', scim('POST', '/Users', oktaUser('Una')) as Promise<Answer<object>>),
  replaceScimUser: () => scim('PUT', `/Users/${made['scim']}`, { ...oktaUser('Una'), title: 'Boss' }),
  patchScimUser: () =>
    scim('PATCH', `/Users/${made['scim']}`, patchOf({ op: 'replace', path: 'title', value: 'Chief' })),
  createScimGroup: () =>
    making(
      'group',
      scim('POST', '/Groups', { schemas: [groupSchema], displayName: 'Sales' }) as Promise<Answer<object>>,
    ),
  replaceScimGroup: () => scim('PUT', `/Groups/${made['group']}`, { schemas: [groupSchema], displayName: 'Sale' }),
  patchScimGroup: () =>
    scim('PATCH', `/Groups/${made['group']}`, patchOf({ op: 'replace', path: 'displayName', value: 'Sold' })),
  deleteScimGroup: () => scim('DELETE', `/Groups/${made['group']}`),
  deleteScimUser: () => scim('DELETE', `/Users/${made['scim']}`),
};

const deputy = (): string => `/users/${acme.id('Ada')}/deputies/${acme.id('Eve')}`;

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
    trends: 'computes flags from scores, which anybody in sight may read',
    imports: 'reads a file for an admin, who confirms or rejects it',
    'people-imports': ['organisation.import', 'person.create', 'person.update', 'reporting-line.move'],
  };
  it('of each queue is in the table', () => {
    expect(Object.keys(jobs)).to.have.members([...workQueues]);
  });
});
