// What goes with a node: a label whose row says so is deleted with it, whatever deletes it. A label of this file shows it.
import { expect } from 'chai';
import { formatPartsIncludes, toPartsInclude } from '../../../scripts/node-queries.ts';
import { deleteTenant } from '../../../src/features/personal-data/delete-tenant.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { nodes } from '../../../src/features/personal-data/table-of-nodes.ts';
import type { NodeRow } from '../../../src/platform/graph/nodes.ts';
import { getQuery, listQueries, type Query } from '../../../src/platform/graph/queries/query-files.ts';
import {
  createBatchedStatement,
  parseColumns,
  readParametersFromMap,
  stripCommentsAndStrings,
} from '../../../src/platform/graph/queries/statements.ts';
import { freshCompany } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

/** A private note of a manager about something. */
const toNote = (goesWith: NonNullable<NodeRow['goesWith']>): NodeRow => ({
  holds: 'A note that a manager keeps for themself.',
  most: { ofTenant: 'as many as its people have' },
  hasPersonalText: true,
  erased: 'only in this test',
  exported: 'only in this test',
  goesWith,
  kept: 'as long as what it is about',
  archived: 'only in this test',
});
const withNotes = (...labels: { label: string; by: readonly [string, ...string[]] }[]): Record<string, NodeRow> => ({
  ...nodes,
  ...Object.fromEntries(
    labels.map((goesWith, at) => [at === 0 ? 'PrivateNote' : `PrivateNote${at}`, toNote(goesWith)]),
  ),
});

/** A query without comments and texts, and as it calls the includes of parts, before they are expanded. */
type Source = { name: string; code: string };

/** Everything of a tenant, whatever its label: what goes with a node goes, too. */
const ofAnyLabel = '*';

/**
 * The labels of the nodes that a query deletes. A name in a DELETE is a node whose label stands in its pattern, a relationship, or a
 * name for others of the query, such as an element of a list of them.
 */
function listDeletedLabels({ name: query, code }: Source): string[] {
  const find = (name: string, seen: ReadonlySet<string>): string[] => {
    if (seen.has(name)) return [];
    const known = new Set([...seen, name]);
    const labels = [...code.matchAll(new RegExp(`\\(${name}:([\\w|]+)`, 'g'))].flatMap(([, one = '']) =>
      one.split('|'),
    );
    const others = [
      new RegExp(`\\b(\\w+)(?:\\)| \\}(?:\\[0\\])?)? AS ${name}\\b`, 'g'),
      new RegExp(`\\(${name} IN ([^|]*)\\|`, 'g'),
    ].flatMap((pattern) => [...code.matchAll(pattern)].flatMap(([, text = '']) => text.match(/\w+/g) ?? []));
    return [
      ...labels,
      ...(code.includes(`(${name}:$(`) ? [ofAnyLabel] : []),
      ...(code.includes(`[${name}:`) ? ['a relationship'] : []),
      ...others.flatMap((one) => find(one, known)),
    ];
  };
  const deleted = [...code.matchAll(/\bDELETE ((?:\w+, )*\w+)/g)].flatMap(([, names = '']) => names.split(', '));
  return deleted.flatMap((name) => {
    const labels = find(name, new Set());
    expect(labels, `${query} deletes ${name}, of which no label stands in its pattern`).to.not.have.length(0);
    return labels;
  });
}

const written = listQueries().filter(({ name }) => !name.endsWith('_in_view'));
const sources = written.map(({ name, text }): Source => ({ name, code: stripCommentsAndStrings(text) }));
const deleting = sources.filter(({ code }) => /\bDELETE\b/.test(code));
/** What an import has staged has no label yet, and nothing goes with it. */
const unlabelled = ['organisation/remove_staged'];

/** The text of the include that lists the parts of a label, as a pattern: its argument is the group `whole`. */
function toPattern(label: string): RegExp | null {
  const text = formatPartsIncludes()[`includes/${toPartsInclude(label)}`];
  if (text === undefined) return null;
  const words = toBody(text)
    .replaceAll(/[$()[\]{}.*+?|\\^]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+');
  return new RegExp(words.replace('whole', '(?<whole>\\w+)').replaceAll(/\bwhole\b(?!>)/g, '\\k<whole>'), 'g');
}
const toBody = (include: string): string => include.replace(/^(\/\/.*\n)+/, '').trim();

/** The queries that delete nodes of labels, and leave what goes with them by a table. */
function listForgetful(table: Readonly<Record<string, NodeRow>>): string[] {
  const wholes = new Set(Object.values(table).flatMap(({ goesWith }) => goesWith?.label ?? []));
  return deleting
    .filter(({ name }) => !unlabelled.includes(name))
    .filter((source) => {
      const labels = listDeletedLabels(source);
      if (labels.includes(ofAnyLabel)) return false;
      return labels.some((label) => wholes.has(label) && toPattern(label)?.test(getQuery(source.name).text) !== true);
    })
    .map(({ name }) => name);
}

describe('what goes with a node', () => {
  it('names a label and the properties of an index that finds it', () => {
    const parts = Object.entries(nodes).filter(([, { goesWith }]) => goesWith);
    expect(parts.map(([label]) => label)).to.include.members(['Response', 'QuestionWording']);
    for (const [label, { goesWith }] of parts) expect(nodes, label).to.have.property(goesWith?.label ?? '');
  });

  it('is deleted by every query that deletes such a node', () => {
    expect(deleting).to.have.length.above(40);
    expect(listForgetful(nodes)).to.deep.equal([]);
  });

  it('makes the test name the queries that do not delete it', () => {
    const about = (label: string) => listForgetful(withNotes({ label, by: ['subjectId'] }));
    expect(about('Goal')).to.deep.equal(['goals/delete', 'goals/erase_person']);
    expect(about('Notification')).to.have.members([
      'notifications/erase_about',
      'notifications/erase_received',
      'retention/delete_notifications',
      'summaries/withdraw',
    ]);
    expect(about('User')).to.deep.equal(['personal-data/erase_person']);
    expect(about('Summary')).to.deep.equal([]);
  });

  it('is found by way of what goes with the node itself', () => {
    const table = withNotes({ label: 'Summary', by: ['summaryId'] }, { label: 'PrivateNote', by: ['noteId', 'at'] });
    expect(toBody(formatPartsIncludes(table)['includes/parts_of_summary'] ?? '')).to.equal(`COLLECT {
  MATCH (part:Response {tenantId: $tenantId, summaryId: whole.id})
  RETURN part
} + COLLECT {
  MATCH (part:PrivateNote {tenantId: $tenantId, summaryId: whole.id})
  RETURN part
} + COLLECT {
  MATCH (part1:PrivateNote {tenantId: $tenantId, summaryId: whole.id})
  MATCH (part:PrivateNote1 {tenantId: $tenantId, noteId: part1.id})
  WHERE part.at IS NOT NULL
  RETURN part
}`);
  });

  describe('by its row alone', () => {
    const api = service();
    const acme = freshCompany(api, 'Ada (admin)\n  Mia\n    Bob\n    Cleo');
    const changed: [Query, string][] = [];

    /** Gives the queries the include that `npm run queries` would write with the row of PrivateNote. */
    before(() => {
      const table = withNotes({ label: 'Summary', by: ['summaryId'] });
      const body = toBody(formatPartsIncludes(table)['includes/parts_of_summary'] ?? '');
      const pattern = toPattern('Summary') ?? expect.fail('no include');
      for (const query of written) {
        if (query.text.search(pattern) < 0) continue;
        const text = query.text.replace(pattern, (...found) => {
          const { whole } = found.at(-1) as { whole: string };
          return body.replaceAll(/\bwhole\b/g, whole);
        });
        changed.push([query, query.statement]);
        const { isBatched, isList } = query;
        query.statement = isBatched
          ? createBatchedStatement(text, parseColumns(text), isList)
          : readParametersFromMap(text);
      }
    });
    after(() => {
      for (const [query, statement] of changed) query.statement = statement;
    });

    let bobs: string;
    let cleos: string;
    /** Mia keeps two notes about a summary of Bob, and one about one of Cleo. */
    beforeEach(async () => {
      const submit = async (name: string): Promise<string> =>
        String((await acme.as(name).post('/summaries', aSummary())).body['id']);
      [bobs, cleos] = [await submit('Bob'), await submit('Cleo')];
      await acme.statement(
        `MATCH (mia:User {tenantId: $tenantId, id: $mia})
         UNWIND $ids AS id
         MATCH (summary:Summary {tenantId: $tenantId, id: id})
         CREATE (mia)-[:NOTED]->(:PrivateNote:$($label) {tenantId: $tenantId, summaryId: id, text: 'Sad'})-[:ABOUT]->(summary)`,
        { mia: acme.id('Mia'), ids: [bobs, bobs, cleos] },
      );
      expect(await listNotes()).to.have.members([bobs, bobs, cleos]);
    });
    afterEach(() => acme.statement('MATCH (note:PrivateNote {tenantId: $tenantId}) DETACH DELETE note'));
    const listNotes = async (): Promise<unknown[]> =>
      (await acme.statement('MATCH (note:PrivateNote {tenantId: $tenantId}) RETURN note.summaryId AS id')).map(
        ({ id }) => id,
      );

    it('goes when the node is withdrawn', async () => {
      expect((await acme.as('Bob').delete(`/summaries/${bobs}`)).status).to.equal(204);
      expect(await listNotes()).to.deep.equal([cleos]);
    });

    it('goes when retention deletes the node', async () => {
      const rules = ['summaries=365'];
      await acme.statement(
        `MATCH (tenant:Tenant {id: $tenantId}) SET tenant.retention = $rules
         CREATE (:RetentionRun:$($label) {tenantId: $tenantId, rules: $rules, dueAt: datetime($now)})
         WITH tenant
         MATCH (summary:Summary {tenantId: $tenantId, id: $bobs}) SET summary.weekStart = date('2020-01-06')`,
        { rules, bobs, now: friday },
      );
      const values = { rules, now: friday, before: '2021-01-01T00:00:00.000Z', limit: 10 };
      const [row] = await api.graph.transaction({ tenantId: acme.tenantId }, (tx) =>
        tx.rows<{ deleted: number }>('retention/delete_summaries', values),
      );
      expect(row?.deleted).to.equal(1);
      expect(await listNotes()).to.deep.equal([cleos]);
    });

    it('goes when the person whom the node is of is erased', async () => {
      const services = openErasureServices(api.graph, api.config);
      const erasure = { tenantId: acme.tenantId, userId: acme.id('Bob'), now: new Date(friday), dryRun: false };
      const { summaries, responses } = await erasePerson(services, erasure);
      expect({ summaries, responses }).to.deep.equal({ summaries: 1, responses: 0 });
      expect(await listNotes()).to.deep.equal([cleos]);
    });

    it('goes with the tenant', async () => {
      await deleteTenant(openErasureServices(api.graph, api.config), acme.tenantId);
      expect(await listNotes()).to.deep.equal([]);
    });
  });
});
