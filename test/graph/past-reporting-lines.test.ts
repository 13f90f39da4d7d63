// The migration to lines that say since when they hold: what it reads out of the audit log of a graph in the old shape.
import { expect } from 'chai';
import { readMigrationFiles, splitStatements } from '../../src/graph/queries/query-files.ts';
import { fingerprint, freshCompany } from '../support/company.ts';
import { service } from '../support/service.ts';

const drawing = `
  Ada (admin)
    Bob
      Cy
      Dee
    Eve
  Fay
  Old †`;
/** Everyone of a company is created then. */
const founded = '2026-01-05T09:00:00Z';

describe('migration V011', () => {
  const api = service();
  const acme = freshCompany(api, drawing);
  const migrateAgain = async (): Promise<void> => {
    const { text } = readMigrationFiles().find(({ version }) => version === 'V011') ?? { text: '' };
    for (const statement of splitStatements(text)) await api.graph.statement(statement);
  };
  const idOf = (name: string | null): string | null => (name === 'nobody' || !name ? name : acme.id(name));

  /** A chart of the version before, with the entries of moves: who, when, from whom, to whom. */
  beforeEach(async () => {
    const entries = [
      ['Cy', '2026-02-01T00:00:00Z', 'Ada', 'Eve'],
      ['Cy', '2026-03-01T00:00:00Z', 'Eve', null],
      ['Cy', '2026-04-01T00:00:00Z', null, 'Bob'],
      ['Fay', '2026-02-01T00:00:00Z', null, 'Eve'],
      ['Fay', '2026-02-02T00:00:00Z', 'Eve', null],
      ['Dee', '2026-02-03T00:00:00Z', 'nobody', 'Eve'], // the first manager has been erased
      ['Dee', '2026-02-04T00:00:00Z', 'Eve', 'Bob'],
      ['nobody', '2026-02-01T00:00:00Z', null, 'Ada'], // an entry of theirs stays
      ['Eve', '2026-01-01T00:00:00Z', 'Bob', 'Ada'], // by a clock that was slow
    ] as const;
    await acme.statement(
      `MATCH (:User {tenantId: $tenantId})-[line:REPORTS_TO]->() SET line.since = null
       WITH count(*) AS _
       MATCH (t:Tenant {id: $tenantId}) SET t.lastMoveAt = null
       WITH t UNWIND $entries AS entry
       CREATE (a:AuditEntry:$($label) {tenantId: $tenantId, id: randomUUID(), action: 'reporting-line.move',
         actorId: 'x', at: datetime(entry[1]), userId: entry[0], fromManagerId: entry[2], toManagerId: entry[3]})`,
      {
        label: `T_${acme.tenantId.replaceAll('-', '')}`,
        entries: entries.map(([who, at, from, to]) => [idOf(who), at, idOf(from), idOf(to)]),
      },
    );
  });

  const lines = async (): Promise<string[]> => {
    const rows = await acme.statement(`MATCH (u:User {tenantId: $tenantId})-[line:REPORTS_TO|REPORTED_TO]->(m)
       WITH u, line, m ORDER BY u.name, line.since
       RETURN u.name + ' → ' + m.name + ' ' + toString(line.since) + ' ' + coalesce(toString(line.until), '') AS line`);
    return rows.map((row) => String(row['line']).trim());
  };

  it('tells since when lines hold, and brings back those that ended', async () => {
    await migrateAgain();
    expect(await lines()).to.deep.equal([
      `Bob → Ada ${founded}`,
      `Cy → Ada ${founded} 2026-02-01T00:00:00Z`,
      'Cy → Eve 2026-02-01T00:00:00Z 2026-03-01T00:00:00Z',
      'Cy → Bob 2026-04-01T00:00:00Z',
      'Dee → Eve 2026-02-03T00:00:00Z 2026-02-04T00:00:00Z',
      'Dee → Bob 2026-02-04T00:00:00Z',
      'Eve → Bob 2026-01-01T00:00:00Z 2026-01-01T00:00:00Z',
      'Eve → Ada 2026-01-01T00:00:00Z',
      'Fay → Eve 2026-02-01T00:00:00Z 2026-02-02T00:00:00Z',
    ]);
  });

  it('adds the entries of first managers, which are then labelled and complete', async () => {
    await migrateAgain();
    const added = await acme.statement(
      `MATCH (a:AuditEntry:$($label) {tenantId: $tenantId, action: 'reporting-line.move', actorId: 'operator'})
       MATCH (u:User {id: a.userId})
       OPTIONAL MATCH (m:User {id: a.toManagerId})
       RETURN u.name AS who, a.fromManagerId AS from, coalesce(m.name, a.toManagerId) AS to, toString(a.at) AS at ORDER BY who`,
      { label: `T_${acme.tenantId.replaceAll('-', '')}` },
    );
    expect(added).to.deep.equal([
      { who: 'Bob', from: null, to: 'Ada', at: founded },
      { who: 'Cy', from: null, to: 'Ada', at: founded },
      { who: 'Dee', from: null, to: 'nobody', at: founded },
      { who: 'Eve', from: null, to: 'Bob', at: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('changes nothing the second time, as after an interruption', async () => {
    await migrateAgain();
    const [before, drawn] = [await fingerprint(api, acme.tenantId), await lines()];
    await migrateAgain();
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    expect(await lines()).to.deep.equal(drawn);
  });

  it('lets no later move begin before the last one of the log', async () => {
    await acme.statement(`MATCH (a:AuditEntry {tenantId: $tenantId}) WHERE a.at = datetime('2026-04-01T00:00:00Z')
       SET a.at = datetime('2027-01-01T00:00:00Z')`);
    await migrateAgain();
    const path = `/admin/org-chart/users/${acme.id('Fay')}/manager`;
    expect((await acme.as('Ada').put(path, { managerId: acme.id('Ada') })).status).to.equal(200);
    expect(await lines()).to.include('Fay → Ada 2027-01-01T00:00:00Z');
  });
});
