// Access decisions are those of the endpoints themselves: for every two people, every action and every resource, an
// evaluation says what a request of that person is answered. Searches find exactly what evaluations permit.
import { expect } from 'chai';
import type { Sent } from '../../platform/http/wire.ts';
import { sharedCompany, type Answer } from '../../support/company.ts';
import { actions, decisionClient, type AskDecision, type Decided, type Entity } from '../../support/decisions.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
/** Bea has two roles, of which one reads profiles and the other one is elevated; Old has left, and Kim reports to Old. */
const drawing = `
  Ada (admin)
    Sen (senior_manager)
      Mia
        Tom
        Old (people_team) †
          Kim
    Bea (admin, senior_manager)
    Pia (people_team)
      Lee (senior_leadership)`;
type Case = { who: string; action: string; resource: Entity; owner: string };

const acme = sharedCompany(api, drawing);
let ask: AskDecision;
let cases: Case[];
let decided: Decided[];

before(async () => {
  ask = decisionClient(api, acme);
  const scope = { tenantId: acme.tenantId, label: `T_${acme.tenantId.replaceAll('-', '')}` };
  const people = acme.people.map(({ id }) => id);
  const [summaries, goals, notifications] = [people, people, people].map((ids) => ids.map(() => crypto.randomUUID()));
  await api.graph.statement(
    `MATCH (tenant:Tenant {id: $tenantId}) SET tenant.elevatedRoles = ['senior_manager', 'people_team']
     WITH tenant UNWIND range(0, size($people) - 1) AS n
     MATCH (user:User {tenantId: $tenantId, id: $people[n]})
     CREATE (user)-[:HAS]->(:Motivators:$($label) {tenantId: $tenantId, userId: user.id, scores: '[]', insight: 'Well.',
       lastSyncedAt: datetime('2026-11-20T09:00:00Z')})
     CREATE (user)-[:WROTE]->(:Summary:$($label) {tenantId: $tenantId, id: $summaries[n], userId: user.id,
       weekStart: date('2026-11-16'), qualityOfWork: 4, personalWellbeing: 4, professionalWellbeing: 4, proud: '',
       obstacles: '', learned: '', important: '', createdAt: datetime('2026-11-16T09:00:00Z')})
     CREATE (user)-[:OWNS]->(:Goal:$($label) {tenantId: $tenantId, id: $goals[n], userId: user.id, title: 'Learn',
       description: '', type: 'personal', status: 'active', weekStart: date('2026-11-16'),
       dateSet: datetime('2026-11-16T09:00:00Z')})
     CREATE (user)-[:RECEIVED]->(:Notification:$($label) {tenantId: $tenantId, id: $notifications[n], userId: user.id,
       eventId: randomUUID(), type: 'announcement', title: 'Lunch', text: 'At noon', payload: '{}', unread: true,
       createdAt: datetime('2026-11-16T09:00:00Z')})`,
    { ...scope, people, summaries, goals, notifications },
  );
  const resourcesOf = (n: number): Entity[] => [
    { type: 'user', id: people[n] ?? '' },
    { type: 'summary', id: summaries?.[n] ?? '' },
    { type: 'goal', id: goals?.[n] ?? '' },
    { type: 'notification', id: notifications?.[n] ?? '' },
  ];
  cases = acme.people.flatMap(({ name: who }) =>
    acme.people.flatMap(({ name: owner }, n) =>
      resourcesOf(n).flatMap((resource) =>
        actions[resource.type as keyof typeof actions].map((action) => ({ who, action, resource, owner })),
      ),
    ),
  );
  decided = [];
  for (const { name } of acme.people) {
    const own = cases.filter(({ who }) => who === name);
    const { status, body } = await ask('evaluations', {
      subject: subjectOf(name),
      evaluations: own.map(({ action, resource }) => ({ action: { name: action }, resource })),
    });
    expect(status).to.equal(200);
    decided.push(...(body as { evaluations: Decided[] }).evaluations);
  }
});

const subjectOf = (name: string): Entity => ({ type: 'user', id: acme.id(name) });

/** The request that an action stands for. */
function request({ who, action, resource: { id } }: Case): Promise<Answer> {
  const as = acme.as(who);
  const requests: Record<string, () => Promise<Answer>> = {
    'chain:read': () => as.get(`/org/users/${id}/chain`),
    'board:read': () => as.get(`/goals/board?userId=${id}`),
    'profile:read': () => as.get(`/users/${id}/insights`),
    'ai-insights:read': () => as.get(`/users/${id}/motivators`),
    'manager:set': () => as.put(`/admin/org-chart/users/${id}/manager`, { managerId: id }),
    'profile:import': () => as.post(`/admin/users/${id}/insights/import`),
    'summaries:read': () => as.get(`/users/${id}/scores`),
    'summary:read': () => as.get(`/summaries/${id}`),
    'summary:edit': () => as.patch(`/summaries/${id}`, aSummary()),
    'summary:respond': () => as.post(`/summaries/${id}/response`, { body: 'Thank you.' }),
    'goal:edit': () => as.patch(`/goals/${id}`, { title: aGoal()['title'] }),
    'notification:read': () => as.post(`/notifications/${id}/read`),
  };
  return (requests[action] as () => Promise<Answer>)();
}

/** Whether a request was permitted, whatever else came of it: there are no profiles, and nobody can report to themselves. */
function isPermitted({ action }: Case, { status, body }: Answer): boolean {
  const { code, aiInsights } = body as { code?: string; aiInsights?: string };
  if (action === 'ai-insights:read') return aiInsights !== undefined;
  expect(status, `${action}: ${code}`).to.be.below(500);
  if (status === 404) expect(code, action).to.be.oneOf(['PROFILE_NOT_FOUND', 'MANAGER_NOT_FOUND']);
  return status !== 401 && status !== 403;
}

const describeCase = ({ who, action, owner }: Case): string => `${who} ${action} ${owner}`;

describe('an evaluation', () => {
  it('equals what the endpoint answers, for every two people and every action', async () => {
    const differing: string[] = [];
    const permitted: string[] = [];
    for (const [index, one] of cases.entries()) {
      const actual = isPermitted(one, await request(one));
      if (actual) permitted.push(describeCase(one));
      if (actual !== decided[index]?.decision) differing.push(`${describeCase(one)}: ${actual}`);
    }
    expect(differing).to.deep.equal([]);
    expect(permitted.length).to.be.within(100, cases.length - 100);
    expect(permitted).to.include.members([
      'Sen ai-insights:read Mia',
      'Bea ai-insights:read Tom',
      'Ada summary:read Kim',
    ]);
  });

  it('explains itself: the line down to the owner, the role, or what is missing', () => {
    const find = (text: string): unknown => {
      const { decision, context } = decided[cases.findIndex((one) => describeCase(one) === text)] as Decided;
      const { orgRevision, ...rest } = context ?? {};
      expect(orgRevision).to.equal(0);
      return { decision, ...rest };
    };
    const path = (...names: string[]): string[] => names.map((name) => acme.id(name));
    const permitted = { decision: true };
    const above = { ...permitted, rule: 'above' };
    expect(find('Tom summary:edit Tom')).to.deep.equal({ ...permitted, rule: 'self' });
    expect(find('Pia summary:read Pia')).to.deep.equal({ ...permitted, rule: 'self' });
    expect(find('Mia summary:read Tom')).to.deep.equal({ ...above, levels: 1, path: path('Mia', 'Tom') });
    expect(find('Ada summary:read Kim')).to.deep.equal({
      ...above,
      levels: 4,
      path: path('Ada', 'Sen', 'Mia', 'Old', 'Kim'),
    });
    expect(find('Sen board:read Tom')).to.deep.equal({
      ...above,
      role: 'senior_manager',
      levels: 2,
      path: path('Sen', 'Mia', 'Tom'),
    });
    expect(find('Pia summary:read Tom')).to.deep.equal({ ...permitted, rule: 'role', role: 'people_team' });
    expect(find('Ada manager:set Tom')).to.deep.equal({ ...permitted, rule: 'role', role: 'admin' });
    expect(find('Bea ai-insights:read Tom'), 'one of two roles').to.deep.equal({
      ...permitted,
      rule: 'role',
      role: 'admin',
    });
    expect(find('Mia chain:read Sen')).to.deep.equal({ decision: false, reason: 'not_above' });
    expect(find('Bea summary:read Tom')).to.deep.equal({ decision: false, reason: 'not_above' });
    expect(find('Tom summary:respond Tom')).to.deep.equal({ decision: false, reason: 'not_above' });
    expect(find('Mia profile:read Kim')).to.deep.equal({ decision: false, reason: 'role_missing' });
    expect(find('Mia manager:set Tom')).to.deep.equal({ decision: false, reason: 'role_missing' });
    expect(find('Mia summary:edit Tom')).to.deep.equal({ decision: false, reason: 'not_self' });
    expect(find('Old summary:edit Old')).to.deep.equal({ decision: false, reason: 'inactive' });
  });
});

describe('a search', () => {
  const resultsOf = ({ status, body }: Sent): unknown[] => {
    expect(status).to.equal(200);
    expect((body as { page: object }).page).to.deep.equal({ next_token: '' });
    return (body as { results: unknown[] }).results;
  };
  const permitted = (wanted: (one: Case) => boolean): Case[] =>
    cases.filter((one, index) => decided[index]?.decision && wanted(one));
  const resources = (): Map<string, Entity> => new Map(cases.map(({ resource }) => [resource.id, resource]));

  it('for subjects finds everyone whom an evaluation permits it and nobody else', async () => {
    for (const resource of resources().values()) {
      for (const action of actions[resource.type as keyof typeof actions]) {
        const asked = { subject: { type: 'user' }, action: { name: action }, resource };
        const wanted = permitted((one) => one.action === action && one.resource.id === resource.id);
        const found = resultsOf(await ask('search/subject', asked));
        expect(found, `${action} ${wanted[0]?.owner}`).to.have.deep.members(wanted.map(({ who }) => subjectOf(who)));
      }
    }
  });

  it('for resources finds all with which an evaluation permits it and no other', async () => {
    for (const { name } of acme.people) {
      for (const [type, names] of Object.entries(actions)) {
        for (const action of names) {
          const asked = { subject: subjectOf(name), action: { name: action }, resource: { type } };
          const wanted = permitted((one) => one.who === name && one.action === action && one.resource.type === type);
          const found = resultsOf(await ask('search/resource', asked));
          expect(found, `${name} ${action}`).to.have.deep.members(wanted.map(({ resource }) => resource));
        }
      }
    }
  });

  it('for actions lists those that an evaluation permits', async () => {
    for (const { name } of acme.people) {
      for (const resource of resources().values()) {
        const wanted = permitted((one) => one.who === name && one.resource.id === resource.id);
        const found = resultsOf(await ask('search/action', { subject: subjectOf(name), resource }));
        expect(found).to.deep.equal(wanted.map(({ action }) => ({ name: action })));
      }
    }
  });
});
