// Org-Revision: a read after a change may come from a follower of the cluster, and never shows the time before the change.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openGraph, type GraphClient } from '../../src/graph/client.ts';
import { cluster, type Cluster, type Member } from '../support/cluster.ts';
import { company, type Company } from '../support/company.ts';
import { askAs, type Ask, type Requested } from '../support/conditions.ts';
import { until } from '../support/in-process-worker.ts';
import { aGoal, aSummary } from '../support/samples.ts';
import { friday, service, type Service } from '../support/service.ts';
import { expectRefusal } from './wire.ts';

const drawing = 'Ada (admin)\n  Bob\n    Dee\n  Cy';
const direct = service();

/** A service that uses followers, before a cluster of its own. */
function serviceOfCluster(NEO4J_READ_REPLICAS: 'on' | 'off' = 'on', followerWithinMs = 15_000) {
  const members = {} as Cluster;
  const parts = {} as { graph: GraphClient };
  before(async () => {
    Object.assign(members, await cluster(direct.config.NEO4J_URI));
    const config = { ...direct.config, NEO4J_URI: members.uri, NEO4J_READ_REPLICAS };
    parts.graph = openGraph(config, { answerWithinMs: 15_000, followerWithinMs });
  });
  const api = service(() => parts);
  after(async () => {
    await parts.graph.close();
    await members.close();
  });
  return { api, parts, members };
}

type Chart = {
  acme: Company;
  ada: Ask;
  /** Moves Dee; returns the header of the answer. */
  move(to: string, headers?: Record<string, string>): Promise<Record<string, string>>;
  /** The name of Dee's manager. */
  readManager(headers?: Record<string, string>): Promise<unknown>;
  readReports(of: string, headers?: Record<string, string>): Promise<unknown>;
};

async function drawChart(api: Service): Promise<Chart> {
  const acme = await company(direct, drawing);
  const ada = askAs(api, acme, 'Ada');
  const chart: Chart = {
    acme,
    ada,
    async move(to, headers = {}) {
      const path = `/admin/org-chart/users/${acme.id('Dee')}/manager`;
      const answer = await ada('PUT', path, headers, { managerId: acme.id(to) });
      expect(answer.status, answer.text).to.equal(200);
      return headerOf(answer);
    },
    async readManager(headers) {
      const { status, body, text } = await ada('GET', `/users/${acme.id('Dee')}`, headers);
      expect(status, text).to.equal(200);
      return (body['manager'] as { name: string }).name;
    },
    async readReports(of, headers) {
      const { status, body, text } = await ada('GET', `/org/users/${acme.id(of)}/direct-reports`, headers);
      expect(status, text).to.equal(200);
      return (body as unknown as { name: string }[]).map(({ name }) => name);
    },
  };
  await chart.readManager(); // plans the queries
  await chart.readReports('Bob');
  await chart.move('Bob');
  return chart;
}

function headerOf({ headers }: Requested): Record<string, string> {
  const value = headers['org-revision'];
  expect(value).to.match(/^[A-Za-z0-9+/=]{1,1024}$/);
  return { 'org-revision': String(value) };
}

describe('Org-Revision in a cluster', () => {
  const { api, parts, members } = serviceOfCluster();
  let chart: Chart;
  before(async () => {
    chart = await drawChart(api);
  });
  beforeEach(async () => {
    api.clock.now = friday;
    await chart.move('Bob');
    for (const member of [members.leader, members.follower]) member.countStatements();
  });
  const countStatements = (): { leader: number; follower: number } => ({
    leader: members.leader.countStatements(),
    follower: members.follower.countStatements(),
  });

  it('lets a follower answer a read after a move, and the read shows the move', async () => {
    const after = await chart.move('Cy');
    expect(countStatements()).to.deep.equal({ leader: 1, follower: 0 });
    expect(await chart.readManager(after)).to.equal('Cy');
    expect(countStatements(), 'one round trip, to the follower').to.deep.equal({ leader: 0, follower: 1 });
    expect(await chart.readReports('Cy', after)).to.deep.equal(['Dee']);
    expect(countStatements(), 'a short list').to.deep.equal({ leader: 0, follower: 1 });
  });

  it('lets the follower wait for the change', async () => {
    const bookmark = await moveByGraph(parts.graph, chart.acme);
    const pieces = collectPieces(members.follower);
    // as when the follower had not got the last change: the bookmark is of a transaction that is still to come
    const read = readByGraph(parts.graph, chart.acme, nextBookmark(bookmark));
    await chart.move('Bob');
    expect(await read, 'the answer came after the change').to.equal('Bob');
    expect(Buffer.concat(pieces).includes(nextBookmark(bookmark))).to.equal(true);
  });

  it('is needed for a read by a follower: without it the leader answers', async () => {
    await chart.move('Cy');
    expect(await chart.readManager()).to.equal('Cy');
    expect(await chart.readReports('Cy')).to.deep.equal(['Dee']);
    expect(countStatements()).to.deep.equal({ leader: 3, follower: 0 });
  });

  it('never sends a change to a follower', async () => {
    const after = await chart.move('Cy');
    await chart.move('Bob', after);
    expect(countStatements()).to.deep.equal({ leader: 2, follower: 0 });
  });

  it('is shared by the reads of one tick, also when they come from several tenants', async () => {
    const charts = [chart, await drawChart(api)];
    const bookmarks = await Promise.all(charts.map(({ acme }) => moveByGraph(parts.graph, acme)));
    const pieces = collectPieces(members.follower);
    const readAll = async (): Promise<number> => {
      countStatements();
      const reads = Array.from({ length: 40 }, (_, n) => {
        const { acme } = charts[n % 2] ?? chart;
        return readByGraph(parts.graph, acme, bookmarks[n % 2] ?? '');
      });
      expect(new Set(await Promise.all(reads))).to.deep.equal(new Set(['Cy']));
      return countStatements().follower;
    };
    await until(readAll, (follower) => follower === 1); // until the statement for several callers is planned
    const last = pieces.at(-1);
    for (const bookmark of bookmarks) expect(last?.includes(bookmark)).to.equal(true);
  });

  it('leaves refusals to the leader, because a follower may lack what was written since', async () => {
    const after = await chart.move('Cy');
    const summary = await askAs(api, chart.acme, 'Dee')('POST', '/summaries', {}, aSummary());
    countStatements();
    const path = `/summaries/${String(summary.body['id'])}`;
    expectRefusal(await askAs(api, chart.acme, 'Bob')('GET', path, after), 403, 'FORBIDDEN');
    expect(countStatements().leader).to.be.at.least(1);
    expectRefusal(await chart.ada('GET', `/summaries/${randomUUID()}`, after), 404, 'SUMMARY_NOT_FOUND');
    const { leader, follower } = countStatements();
    expect(leader).to.equal(follower);
    expect(leader).to.be.at.least(1);
  });

  it('belongs to the tenant: with that of a neighbour, and with what nobody sent, the leader answers', async () => {
    const neighbour = await drawChart(api);
    const after = await neighbour.move('Cy');
    const path = `/users/${chart.acme.id('Dee')}`;
    countStatements();
    const value = after['org-revision'] ?? '';
    const edited = (value.startsWith('A') ? 'B' : 'A') + value.slice(1);
    for (const wrong of [value, edited, value.slice(0, -8), 'AAAA', '42', 'ä', 'FB:kcwQ', 'x'.repeat(2_000)])
      expect((await chart.ada('GET', path, { 'org-revision': Buffer.from(wrong).toString('latin1') })).status).to.equal(
        200,
      );
    expect((await askTwice(chart.ada, path, await chart.move('Cy'))).status).to.equal(200);
    const { leader, follower } = countStatements();
    expect([leader >= 9, follower]).to.deep.equal([true, 0]);
  });

  it('holds for a minute: who has lost access cannot keep it for a follower that gets no more changes', async () => {
    const after = await chart.move('Cy');
    api.clock.now = new Date(Date.parse(friday) + 60_001).toISOString();
    countStatements();
    expect(await chart.readManager(after)).to.equal('Cy');
    expect(countStatements()).to.deep.equal({ leader: 1, follower: 0 });
  });

  it('comes with the answer to every change, and with a replayed one', async () => {
    const ask = askAs(api, chart.acme, 'Dee');
    const key = { 'idempotency-key': randomUUID() };
    const goal = aGoal();
    const addGoal = (): Promise<Requested> => ask('POST', '/goals', { 'idempotency-key': randomUUID() }, goal);
    await until(addGoal, ({ status }) => status === 201); // plans the queries
    const copies = await Promise.all([1, 2].map(() => ask('POST', '/goals', key, goal)));
    copies.push(await ask('POST', '/goals', key, goal));
    expect(copies.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(copies.filter(({ headers }) => headers['idempotency-replayed'])).to.have.length(2);
    countStatements();
    for (const copy of copies) expect(await chart.readManager(headerOf(copy))).to.equal('Bob');
    expect(countStatements()).to.deep.equal({ leader: 0, follower: 3 });
    const { headers } = await ask('POST', '/goals', {}, { title: '' });
    expect(headers).to.not.have.property('org-revision');
  });
});

/** The statement that a lagging follower has received before arrives when it goes on. */
for (const [how, fail, late] of [
  ['lags behind', (members: Cluster) => members.follower.hang(), 1],
  ['is down', (members: Cluster) => members.follower.down(), 0],
] as const)
  describe(`A follower that ${how}`, () => {
    const { api, parts, members } = serviceOfCluster('on', 1_000);

    it('is replaced by the leader, which answers all reads for a few seconds', async () => {
      const chart = await drawChart(api);
      const after = await chart.move('Cy');
      expect(await chart.readManager(after)).to.equal('Cy');
      expect(members.follower.countStatements()).to.equal(1);
      await fail(members);
      members.leader.countStatements();
      await chart.move('Bob');
      expect(await chart.readManager(after)).to.equal('Bob');
      expect(members.leader.countStatements()).to.equal(2);
      await members.follower.up();
      members.follower.countStatements();
      const started = performance.now();
      expect(await chart.readManager(after)).to.equal('Bob');
      if (performance.now() - started < 3_000) expect(members.follower.countStatements()).to.be.at.most(late);
      expect(parts.graph.state()).to.equal('ready');
    });
  });

describe('Org-Revision without followers', () => {
  const { api, members } = serviceOfCluster('off');
  let graph: GraphClient;
  before(() => {
    const NEO4J_URI = direct.config.NEO4J_URI.replace('bolt:', 'neo4j:');
    graph = openGraph({ ...direct.config, NEO4J_URI, NEO4J_READ_REPLICAS: 'on' }, { answerWithinMs: 15_000 });
  });
  const routed = service(() => ({ graph }));
  after(() => graph.close());

  it('changes nothing where reading from followers is off', async () => {
    const chart = await drawChart(api);
    const after = await chart.move('Cy');
    members.leader.countStatements();
    expect(await chart.readManager(after)).to.equal('Cy');
    expect(members.leader.countStatements()).to.equal(1);
    expect(members.follower.countStatements()).to.equal(0);
  });

  it('changes nothing with a single server, reached by bolt:// or neo4j://', async () => {
    for (const single of [direct, routed]) {
      const chart = await drawChart(single);
      const after = await chart.move('Cy');
      expect(await chart.readManager(after)).to.equal('Cy');
      expect(await chart.readManager()).to.equal('Cy');
      expect((await chart.ada('GET', '/me', { 'org-revision': 'AAAA' })).status).to.equal(200);
    }
  });
});

const scopeOf = (acme: Company): { tenantId: string; userId: string } => ({
  tenantId: acme.tenantId,
  userId: acme.id('Ada'),
});

/** Moves Dee to Cy; returns the bookmark. */
async function moveByGraph(graph: GraphClient, acme: Company): Promise<string> {
  const bookmarks: string[] = [];
  const writing = graph.bind({ ...scopeOf(acme), onCommit: (bookmark) => void bookmarks.push(bookmark) });
  const move = { userId: acme.id('Dee'), managerId: acme.id('Cy'), auditId: randomUUID(), now: friday };
  await writing.write('reporting-line/set_manager', { ...move, permittedRoles: ['admin'] });
  expect(bookmarks).to.have.length(1);
  return String(bookmarks[0]);
}

/** The name of Dee's manager, read by a follower. */
async function readByGraph(graph: GraphClient, acme: Company, after: string): Promise<string> {
  const reading = graph.bind({ ...scopeOf(acme), after });
  return (await reading.one<{ manager: { name: string } }>('users/read', { userId: acme.id('Dee') })).manager.name;
}

function collectPieces(member: Member): Buffer[] {
  const pieces: Buffer[] = [];
  member.onRequest((piece) => pieces.push(piece));
  return pieces;
}

/** The bookmark of the next transaction: PackStream, with the number of the transaction as an INT_16 or INT_32. */
function nextBookmark(bookmark: string): string {
  const bytes = Buffer.from(bookmark.replace('FB:', ''), 'base64');
  const at = bytes.length - 1;
  const number = [1, 2, 4].map((size) => ({ size, mark: bytes[at - size - 1] }));
  const { size } = number.find(({ mark, size: bytesLong }) => mark === { 1: 0xc8, 2: 0xc9, 4: 0xca }[bytesLong]) ?? {};
  if (!size) throw new Error(`Unknown form of bookmark: ${bookmark}`);
  bytes.writeIntBE(bytes.readIntBE(at - size, size) + 1, at - size, size);
  return `FB:${bytes.toString('base64')}`;
}

/** Sends the header twice, which is one list for most servers between. */
function askTwice(ask: Ask, path: string, after: Record<string, string>): Promise<Requested> {
  const value = String(after['org-revision']);
  return ask('GET', path, { 'org-revision': [value, value] });
}
