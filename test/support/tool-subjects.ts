// A company in which everybody stands in some relation to Cy, and what tools are asked about Cy there.
import { expect } from 'chai';
import { letAssistants } from './assistants.ts';
import { company, type Answer, type Company } from './company.ts';
import { aQuestion, aSummary } from './samples.ts';
import type { Service } from './service.ts';

const drawing = `Ada (admin)
  Sam (senior_manager)
    Bob
      Cy [Blue]
        Ned
      Dee
  Max (people_team)
  Lea (senior_leadership)
  Nia
  Dot
  Ans
  Par
  Out
  Left †`;
/** Everybody, as they stand to Cy, about whom is asked. */
export const relations = {
  Cy: 'themself',
  Ned: 'a report',
  Dee: 'a peer',
  Bob: 'the manager',
  Sam: 'a senior manager above',
  Ada: 'an admin above',
  Max: 'the People Team',
  Lea: 'senior leadership',
  Nia: 'nobody',
  Dot: 'a deputy for reading',
  Ans: 'a deputy for answering',
  Par: 'a partner of a part with them',
  Out: 'a partner of another part',
  Left: 'somebody who has left',
};
export type Who = keyof typeof relations;
export const relatives = Object.keys(relations) as Who[];
const week = '2026-11-16';
export type Args = Record<string, unknown>;
/** What a company has that tools are asked about. */
type Facts = { summaryId: string; questionId: string; goalId: string; planId: string };
export type World = Facts & { acme: Company };

/** The arguments of each tool about Cy. */
export const subjects: Record<string, (world: World) => Args> = {
  getMe: () => ({}),
  getHome: () => ({}),
  listOwnTeam: () => ({ week }),
  listUsers: () => ({ search: 'y', limit: 3 }),
  getUser: ({ acme }) => ({ userId: acme.id('Cy') }),
  listChain: ({ acme }) => ({ userId: acme.id('Cy') }),
  getOrgChart: ({ acme }) => ({ rootId: acme.id('Bob'), depth: 2 }),
  getWeeklyDigest: () => ({ weekStart: week }),
  listSummaries: ({ acme }) => ({ author: acme.id('Cy') }),
  getSummary: ({ summaryId }) => ({ summaryId }),
  getSummaryAnswers: ({ summaryId }) => ({ summaryId }),
  getBoard: ({ acme }) => ({ userId: acme.id('Cy') }),
  listTrendFlags: () => ({ scope: 'user' }),
  getNonSetters: () => ({ period: week }),
  listQuestions: () => ({ isOpen: true }),
  getMyQuestions: () => ({ weekStart: week }),
  getTeamReport: () => ({ weekStart: week }),
  getCheckInReport: () => ({ weekStart: week }),
  getQuestionReport: ({ questionId }) => ({ questionId, weekStart: week }),
  listOrgPlans: () => ({ status: 'draft' }),
  previewOrgPlan: ({ planId }) => ({ planId }),
  saveSummaryDraft: () => ({ weekStart: '2026-11-09', proud: 'Half.' }),
  submitSummary: () => aSummary({ weekStart: '2026-11-09' }),
  updateSummary: ({ summaryId }) => ({ ...aSummary({ proud: 'Other.' }), summaryId }),
  respondToSummary: ({ summaryId }) => ({ summaryId, body: 'Well done.' }),
  createGoal: () => ({ title: 'Ship', type: 'personal', targetWeek: 'next' }),
  updateGoal: ({ goalId }) => ({ goalId, title: 'Other' }),
  moveGoal: ({ goalId }) => ({ goalId, targetWeek: 'next' }),
  nominateTeam: ({ acme }) => ({ teamName: 'Blue', memberUserIds: [acme.id('Cy')], reason: 'They help.' }),
  nominateIndividual: ({ acme }) => ({ nomineeUserId: acme.id('Cy'), reason: 'They help.' }),
};

export async function buildWorld(api: Service): Promise<World> {
  const acme = await company(api, drawing);
  await letAssistants(acme, 'Ada', 'write');
  await acme.as('Ada').patch('/admin/settings', { nominationDays: '1-31' });
  const made = async (answer: Promise<Answer<object>>): Promise<string> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).to.be.oneOf([200, 201]);
    return String((body as { id?: string; questionId?: string }).id);
  };
  const questionId = await made(acme.as('Ada').post('/questions', aQuestion()));
  const summaryId = await made(acme.as('Cy').post('/summaries', aSummary()));
  const goalId = await made(acme.as('Cy').post('/goals', { title: 'Ship', type: 'professional', targetWeek: 'this' }));
  const moves = [{ userId: acme.id('Cy'), managerId: acme.id('Nia') }];
  const planId = await made(acme.as('Ada').post('/admin/org-plans', { name: 'Next year', moves }));
  for (const [who, rights] of [
    ['Dot', ['read']],
    ['Ans', ['read', 'answer']],
  ] as const)
    await made(
      acme
        .as('Bob')
        .put(`/users/${acme.id('Bob')}/deputies/${acme.id(who)}`, { from: '2026-11-16', to: '2026-12-16', rights }),
    );
  await acme.statement(
    `UNWIND [['Par', 'Bob'], ['Out', 'Sam']] AS part
     MATCH (partner:User {tenantId: $tenantId, name: part[0]}), (head:User {tenantId: $tenantId, name: part[1]})
     CREATE (partner)-[:PARTNER_OF {tenantId: $tenantId, id: randomUUID(), headId: CASE part[0] WHEN 'Par' THEN head.id END,
       departmentKey: CASE part[0] WHEN 'Out' THEN 'elsewhere' END, from: date('2026-11-16'), to: date('2026-12-16'),
       since: datetime('2026-11-16T00:00:00Z'), until: datetime('2026-12-17T00:00:00Z')}]->(head)`,
  );
  return { acme, questionId, summaryId, goalId, planId };
}
