// checkin org check and tree: what must not be in an organisation is found, and drawn all the same.
import { expect } from 'chai';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { checkTenant } from '../../../src/features/organisation/tenants/check.ts';
import { deleteTenant } from '../../../src/features/personal-data/delete-tenant.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { readAllPeople } from '../../../src/features/organisation/people/people.ts';
import { formatTreeLine, listTree } from '../../../src/features/organisation/import/tree.ts';
import { ann, bob, cyd, organisation } from '../../support/organisation.ts';
import { service } from '../../support/service.ts';

const dan = 'dan@a.example,Dan,,,,,';

describe('org check', () => {
  const api = service();
  const org = organisation(api);
  const spoil = (cypher: string): Promise<unknown> =>
    api.graph.statement(
      `MATCH (a:User {tenantId: $id, name: 'Ann'}), (b:User {tenantId: $id, name: 'Bob'}) ${cypher}`,
      {
        id: org.tenant.id,
      },
    );
  const findings = async (): Promise<string[]> =>
    (await checkTenant(api.graph, org.tenant.id)).map(({ kind, message }) => `${kind}: ${message}`);
  const tree = async (from?: string): Promise<{ lines: string[]; unreached: number }> => {
    const people = await api.graph.transaction({ tenantId: org.tenant.id }, (tx) => readAllPeople(tx));
    const { steps, unreached } = listTree(people, from);
    return { lines: steps.map(formatTreeLine), unreached };
  };

  beforeEach(async () => {
    await org.bring([ann, bob, cyd, dan]);
  });

  afterEach(() =>
    api.graph.statement("MATCH (n) WHERE n.tenantId IN [$id, 'another'] DETACH DELETE n", { id: org.tenant.id }),
  );

  it('finds nothing wrong in what an import made, and notes what is unusual', async () => {
    expect(await findings()).to.deep.equal(['note: 2 people have no manager', 'note: 2 people are in no team']);
  });

  const spoilt: Record<string, [cypher: string, fault: string]> = {
    'a cycle': ['CREATE (a)-[:REPORTS_TO]->(b)', 'cycle: ann@a.example → bob@a.example → ann@a.example'],
    'two managers': [
      `MATCH (c:User {tenantId: $id, name: 'Cyd'}) CREATE (c)-[:REPORTS_TO]->(a)`,
      'cyd@a.example has 2 managers: ann@a.example, bob@a.example',
    ],
    'a line without its beginning': [
      'WITH b MATCH (b)-[line:REPORTS_TO]->() SET line.since = null',
      'bob@a.example has a reporting line without the time it began or ended',
    ],
    'a past line without its end': [
      'CREATE (b)-[:REPORTED_TO {since: b.createdAt}]->(a)',
      'bob@a.example has a reporting line without the time it began or ended',
    ],
    'a line that ends before it begins': [
      "CREATE (b)-[:REPORTED_TO {since: b.createdAt, until: b.createdAt - duration('PT1S')}]->(a)",
      'bob@a.example has a reporting line that ends before it begins',
    ],
    "a past line that overlaps today's": [
      "CREATE (b)-[:REPORTED_TO {since: b.createdAt - duration('P1D'), until: b.createdAt + duration('PT1S')}]->(a)",
      'bob@a.example has reporting lines that hold at the same time',
    ],
    'past lines that overlap': [
      `UNWIND [1, 3] AS n
       CREATE (b)-[:REPORTED_TO {since: b.createdAt - duration({days: n + 2}), until: b.createdAt - duration({days: n})}]->(a)
       WITH b, a WHERE n = 3
       CREATE (b)-[:REPORTED_TO {since: b.createdAt - duration('P4D'), until: b.createdAt - duration('PT73H')}]->(a)`,
      'bob@a.example has reporting lines that hold at the same time',
    ],
    'two teams': [
      "MERGE (t:Team {tenantId: $id, key: 'x', name: 'X'}) CREATE (b)-[:MEMBER_OF]->(t)",
      'bob@a.example is in 2 teams',
    ],
    'dead events, by type and with what to do': [
      `UNWIND range(1, 3) AS n
       CREATE (e:OutboxEvent {tenantId: $id, id: randomUUID(), key: 'dead ' + n, type: 'goal.completed', queue: 'notifications', status: 'dead',
         attempts: 5, error: 'INTERNAL', payload: 'Ann is ill', createdAt: datetime('2026-11-19'), endedAt: datetime('2026-11-2' + n)})
       SET e:$('T_' + replace($id, '-', ''))`,
      '3 dead events goal.completed since 2026-11-21T00:00:00.000Z: "checkin outbox ls" shows why; then run "checkin outbox retry"',
    ],
    'a manager who has left': ['SET a.active = false', 'bob@a.example reports to someone who has left: ann@a.example'],
    'a role nobody knows': ["SET a.roles = ['boss']", 'ann@a.example has a role that does not exist: boss'],
    'a link to another tenant': [
      "CREATE (b)-[:MEMBER_OF]->(:Team {tenantId: 'another', name: randomUUID()})",
      'MEMBER_OF: 1 to or from something outside the tenant',
    ],
    'a node without the label': [
      'CREATE (:AuditEntry {tenantId: $id, id: randomUUID()})',
      'AuditEntry: 1 whose tenantId and tenant label disagree',
    ],
    'a node with the label of two tenants': [
      'SET a:T_00000000000000000000000000000000',
      'User: 1 whose tenantId and tenant label disagree',
    ],
    "a node that is marked but not the tenant's": [
      "CREATE (s:Summary {tenantId: 'another', id: randomUUID(), userId: 'x', weekStart: randomUUID()}) WITH s CALL (s) { MATCH (t:Team {tenantId: $id}) WITH s, t LIMIT 1 SET s:$([label IN labels(t) WHERE label STARTS WITH 'T_']) }",
      'Summary: 1 whose tenantId and tenant label disagree',
    ],
  };
  for (const [what, [cypher, fault]] of Object.entries(spoilt)) {
    it(`finds ${what}`, async () => {
      await spoil(cypher);
      expect(await findings()).to.include(`fault: ${fault}`);
    });
  }

  it('finds nothing wrong in lines that follow one another, nor in one that ended as it began', async () => {
    await spoil(
      `WITH a, b UNWIND [[5, 3], [3, 3], [3, 2], [2, 0], [0, 0]] AS days
       CREATE (b)-[:REPORTED_TO {since: b.createdAt - duration({days: days[0]}), until: b.createdAt - duration({days: days[1]})}]->(a)`,
    );
    expect((await findings()).filter((finding) => finding.startsWith('fault'))).to.deep.equal([]);
  });

  it('finds nothing any more after an import has set second managers and teams right', async () => {
    await spoil(spoilt['two managers']?.[0] ?? '');
    await spoil(spoilt['two teams']?.[0] ?? '');
    await org.bring([bob, cyd]);
    expect((await findings()).filter((finding) => finding.startsWith('fault'))).to.deep.equal([
      'fault: Team: 1 whose tenantId and tenant label disagree',
    ]);
  });

  it('looks at every kind of node that the schema knows', async () => {
    const rows = await api.graph.statement('SHOW CONSTRAINTS YIELD labelsOrTypes AS labels RETURN labels');
    const kinds = new Set(rows.flatMap(({ labels }) => labels as string[]));
    for (const kind of kinds) {
      if (kind !== 'Tenant' && kind !== 'Migration')
        expect(getQuery('organisation/check/mislabelled_nodes').text).to.match(new RegExp(`\\b${kind}\\b`));
    }
  });

  it('draws who reports to whom, from the top or from someone', async () => {
    expect(await tree()).to.deep.equal({
      lines: [
        'Ann <ann@a.example>  CEO',
        '  Bob <bob@a.example>  Head, Apps',
        '    Cyd <cyd@a.example>  Apps',
        'Dan <dan@a.example>',
      ],
      unreached: 0,
    });
    expect((await tree('bob@a.example')).lines).to.deep.equal([
      'Bob <bob@a.example>  Head, Apps',
      '  Cyd <cyd@a.example>  Apps',
    ]);
  });

  it('draws the people of somebody who has left under the next one up, and ends in a cycle too', async () => {
    await spoil('SET b.active = false');
    expect((await tree()).lines).to.deep.equal([
      'Ann <ann@a.example>  CEO',
      '  Cyd <cyd@a.example>  Apps',
      'Dan <dan@a.example>',
    ]);
    await spoil('SET b.active = true CREATE (a)-[:REPORTS_TO]->(b)');
    expect(await tree()).to.deep.equal({ lines: ['Dan <dan@a.example>'], unreached: 3 });
    expect((await tree('bob@a.example')).lines).to.deep.equal([
      'Bob <bob@a.example>  Head, Apps',
      '  Ann <ann@a.example>  CEO',
      '  Cyd <cyd@a.example>  Apps',
    ]);
  });

  it('tenant delete takes everything of the tenant and nothing of another', async () => {
    const other = await org.another();
    await org.bring([ann, bob], { to: other });
    const before = await org.nodes(other);
    expect(await deleteTenant(openErasureServices(api.graph, api.config), org.tenant.id)).to.equal(12);
    expect(await org.nodes()).to.deep.equal([]);
    expect(await org.nodes(other)).to.deep.equal(before);
  });
});
