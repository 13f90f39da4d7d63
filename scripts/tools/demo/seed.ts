// Fills an empty database with the demo companies: tenants, people imported from a file, and their history.
import { hash, randomUUID } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { splitIntoBatches } from '../../../src/platform/lib/loops.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { detectTrends, saveTrends } from '../../../src/features/trends/detect-trends.ts';
import { columns } from '../../../src/features/organisation/import/columns.ts';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import { importPeople } from '../../../src/features/organisation/import/import.ts';
import { createTenant } from '../../../src/features/organisation/tenants/tenants.ts';
import { writePart, type PartTerm } from '../../../src/features/partners/name-partners.ts';
import { createPlan } from '../../../src/features/org-plans/save-plan.ts';
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { companies as demoCompanies, type Company } from './companies.ts';
import { generateGoals } from './goals.ts';
import { generateNominations } from './nominations.ts';
import type { Person } from './org-chart.ts';
import { generateProfiles } from './profiles.ts';
import { listRunsOfToday } from './runs-of-today.ts';
import { toNameKey } from '../../../src/platform/lib/names.ts';
import { rolesThatHold } from '../../../src/platform/permissions.ts';
import { addWeeks } from '../../../src/platform/time/weeks.ts';
import { generateAnswers, generateQuestions } from './questions.ts';
import { finishedWeeks, generateSummaries, mondayWeeksAgo } from './summaries.ts';

const batchSize = 500;
/** People exist for this long before the first summary. */
const foundedWeeksAgo = finishedWeeks + 1;
const profilesWeeksAgo = 8;
const partnerWeeks = 26;

/** `files` stores the PDFs of profiles. */
type CompanyOptions = { files: FileStorage; now: Date };
/** `companies` replaces the demo's own, for example in a test. */
type SeedOptions = CompanyOptions & { report(line: string): void; companies?: readonly Company[] };
type ShownPerson = { email: string; name: string; role: string };
export type Seeded = { tenants: { slug: string; people: ShownPerson[] }[] };

/**
 * The last finished step of seeding a company. The tenant stores it until the seed is complete, so that the next seed
 * completes an interrupted one and keeps what people changed meanwhile.
 */
type Progress = 'begun' | 'people' | 'history';

/**
 * Creates the demo companies. An existing tenant is not changed, unless a seed of it was interrupted: that one is completed.
 * Writes no outbox events, so nobody is notified of the past; nor does anybody get the reminders of today.
 *
 * @returns the people to explore the demo as
 * @throws {ApiError} DATABASE_UNAVAILABLE when the database cannot be reached
 */
export async function seed(graph: GraphClient, options: SeedOptions): Promise<Seeded> {
  const { companies = demoCompanies } = options;
  const lines = await Promise.all(
    companies.map(async (company) => (await beginCompany(graph, company, options)).finish()),
  );
  lines.forEach((line) => options.report(line));
  return { tenants: companies.map((company) => ({ slug: company.slug, people: listShownPeople(company) })) };
}

/** The people to explore a company as. */
export function listShownPeople({ people, showcase }: Company): ShownPerson[] {
  return showcase.map(({ email, role }) => {
    return { email, name: people.find((person) => person.email === email)?.name ?? email, role };
  });
}

/**
 * Creates a company and its people.
 *
 * @returns `finish` writes the rest and returns a line that describes what was done
 */
export async function beginCompany(
  graph: GraphClient,
  company: Company,
  { files, now }: CompanyOptions,
): Promise<{ finish: () => Promise<string> }> {
  const { slug, name, timezone, nominationDays, people } = company;
  const existing = await graph.bind({}).maybe<{ id: string }>('tenants/find_by_slug', { slug });
  const progress = existing ? await findProgress(graph, existing.id, company) : 'begun';
  if (progress === 'finished') return { finish: () => Promise.resolve(`${slug} exists already`) };
  const founded = startOfWork(company, now, foundedWeeksAgo);
  const { id } = existing ?? (await createTenant(graph, { slug, name, timezone, nominationDays, now: founded }));
  const runs = listRunsOfToday(company, now).map((run) => ({ ...run, id: randomUUID() }));
  await graph.bind({ tenantId: id }).write('demo/skip_runs', { runs, now: now.toISOString() });
  const note = (step: Progress | null): Promise<unknown> =>
    graph.bind({ tenantId: id }).write('demo/note_progress', { progress: step });
  if (progress === 'begun') {
    await note('begun');
    await importAll(graph, { id }, company, { founded, now });
    await note('people');
  }
  return {
    async finish() {
      if (progress !== 'history') await writePlan(graph, id, company, now);
      const counts = progress === 'history' ? [] : await writeHistory(graph, files, id, company, now);
      const trends = await detectTrends(graph.bind({ tenantId: id }), mondayWeeksAgo(company, now, 1).toString());
      await saveTrends(graph, id, trends, { now: now.toISOString(), notify: false });
      await note(null);
      return [`${slug}: ${people.length} people`, ...counts, `${trends.flags.length} trend flags`].join(', ');
    },
  };
}

async function findProgress(graph: GraphClient, tenantId: string, { people }: Company): Promise<Progress | 'finished'> {
  const emails = people.map(({ email }) => email);
  const { progress } = await graph
    .bind({ tenantId })
    .one<{ progress: Progress | 'finished' }>('demo/find_progress', { emails });
  return progress;
}

/** Imports the people from a CSV file, as an admin would. */
async function importAll(
  graph: GraphClient,
  tenant: { id: string },
  company: Company,
  { founded, now }: { founded: Date; now: Date },
): Promise<void> {
  const people = company.people.map(({ joinedWeeksAgo: ago, ...person }) => ({
    ...person,
    ...(ago !== undefined && { startDate: mondayWeeksAgo(company, now, ago).toString() }),
  }));
  const { faults } = await importPeople(graph, tenant, formatPeopleCsv(people), { now: founded });
  if (faults.length === 0) return;
  throw new Error(`The import rejected the demo people: ${faults.map(({ message }) => message).join('; ')}.`);
}

/** Formats people as the CSV file that `org import` reads. */
function formatPeopleCsv(people: (Person & { startDate?: string })[]): Buffer {
  const rows = people.map((person) => ({ ...person, roles: person.roles.join(';') }));
  return Buffer.from(stringify(rows, { header: true, columns }));
}

/**
 * Stores the PDFs, then writes all summaries, responses, goals, nominations, questions with answers, profiles and partners in one transaction.
 *
 * @returns the number of each
 */
async function writeHistory(
  graph: GraphClient,
  files: FileStorage,
  tenantId: string,
  company: Company,
  now: Date,
): Promise<string[]> {
  const summaries = generateSummaries(company, now);
  const checkIns = summaries.map(({ response, ...summary }) => ({
    ...summary,
    id: randomUUID(),
    ...(response && { response: { ...response, id: randomUUID() } }),
  }));
  const goals = generateGoals(company, now).map((goal) => ({ ...goal, id: randomUUID() }));
  const nominations = generateNominations(company, now).map((nomination) => ({ ...nomination, id: randomUUID() }));
  const questions = generateQuestions(company, now).map((question) => ({ ...question, id: randomUUID() }));
  const answers = generateAnswers(company, summaries, now).map(({ place, ...answer }) => ({
    ...answer,
    id: randomUUID(),
    questionId: questions[place]?.id ?? '',
  }));
  const profiles = await Promise.all(
    (await generateProfiles(company)).map(async ({ pdf, ...profile }) => {
      const fileId = randomUUID();
      await files.forTenant(tenantId).put(fileId, pdf);
      return { ...profile, fileId };
    }),
  );
  const adminEmail = company.people.find(({ roles }) => roles.includes('admin'))?.email ?? null;
  const admin = adminEmail && (await findPerson(graph, tenantId, adminEmail));
  const terms = admin ? await listTerms(graph, tenantId, company, { now, requesterId: admin.id }) : [];
  const importedAt = startOfWork(company, now, profilesWeeksAgo).toISOString();
  await graph.transaction({ tenantId, ...(admin && { userId: admin.id }) }, async (tx) => {
    for (const batch of splitIntoBatches(checkIns, batchSize))
      await tx.rows('demo/create_check_ins', { checkIns: batch });
    for (const batch of splitIntoBatches(goals, batchSize)) await tx.rows('demo/create_goals', { goals: batch });
    await tx.rows('demo/create_nominations', { nominations });
    await tx.rows('demo/create_questions', { questions, permittedRoles: rolesThatHold('question:manage') });
    for (const batch of splitIntoBatches(answers, batchSize)) await tx.rows('demo/create_answers', { answers: batch });
    await tx.rows('demo/create_profiles', { profiles, adminEmail, importedAt });
    for (const term of terms)
      await writePart(tx, term, { partId: randomUUID(), auditId: randomUUID(), now: now.toISOString() });
    await tx.rows('demo/note_progress', { progress: 'history' satisfies Progress });
  });
  return [
    `${checkIns.length} summaries`,
    `${checkIns.filter(({ response }) => response).length} responses`,
    `${goals.length} goals`,
    `${nominations.length} nominations`,
    pluralize(profiles.length, 'profile'),
    pluralize(questions.length, 'question'),
    `${answers.length} answers`,
  ];
}

/** Who is the partner of which part. */
function listTerms(
  graph: GraphClient,
  tenantId: string,
  company: Company,
  { now, requesterId }: { now: Date; requesterId: string },
): Promise<(PartTerm & { requesterId: string })[]> {
  const find = async (email: string): Promise<string> => (await findPerson(graph, tenantId, email)).id;
  const from = now.toISOString().slice(0, 10);
  return Promise.all(
    company.partners.map(async ({ email, part }) => ({
      userId: await find(email),
      headId: 'below' in part ? await find(part.below) : null,
      departmentKey: 'department' in part ? toNameKey(part.department) : null,
      from,
      to: addWeeks(from, partnerWeeks),
      requesterId,
    })),
  );
}

/**
 * Writes the plan of a company. Its id follows from the tenant's, so that a seed that is completed writes the same plan
 * again.
 */
async function writePlan(graph: GraphClient, tenantId: string, { plan, people }: Company, now: Date): Promise<void> {
  const admin = people.find(({ roles }) => roles.includes('admin'));
  if (!plan || !admin) return;
  const author = await findPerson(graph, tenantId, admin.email);
  const digits = hash('sha256', `plan of ${tenantId}`);
  const planId = `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  const change = { changeId: planId, now: now.toISOString(), asOperator: true };
  await createPlan(graph.bind({ tenantId, userId: author.id }), planId, plan, change);
}

/** Returns nine o'clock on the Monday of that week, in the company's time zone. */
function startOfWork(company: Company, now: Date, weeksAgo: number): Date {
  const monday = mondayWeeksAgo(company, now, weeksAgo);
  return new Date(monday.toZonedDateTime({ timeZone: company.timezone, plainTime: '09:00' }).epochMilliseconds);
}
