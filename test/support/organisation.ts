// A fresh tenant for each test of the organisation's commands, and ways to look at it.
import { randomUUID } from 'node:crypto';
import { beforeEach } from 'mocha';
import type { GraphClient, Transaction } from '../../src/platform/graph/client.ts';
import { exportPeople } from '../../src/features/organisation/import/export.ts';
import { importPeople, type ImportResult } from '../../src/features/organisation/import/import.ts';
import { createTenant } from '../../src/features/organisation/tenants/tenants.ts';
import type { Service } from './service.ts';

export const header = 'email,name,jobTitle,team,department,managerEmail,roles';
export const now = new Date('2026-11-20T10:00:00.000Z');
export const ann = 'ann@a.example,Ann,CEO,,,,admin';
export const bob = 'bob@a.example,Bob,Head,Apps,Tech,ann@a.example,';
export const cyd = 'cyd@a.example,Cyd,,Apps,Tech,bob@a.example,senior_manager;people_team';

/** Who was changed, and in what, without the values. */
export const fieldsOf = (changed: ImportResult['changed']): { email: string; fields: string[] }[] =>
  changed.map(({ email, fields }) => ({ email, fields }));

type Tenant = { id: string; slug: string };
type Run = Transaction['rows'];

/** `tenant` is another one for every test. Whatever looks at a tenant looks at this one if no other is named. */
export type Organisation = {
  tenant: Tenant;
  another(): Promise<Tenant>;
  bring(
    file: string[] | Buffer,
    options?: {
      dryRun?: boolean;
      emptyClears?: boolean;
      dateOrder?: 'dmy' | 'mdy';
      atMost?: number;
      to?: Tenant;
      graph?: GraphClient;
    },
  ): Promise<ImportResult>;
  exported(): Promise<string>;
  /** The exported rows without ids, and without the last seven cells if these are empty. */
  people(): Promise<string[]>;
  /** Everything the tenant holds, in an order, to compare before and after. */
  nodes(of?: Tenant): Promise<Record<string, unknown>[]>;
  /** The entries of moves, without those of first managers. */
  moves(): Promise<Record<string, unknown>[]>;
  /** Each reporting line that holds or held, as `Bob → Ann since … [until …]`. */
  lines(): Promise<string[]>;
  /** The database with something in the way of each statement of a transaction. */
  interfered(run: (run: Run, ...given: Parameters<Run>) => ReturnType<Run>): GraphClient;
};

/** For the tests of one file. */
export function organisation(api: Service): Organisation {
  const org: Organisation = {
    tenant: { id: '', slug: '' },
    another() {
      const slug = `t${randomUUID()}`;
      return createTenant(api.graph, { slug, name: slug, timezone: 'UTC', nominationDays: '1-31', now });
    },
    bring(file, { to = org.tenant, graph = api.graph, ...options } = {}) {
      const csv = Buffer.isBuffer(file) ? file : Buffer.from([header, ...file].join('\n'));
      return importPeople(graph, to, csv, { now, ...options });
    },
    async exported() {
      const pieces: string[] = [];
      await exportPeople(api.graph, org.tenant.id, 'csv', (piece) => Promise.resolve(void pieces.push(piece)));
      return pieces.join('');
    },
    async people() {
      const rows = (await org.exported()).trimEnd().split('\n').slice(1);
      return rows.map((line) => line.slice(0, line.lastIndexOf(',')).replace(/,{1,8}$/, ''));
    },
    nodes: ({ id } = org.tenant) =>
      api.graph.statement(
        `MATCH (n) WHERE n.tenantId = $id OR (n:Tenant AND n.id = $id)
         OPTIONAL MATCH (n)-[r]->(m)
         WITH n, type(r) + ' ' + coalesce(m.email, m.name) AS edge ORDER BY edge
         WITH n, collect(edge) AS edges
         RETURN labels(n) AS labels, n.id AS id, n.email AS email, n.name AS name, n.jobTitle AS jobTitle,
           n.roles AS roles, n.active AS active, n.department AS department, n.action AS action,
           toString(n.startDate) AS startDate, n.timezone AS timezone, n.preferredLanguage AS preferredLanguage,
           toString(n.createdAt) AS createdAt, n.orgRevision AS revision, edges
         ORDER BY id, name`,
        { id },
      ),
    moves: () =>
      api.graph.statement(
        `MATCH (entry:AuditEntry {tenantId: $id, action: 'reporting-line.move'})
         WHERE entry.fromManagerId IS NOT NULL
         OPTIONAL MATCH (who:User {id: entry.userId})
         OPTIONAL MATCH (from:User {id: entry.fromManagerId})
         OPTIONAL MATCH (to:User {id: entry.toManagerId})
         RETURN entry.actorId AS actor, who.name AS who, from.name AS from, to.name AS to, toString(entry.at) AS at
         ORDER BY who`,
        { id: org.tenant.id },
      ),
    async lines() {
      const rows = await api.graph.statement(
        `MATCH (u:User {tenantId: $id})-[line:REPORTS_TO|REPORTED_TO]->(m)
         WITH u, line, m ORDER BY u.name, line.since, type(line)
         RETURN u.name + ' → ' + m.name + ' since ' + toString(line.since)
           + coalesce(' until ' + toString(line.until), '') AS line`,
        { id: org.tenant.id },
      );
      return rows.map(({ line }) => String(line));
    },
    interfered: (run) => ({
      ...api.graph,
      transaction: (asker, work) =>
        api.graph.transaction(asker, (tx) =>
          work({ ...tx, rows: ((...given) => run((...asked) => tx.rows(...asked), ...given)) as Run }),
        ),
    }),
  };
  beforeEach(async () => {
    org.tenant = await org.another();
  });
  return org;
}
