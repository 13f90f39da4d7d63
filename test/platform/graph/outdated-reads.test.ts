// Reads of a node that gets more than fifty relationships meanwhile: Neo4j moves them, and refuses to read on.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Session } from 'neo4j-driver';
import { openDriver } from '../../../src/platform/graph/connection/driver.ts';
import { readListPages } from '../../../src/platform/graph/reads/list-reads.ts';
import type { Query } from '../../../src/platform/graph/queries/query-files.ts';
import { shareTransactions } from '../../../src/platform/graph/reads/read-transactions.ts';
import { buildShape, toRows, type Row } from '../../../src/platform/graph/rows.ts';
import { service } from '../../support/service.ts';

const maxTrials = 40;
const slowly = `UNWIND range(1, 20000) AS n
MATCH (:User {id: $p.id})<-[:REPORTS_TO]-(report)
WITH count(DISTINCT report) AS reports`;

describe('a read of a node whose relationships are being moved', () => {
  const api = service();
  let driver: ReturnType<typeof openDriver>;
  let attempts: number;
  beforeEach(() => {
    driver = openDriver(api.config, 2);
    attempts = 0;
  });
  afterEach(async () => {
    await driver.close();
    await api.graph.statement('MATCH (u:User) WHERE u.tenantId IS NULL DETACH DELETE u');
  });

  /** Creates a person with 40 reports. */
  async function createManager(): Promise<string> {
    const id = randomUUID();
    const text = 'CREATE (m:User {id: $id}) WITH m UNWIND range(1, 40) AS n CREATE (:User)-[:REPORTS_TO]->(m)';
    await api.graph.statement(text, { id });
    return id;
  }

  async function addReports(id: string): Promise<void> {
    const text = 'MATCH (m:User {id: $id}) CREATE (:User)-[:REPORTS_TO]->(m)';
    for (let n = 41; n <= 60; n += 1) await api.graph.statement(text, { id });
  }

  /** Counts how often the session runs a statement. */
  function countRuns(session: Session): Session {
    const run = session.run.bind(session);
    return Object.assign(session, { run: (...of: Parameters<typeof run>) => ((attempts += 1), run(...of)) });
  }

  /** Reads people who get more reports meanwhile, until one attempt was in vain. Returns the last answer. */
  async function readUntilRepeated<T>(read: (id: string) => Promise<T>): Promise<T> {
    for (let trial = 1; trial <= maxTrials; trial += 1) {
      const id = await createManager();
      const before = attempts;
      const [answer] = await Promise.all([read(id), addReports(id)]);
      if (attempts > before + 1) return answer;
    }
    throw new Error(`None of ${maxTrials} reads was repeated.`);
  }

  const createList = (statement: string, column: string): Query =>
    ({ name: 'test', statement, isList: true, shape: buildShape([column], 1) }) as unknown as Query;

  it('is repeated, with others', async () => {
    const open = (): Session => ((attempts += 1), driver.session());
    const run = shareTransactions(open, 30_000, (result) => result);
    const [row] = await readUntilRepeated(async (id) => toRows(await run(`${slowly} RETURN reports`, { p: { id } })));
    expect(row?.['reports']).to.be.at.least(50);
  });

  it('is repeated as a list, before its first row', async () => {
    const list = createList(`${slowly} RETURN [[0, reports], [0, 0]] AS page`, 'reports');
    const pages = await readUntilRepeated(async (id) => {
      const pages = readListPages(countRuns(driver.session()), list, { id }, 30_000);
      const all: Row[][] = [];
      for await (const page of pages) all.push(page);
      return all;
    });
    expect(pages.map(({ length }) => length)).to.deep.equal([1, 1]);
    expect(pages[0]?.[0]?.['reports']).to.be.at.least(50);
  });

  it('is not repeated as a list that has rows: it ends incomplete', async () => {
    const text = `MATCH (:User {id: $p.id})<-[:REPORTS_TO]-(report)
      UNWIND range(1, 100) AS n RETURN [[0, n], [0, n]] AS page`;
    for (let trial = 1; trial <= maxTrials; trial += 1) {
      const id = await createManager();
      attempts = 0;
      const session = countRuns(driver.session({ fetchSize: 10 })); // the database waits for the reader on the way
      const pages = readListPages(session, createList(text, 'n'), { id }, 30_000);
      await pages.next();
      await addReports(id);
      const rest = async (): Promise<void> => {
        for await (const page of pages) expect(page.length).to.be.at.most(2);
      };
      const code = await rest().catch((error: { code?: string }) => error.code);
      expect(attempts).to.equal(1);
      if (code !== undefined) return void expect(code).to.equal('DATABASE_UNAVAILABLE');
    }
    throw new Error(`None of ${maxTrials} lists failed.`);
  });
});
