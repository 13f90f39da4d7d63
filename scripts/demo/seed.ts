// Fills an empty database with the demo companies: tenants, people as an admin imports them, and their history.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../../src/graph/client.ts';
import { detectTrends, saveTrends } from '../../src/jobs/detect-trends.ts';
import { importPeople } from '../../src/org/import.ts';
import { createTenant } from '../../src/org/tenants.ts';
import type { FileStorage } from '../../src/storage/storage.ts';
import { pluralize } from '../../src/pluralize.ts';
import { companies as demoCompanies, peopleCsv, type Company } from './company.ts';
import { generateGoals } from './goals.ts';
import { generateNominations } from './nominations.ts';
import { generateProfiles } from './profiles.ts';
import { finishedWeeks, mondayAgo, generateSummaries } from './summaries.ts';

const batchSize = 500;
/** The people are there this long before anybody writes. */
const foundedWeeksAgo = finishedWeeks + 1;
const profilesWeeksAgo = 8;

/** `files` takes the PDFs of profiles; `companies` stand in for the demo's own, for instance in a test. */
export type SeedOptions = { files: FileStorage; now: Date; report(line: string): void; companies?: readonly Company[] };
export type Seeded = { tenants: { slug: string; people: { email: string; name: string; role: string }[] }[] };

/**
 * Creates the demo companies. A tenant that is there already is left alone, unless it holds no more than what an
 * interrupted seed left behind: that is completed. No event is written: nobody will be notified of what is past.
 *
 * @returns the people worth being when one looks around
 * @throws {ApiError} DATABASE_UNAVAILABLE when the database cannot be reached
 */
export async function seed(graph: GraphClient, options: SeedOptions): Promise<Seeded> {
  const { files, now, companies = demoCompanies } = options;
  const lines = await Promise.all(companies.map((company) => seedCompany(graph, files, company, now)));
  lines.forEach((line) => options.report(line));
  return { tenants: companies.map((company) => ({ slug: company.slug, people: describeShowcase(company) })) };
}

function describeShowcase({ people, showcase }: Company): Seeded['tenants'][number]['people'] {
  return showcase.map(({ email, role }) => ({
    email,
    name: people.find((person) => person.email === email)?.name ?? email,
    role,
  }));
}

/** @returns a line that says what was done */
async function seedCompany(graph: GraphClient, files: FileStorage, company: Company, now: Date): Promise<string> {
  const { slug, name, timezone, nominationDays, people } = company;
  const tenant = await graph.bind({}).maybe<{ id: string }>('tenants/find_by_slug', { slug });
  if (tenant && !(await isUnfinished(graph, tenant.id, company))) return `${slug} is there already`;
  const founded = startOfWork(company, now, foundedWeeksAgo);
  const { id } = tenant ?? (await createTenant(graph, { slug, name, timezone, nominationDays, now: founded }));
  await importAll(graph, { id }, company, { founded, now });
  const summary = await writeHistory(graph, files, id, company, now);
  const trends = await detectTrends(graph.bind({ tenantId: id }), mondayAgo(company, now, 1).toString());
  await saveTrends(graph, id, trends, { now: now.toISOString(), tell: false });
  return [`${slug}: ${people.length} people`, ...summary, `${trends.flags.length} trend flags`].join(', ');
}

/** Whether a tenant holds nothing but demo people, and no summary of theirs; summaries come last, and all at once. */
async function isUnfinished(graph: GraphClient, tenantId: string, { people }: Company): Promise<boolean> {
  const emails = people.map(({ email }) => email);
  const { written, others } = await graph
    .bind({ tenantId })
    .one<{ written: boolean; others: boolean }>('demo/find_progress', { firstEmail: emails[0], emails });
  return !written && !others;
}

/** Imports the people from a file, as an admin would. */
async function importAll(
  graph: GraphClient,
  tenant: { id: string },
  company: Company,
  { founded, now }: { founded: Date; now: Date },
): Promise<void> {
  const people = company.people.map(({ joinedWeeksAgo: ago, ...person }) => ({
    ...person,
    ...(ago !== undefined && { startDate: mondayAgo(company, now, ago).toString() }),
  }));
  const { faults } = await importPeople(graph, tenant, peopleCsv(people), { now: founded });
  if (faults.length === 0) return;
  throw new Error(`The demo's people were refused: ${faults.map(({ message }) => message).join('; ')}.`);
}

/**
 * Writes all summaries, answers, goals, nominations and profiles in one transaction, after the files.
 *
 * @returns how many of each
 */
async function writeHistory(
  graph: GraphClient,
  files: FileStorage,
  tenantId: string,
  company: Company,
  now: Date,
): Promise<string[]> {
  const checkIns = generateSummaries(company, now).map((summary) => ({
    ...summary,
    id: randomUUID(),
    ...(summary.response && { response: { ...summary.response, id: randomUUID() } }),
  }));
  const goals = generateGoals(company, now).map((goal) => ({ ...goal, id: randomUUID() }));
  const nominations = generateNominations(company, now).map((nomination) => ({ ...nomination, id: randomUUID() }));
  const records = (await generateProfiles(company)).map((profile) => ({ ...profile, fileId: randomUUID() }));
  await Promise.all(records.map(({ fileId, pdf }) => files.forTenant(tenantId).put(fileId, pdf)));
  const profiles = records.map(({ email, fields, fileId }) => ({ email, fields, fileId }));
  const adminEmail = company.people.find(({ roles }) => roles.includes('admin'))?.email ?? null;
  const importedAt = startOfWork(company, now, profilesWeeksAgo).toISOString();
  await graph.transaction({ tenantId }, async (tx) => {
    for (const batch of splitBatches(checkIns)) await tx.run('demo/create_check_ins', { checkIns: batch });
    for (const batch of splitBatches(goals)) await tx.run('demo/create_goals', { goals: batch });
    await tx.run('demo/create_nominations', { nominations });
    await tx.run('demo/create_profiles', { profiles, adminEmail, importedAt });
  });
  return [
    `${checkIns.length} summaries`,
    `${checkIns.filter(({ response }) => response).length} responses`,
    `${goals.length} goals`,
    `${nominations.length} nominations`,
    pluralize(profiles.length, 'profile'),
  ];
}

function splitBatches<T>(items: T[]): T[][] {
  const count = Math.ceil(items.length / batchSize);
  return Array.from({ length: count }, (_, i) => items.slice(i * batchSize, (i + 1) * batchSize));
}

/** Monday morning of that week, where the company is. */
function startOfWork(company: Company, now: Date, weeksAgo: number): Date {
  const monday = mondayAgo(company, now, weeksAgo);
  return new Date(monday.toZonedDateTime({ timeZone: company.timezone, plainTime: '09:00' }).epochMilliseconds);
}
