// Exports everything that the service stores about a person, for a request under Art. 15 GDPR.
import { randomUUID } from 'node:crypto';
import type { GraphClient } from '../graph/client.ts';
import type { ExactGraph } from '../graph/exact/exact-graph.ts';
import { formatProperties } from '../graph/exact/exact-values.ts';
import type { NotificationType } from '../notifications/registry.ts';
import { normalizeEmail } from './columns.ts';
import { personNotFound } from './find-person.ts';
import { personSections, withheld, type PersonSection, type PersonSectionName } from './person-sections.ts';

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
  const recorded = await operator.write<{ person: PersonExport['person'] }>('org/record_export', access);
  if (!recorded) throw personNotFound(email);
  const { person } = recorded;
  const terms = [person.id, person.name, person.email];
  const [own = {}] = await exact.run<Sections>('org/export_person', { userId: person.id, figureTypes });
  const [mentions = {}] = await exact.run<Sections>('org/export_mentions', {
    userId: person.id,
    figureTypes,
    relatedIds: [person.id, ...listIds(own)],
    payloadTerms: terms.map((term) => JSON.stringify(term)),
    terms: terms.map((term) => JSON.stringify(term).slice(1, -1)), // as they stand within JSON texts
  });
  const rows: Sections = { ...own, ...mentions };
  const sections = Object.entries<PersonSection>(personSections).map(([name, section]) => [
    name,
    (rows[name] ?? []).map((record) => formatRecord(section, record)),
  ]);
  return {
    exportedAt: now.toISOString(),
    tenant: { id: tenant.id, name: tenant.name },
    person,
    withheld,
    data: Object.fromEntries(sections) as PersonExport['data'],
  };
}

type Sections = Record<string, Fields[]>;

/** What belongs to the person, by whose ids records of changes and events name it. */
const ownSections = [
  ...(['summaries', 'responsesReceived', 'responsesGiven', 'goals', 'nominationsMade', 'nominationsReceived'] as const),
  ...(['notifications', 'imports'] as const),
];

function listIds(own: Sections): string[] {
  const records = ownSections.flatMap((name) => own[name] ?? []);
  return records.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

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
