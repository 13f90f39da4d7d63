// Fills a tenant to its bounds: for each label of the table of nodes what is stored of it before something is measured, or why nothing
// is. A label without an entry does not compile.
import { randomUUID } from 'node:crypto';
import { formatAbsence } from '../../../src/features/absences/rules.ts';
import { maxAbsences } from '../../../src/features/absences/schema.ts';
import { maxGoals } from '../../../src/features/goals/rules.ts';
import { maxPlans } from '../../../src/features/org-plans/save-plan.ts';
import type { NodeLabel } from '../../../src/features/personal-data/table-of-nodes.ts';
import { maxOpen } from '../../../src/features/questions/rules.ts';
import { maxGroups } from '../../../src/features/scim/groups.ts';
import { maxWebhooks } from '../../../src/features/webhooks/manage-webhooks.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { splitIntoBatches } from '../../../src/platform/lib/loops.ts';
import type { Call } from '../../../src/platform/graph/queries/call-types.ts';
import { addDays, addWeeks, getCurrentMonday } from '../../../src/platform/time/weeks.ts';

/** A tenant to fill. `root` is above all people. */
export type Filled = { tenantId: string; root: string; people: readonly string[] };
type Facts = Filled & { monday: string; now: string };
/** The calls that fill a label, one transaction each; words say why there are none. */
type Filling = string | ((facts: Facts) => Iterable<Call>);

/** What requests of the benchmark create themselves has room left. */
const room = 15;
const text = 'x'.repeat(200);
const teams = 480;
const weeksOfQuestions = 100;
const weeksOfSummaries = 12;
/** Bounds of a week, month or person are filled for this one, since others are looked at alone. */
const one = ({ root }: Facts): string[] => [root];
const none = 'it has a bound of one, or of few, that requests reach themselves';
const byWorker = 'the worker makes it, which does not run here';
const byAge = 'what waits or is old: lists of it are read by index and page';

const fillings: Record<NodeLabel, Filling> = {
  User: 'the people of the tenant',
  Team: 'the teams of the people',
  Tenant: none,
  OrgImport: none,
  ImportBatch: byWorker,
  ScimGroup: ({ people, now }) => [
    ['bench/fill_groups', { count: maxGroups - room, userIds: people.slice(0, 1_000), now }],
  ],
  OrgPlan: ({ root, now }) => [['bench/fill_plans', { count: maxPlans - room, userId: root, now }]],
  IdentityProvider: none,
  Identity: none,
  ServiceToken: none,
  Approval: none,
  AssistantUse: none,
  Summary: function* ({ people, monday }) {
    for (let ago = 1; ago <= weeksOfSummaries; ago += 1)
      for (const batch of splitIntoBatches(people, 5_000)) {
        const summaries = batch.map((userId) => ({ id: randomUUID(), userId }));
        yield ['bench/create_summaries', { summaries, week: addWeeks(monday, -ago), text }];
      }
  },
  SummaryDraft: none,
  Response: none,
  Question: function* ({ people, monday, now }) {
    /** Nobody has so many open ones that they may ask no more. */
    const authorOf = (place: number): string => people[1 + (place % (people.length - 1))] ?? '';
    const everybody = { audience: 'tenant', audienceName: null };
    const once = Array.from({ length: maxOpen - room - teams }, (_, place) => ({
      questionId: randomUUID(),
      userId: authorOf(place),
      frequency: 'once',
      fromWeek: addWeeks(monday, place % weeksOfQuestions),
      ...everybody,
    }));
    const weekly = Array.from({ length: teams }, (_, place) => ({
      questionId: randomUUID(),
      userId: authorOf(place),
      frequency: 'weekly',
      fromWeek: monday,
      audience: `team:team ${place}`,
      audienceName: `Team ${place}`,
    }));
    const content = JSON.stringify({ text: { en: 'Are your priorities clear?' } });
    yield ['bench/fill_questions', { rows: [...once, ...weekly], content, now }];
  },
  QuestionWording: 'each question has one',
  Answer: 'a person answers those of a week, and reports count them by week',
  Goal: (facts) => {
    const weeks = [-1, 0, 1].map((ago) => addWeeks(facts.monday, ago));
    return [['bench/fill_goals', { userIds: one(facts), weeks, count: maxGoals - room }]];
  },
  Nomination: ({ root, people, monday, now }) => [
    [
      'bench/fill_nominations',
      { userId: root, userIds: people.slice(0, 2_000), period: monday.slice(0, 7), count: 20, text, now },
    ],
  ],
  Notification: (facts) => [['bench/create_notifications', { userIds: one(facts), perUser: 5_000, text }]],
  OutboxEvent: byAge,
  Profile: none,
  ImportJob: none,
  Motivators: none,
  TrendFlag: byWorker,
  TrendRun: byWorker,
  WeeklyRun: byWorker,
  IdempotencyRecord: byAge,
  AuditEntry: byAge,
  AuditChain: none,
  ChangeEntry: byAge,
  ChangeBatch: byAge,
  ChangeLog: none,
  Webhook: ({ now }) => [['bench/fill_webhooks', { count: maxWebhooks - 2, now }]],
  WebhookDelivery: byWorker,
  RetentionRun: none,
  Migration: none,
  LaterMigration: none,
};

/** What can be filled by itself. */
export const filledKinds: readonly string[] = [
  ...Object.entries(fillings).flatMap(([label, filling]) => (typeof filling === 'string' ? [] : [label])),
  'absences',
];

/** Fills a tenant: each label, and everybody's absences; or only what is named of `filledKinds`. */
export async function fillToBounds(graph: GraphClient, tenant: Filled, only = filledKinds): Promise<void> {
  const now = new Date().toISOString();
  const facts = { ...tenant, now, monday: getCurrentMonday(now, 'Europe/Berlin') };
  const run = (call: Call): Promise<unknown> =>
    graph.transaction({ tenantId: tenant.tenantId, userId: tenant.root }, (tx) => tx.rows(...call));
  for (const [label, filling] of Object.entries(fillings)) {
    if (typeof filling === 'string' || !only.includes(label)) continue;
    for (const call of filling(facts)) await run(call);
  }
  if (!only.includes('absences')) return;
  const absences = Array.from({ length: maxAbsences }, (_, week) => {
    const day = addDays(addWeeks(facts.monday, week), 1);
    return formatAbsence({ from: day, to: day });
  });
  for (const userIds of splitIntoBatches(tenant.people, 1_000))
    await run(['bench/fill_absences', { userIds, absences }]);
}
