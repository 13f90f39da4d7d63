// Exports everything that the service stores about a person, for a request under Art. 15 GDPR.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../../platform/graph/client.ts';
import type { Language } from '../../platform/lib/languages.ts';
import type { ExactGraph } from '../../platform/graph/exact/exact-graph.ts';
import { formatProperties } from '../../platform/graph/exact/exact-values.ts';
import type { NotificationType } from '../notifications/registry.ts';
import { normalizeEmail } from '../organisation/import/columns.ts';
import { personNotFound } from '../organisation/people/find-person.ts';
import { listQueriesOf, nodes, personSections, type PersonSectionName } from './table-of-nodes.ts';
import type { ExportedPerson, PersonSection } from '../../platform/graph/nodes.ts';
import { createCall } from '../../platform/graph/queries/query-files.ts';

type Fields = Record<string, unknown>;

/** The types of messages that tell scores of other people, or who of them has not written. */
const figureTypes = ['digest.weekly', 'trend.flagged'] satisfies NotificationType[];

/** Times are ISO 8601 in UTC. `data` has every section, also an empty one. */
export type PersonExport = {
  exportedAt: string;
  tenant: { id: string; name: string };
  person: { id: string; name: string; email: string };
  withheld: readonly string[];
  data: Record<PersonSectionName, Fields[]>;
};

/**
 * Exports a person, also one who has left. The export is an access to personal data: the audit log has it before
 * anything is read.
 *
 * @throws {Error} if nobody has the address
 * @throws {ApiError} DATABASE_UNAVAILABLE
 */
export async function exportPerson(
  graph: GraphClient,
  exact: ExactGraph,
  tenant: { id: string; name: string },
  { email, now }: { email: string; now: Date },
): Promise<PersonExport> {
  const operator = graph.bind({ tenantId: tenant.id, userId: 'operator' });
  const access = { email: normalizeEmail(email), auditId: randomUUID(), now: now.toISOString() };
  const recorded = await operator.write<{ person: PersonExport['person'] }>('personal-data/record_export', access);
  if (!recorded) throw personNotFound(email);
  const { person } = recorded;
  const rows = await readSections(exact, person);
  const sections = Object.entries<PersonSection>(personSections).map(([name, section]) => [
    name,
    (rows[name] ?? []).map((record) => formatRecord(section, record)),
  ]);
  return {
    exportedAt: now.toISOString(),
    tenant: { id: tenant.id, name: tenant.name },
    person,
    withheld: withheld.en,
    data: Object.fromEntries(sections) as PersonExport['data'],
  };
}

type Sections = Record<string, Fields[]>;

/** Runs the queries of all labels: first those that find what is theirs, then those that find it by its ids. */
async function readSections(exact: ExactGraph, { id, name, email }: PersonExport['person']): Promise<Sections> {
  const terms = [id, name, email].map((term) => JSON.stringify(term));
  const found: ExportedPerson = {
    userId: id,
    relatedIds: [],
    figureTypes,
    payloadTerms: terms,
    terms: terms.map((term) => term.slice(1, -1)), // as they stand within JSON texts
  };
  const exported = Object.values(nodes).map((row) => row.exported);
  const queries = listQueriesOf(exported, 'relatedIds');
  const rows: Sections = {};
  for (const query of queries.first) {
    const [columns] = await exact.run<Sections>(...createCall(query, found));
    Object.assign(rows, columns);
  }
  const relatedIds = [id, ...listIds(rows)];
  for (const query of queries.afterwards) {
    const [columns] = await exact.run<Sections>(...createCall(query, { ...found, relatedIds }));
    Object.assign(rows, columns);
  }
  return rows;
}

/** The ids of what belongs to the person, by which records of changes and events name it. */
function listIds(rows: Sections): string[] {
  const sections = Object.entries<PersonSection>(personSections).filter(([, { isTheirs }]) => isTheirs);
  const records = sections.flatMap(([name]) => rows[name] ?? []);
  return records.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

/** What the export does not contain, in words for the person (Art. 15(4) GDPR: the rights of others). */
export const withheld: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Texts that others wrote to others, also where you answered them.',
    'Texts of messages to others that are about several people; their type and time are included.',
    'Who else received a message, and who else is in a nomination of a team; their number is included.',
    'Means of groups, which are about several people, and the content of weekly digests and trend notices that you received.',
    'PDF files: their ids are included, and the files are handed over separately.',
    'Backups, logs of the servers (they hold ids only) and mail that was already sent.',
  ],
  de: [
    'Texte, die andere an andere geschrieben haben, auch wenn Sie darauf geantwortet haben.',
    'Texte von Mitteilungen an andere, die von mehreren Personen handeln; ihre Art und ihr Zeitpunkt sind enthalten.',
    'Wer eine Mitteilung noch erhalten hat, und wer noch zu einer Nominierung eines Teams gehört; die Anzahl ist enthalten.',
    'Mittel von Gruppen, hinter denen mehrere Personen stehen, und der Inhalt von Wochenübersichten und Hinweisen auf Veränderungen, die Sie erhalten haben.',
    'PDF-Dateien: Ihre Kennungen sind enthalten, die Dateien werden gesondert übergeben.',
    'Sicherungen, Protokolle der Server (sie enthalten nur Kennungen) und E-Mails, die schon gesendet sind.',
  ],
};

/** Converts a record for the reader: JSON texts become values, and the tenant is the same everywhere. */
function formatRecord({ json = [] }: PersonSection, record: Fields): Fields {
  const entries = Object.entries(formatProperties(record)).filter(([name]) => name !== 'tenantId');
  return Object.fromEntries(entries.map(([name, value]) => [name, json.includes(name) ? parseJson(value) : value]));
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
