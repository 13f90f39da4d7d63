// A request of every endpoint that changes something, in an order in which each is possible, of a company of its own.
import { randomUUID } from 'node:crypto';
import { buildExample } from '../../src/platform/http/openapi/schemas.ts';
import { InsightsProfile } from '../../src/features/profiles/schema.ts';
import type { IdentityProvider } from '../../scripts/stack/identity-provider.ts';
import { client, tokenOf, type Answer, type Company } from './company.ts';
import { audience } from './identity-provider.ts';
import { seconds, signed } from './jwks.ts';
import { aGoal, aQuestion, aSummary } from './samples.ts';
import { directory, groupSchema, oktaUser, patchOf } from './scim.ts';
import type { Service } from './service.ts';
import { boundary, formOf, upload } from './upload.ts';

export type Step = () => Promise<Pick<Answer<unknown>, 'status' | 'body'>>;

/** The company that the requests need. */
export const drawingOfChanges = 'Ada (admin)\n  Mia\n    Bob\n  Gus\n  Tim\nEve (admin)';

/**
 * The requests by the operation ids of their endpoints: those that leave an audit entry, and then the others.
 *
 * @param acme drawn from `drawingOfChanges`; it may be there only when the first request is made
 */
export function createChanges(
  api: Service,
  acme: Company,
  idp: IdentityProvider,
): { audited: Record<string, Step>; bare: Record<string, Step> } {
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
      `CREATE (n:${label}:$($tenantLabel) {tenantId: $tenantId, id: $id}) SET n += $properties, n.boundAt = datetime(), n.createdAt = datetime()
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
    const input = {
      issuer: idp.issuer,
      audience,
      tenantClaim: 'org',
      tenantValue: acme.tenantId,
      personClaim: 'email',
    };
    const claims = { iss: idp.issuer, aud: audience, org: acme.tenantId, sub: 'ada', exp: seconds(60) };
    const token = signed(idp.key, { ...claims, email: 'ada@example.test', email_verified: true, xms_edov: true });
    return making('provider', ada().post('/admin/identity-providers', { ...input, token }));
  }
  const deputy = (): string => `/users/${acme.id('Ada')}/deputies/${acme.id('Eve')}`;
  const notice = (): Promise<string> =>
    node('Notification', { userId: acme.id('Bob'), type: 'announcement', title: 'A', text: 'B', unread: true });

  const audited: Record<string, Step> = {
    createUser: () =>
      making('user', ada().post('/admin/users', { email: 'new@a.example', name: 'New', managerId: acme.id('Mia') })),
    updateUser: () => ada().patch(person('Bob'), { jobTitle: 'Boss' }),
    removeManager: () => ada().delete(person('Gus', '/manager')),
    setManager: () => ada().put(`/admin/org-chart/users/${acme.id('Gus')}/manager`, { managerId: acme.id('Ada') }),
    deactivateUser: () => ada().post(person('Tim', '/deactivate')),
    activateUser: () => ada().post(person('Tim', '/activate')),
    updateSettings: () => ada().patch('/admin/settings', { minimumGroup: 6 }),
    setChat: () => ada().put('/admin/chat', { url: 'https://flows.example/chat' }),
    importOrganisation: importPeople,
    eraseUser: () => ada().post(`/admin/users/${made['user']}/erase`),
    createIdentityProvider: addProvider,
    updateIdentityProvider: () =>
      ada().patch(`/admin/identity-providers/${made['provider']}`, { clientId: 'page', scopes: 'openid email' }),
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
      await audited['requestRole']?.();
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
    requestPartner: () =>
      making(
        'partner',
        ada().post('/admin/approvals/partner', {
          userId: acme.id('Mia'), // nobody moves her or those above her meanwhile
          belowId: acme.id('Bob'), // nobody is moved below him meanwhile
          from: '2026-11-20',
          to: '2026-11-27',
        }),
      ),
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
    endPart: async () => {
      if (!made['partner']) await audited['requestPartner']?.();
      const approved = await acme.as('Eve').post(`/admin/approvals/${made['partner']}/approve`);
      if (approved.status !== 204) return approved;
      return ada().delete(`/admin/partners/${made['partner']}`);
    },
    endGroupPart: async () => {
      const group = await scim('POST', '/Groups', {
        schemas: [groupSchema],
        displayName: 'HR',
        members: [{ value: acme.id('Tim') }],
      });
      const part = { belowId: acme.id('Bob'), from: '2026-11-20', to: '2026-11-27' };
      const { id: groupId } = group.body as { id: string };
      await making('groupPart', ada().post('/admin/approvals/partner', { ...part, groupId }));
      const approved = await acme.as('Eve').post(`/admin/approvals/${made['groupPart']}/approve`);
      if (approved.status !== 204) return approved;
      return ada().delete(`/admin/partner-groups/${made['groupPart']}`);
    },
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
  const own = () => acme.as('Bob');
  const bare: Record<string, Step> = {
    setOwnSchedule: () => own().put('/me/schedule', { timezone: 'Asia/Tokyo', due: 'off' }),
    submitSummary: () => making('summary', own().post('/summaries', aSummary())),
    updateSummary: () => own().patch(`/summaries/${made['summary']}`, aSummary({ proud: 'Shipped it twice.' })),
    respondToSummary: () => ada().post(`/summaries/${made['summary']}/response`, { body: 'Well done.' }),
    editResponse: () => ada().patch(`/summaries/${made['summary']}/response`, { body: 'Well done again.' }),
    withdrawSummary: async () => {
      await making('ahead', own().post('/summaries', aSummary({ weekStart: '2026-11-23' })));
      return own().delete(`/summaries/${made['ahead']}`);
    },
    saveSummaryDraft: () => own().put('/summary-drafts/2026-11-23', { proud: 'Half a sentence' }),
    deleteSummaryDraft: () => own().delete('/summary-drafts/2026-11-23'),
    saveMyAnswers: async () => {
      await making('asked', ada().post('/questions', aQuestion()));
      return own().put('/me/answers/2026-11-16', { answers: [{ questionId: made['asked'], text: 'Nothing.' }] });
    },
    createGoal: () => making('goal', own().post('/goals', aGoal())),
    updateGoal: () => own().patch(`/goals/${made['goal']}`, { title: 'Another title', status: 'completed' }),
    copyGoal: async () => {
      await making('unfinished', own().post('/goals', aGoal()));
      const week = { weekStart: '2026-11-09', id: made['unfinished'] };
      await acme.statement('MATCH (g:Goal {tenantId: $tenantId, id: $id}) SET g.weekStart = date($weekStart)', week);
      return making('copy', own().post(`/goals/${made['unfinished']}/copy`));
    },
    moveGoal: () => own().patch(`/goals/${made['goal']}/move`, { targetWeek: 'next' }),
    deleteGoal: () => own().delete(`/goals/${made['copy']}`),
    nominateTeam: () =>
      own().post('/mvp/nominations/team', { teamName: 'Sales', memberUserIds: [acme.id('Gus')], reason: 'Kind.' }),
    nominateIndividual: () =>
      making(
        'nomination',
        own().post('/mvp/nominations/individual', { nomineeUserId: acme.id('Gus'), reason: 'Kind.' }),
      ),
    withdrawNomination: () => own().delete(`/mvp/nominations/${made['nomination']}`),
    markNotificationRead: async () => own().post(`/notifications/${await notice()}/read`),
    markAllNotificationsRead: async () => {
      await notice();
      return own().post('/notifications/read-all');
    },
    setNotificationPreferences: () =>
      own().put('/notifications/preferences', {
        preferences: [{ type: 'digest.weekly', channels: [] }],
        language: 'de',
      }),
    testWebhook: async () => {
      await making('hook', ada().post('/admin/webhooks', { url: 'https://hr.example/hooks' }));
      return making('delivery', ada().post(`/admin/webhooks/${made['hook']}/test`));
    },
    retryWebhookDelivery: async () => {
      await acme.statement(
        `MATCH (d:WebhookDelivery {tenantId: $tenantId, id: $id}) SET d.status = 'failed', d.attempts = 8 REMOVE d.dueAt`,
        { id: made['delivery'] },
      );
      return ada().post(`/admin/webhooks/${made['hook']}/deliveries/${made['delivery']}/retry`);
    },
  };
  return { audited, bare };
}
