// Backup and restore: the data is complete, no mail is sent twice, and later erasures are repeated.
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Manifest } from '../../scripts/cli/backup/manifest.ts';
import { restore, type Restored } from '../../scripts/cli/backup/restore.ts';
import { removeStack, writeStack, type Stack } from '../../scripts/stack/state.ts';
import { createLocalKeySource } from '../../src/platform/http/caller/token-keys.ts';
import { readServiceKeys } from '../../src/platform/secrets/service-keys.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';
import { company, fingerprint, type Company } from '../support/company.ts';
import { embeddedStack, type RunningStack } from '../support/embedded-stack.ts';
import { startInProcessWorker } from '../support/in-process-worker.ts';
import { sharedInbox } from '../support/inbox.ts';
import { rowsOf, settled, skipDueRuns } from '../support/outbox.ts';
import type { Service } from '../support/service.ts';
import { sesFaults, type SesFaults } from '../support/ses-faults.ts';
import { shell } from '../support/shell.ts';
import { tracesOf } from '../support/traces.ts';
import { until } from '../support/until.ts';

const drawing = `
Ada (admin)
  Bob
    Eve Quill
    Dan
  Hal`;
const names = ['Ada', 'Bob', 'Eve Quill', 'Dan', 'Hal'];

describe('a backup and its restore', () => {
  const { folder, start } = shell();
  const stack = embeddedStack();
  const backup = path.join(folder, 'backup');
  const intact = path.join(folder, 'intact');
  const mailbox = sharedInbox();
  let ses: SesFaults;
  let running: RunningStack;
  let acme: Company;
  let other: Company;
  let leaving: Company;

  before(async () => {
    ses = await sesFaults(mailbox.url);
    earlierMails = (await mails()).length;
  });
  after(async () => {
    await running?.stop().catch(() => undefined);
    await ses.close();
    stack.remove();
  });

  const checkin = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
    start(args, { STATE_DIR: stack.stateDir, ERASURE_LOG: stack.erasureLog, ...environment });
  const worker = () => startInProcessWorker(running, { ses: ses.url });

  let dispatched = 0;
  const dispatch = async (of: Company): Promise<void> => {
    dispatched += 1;
    await running.graph.bind({ tenantId: of.tenantId, userId: 'service:intranet' }).write('notifications/dispatch', {
      recipientIds: names.map((name) => of.id(name)),
      eventId: randomUUID(),
      type: 'announcement',
      link: null,
      payload: JSON.stringify({ title: `Drill ${dispatched}`, body: 'At ten.' }),
      now: new Date().toISOString(),
    });
  };
  let earlierMails = 0;
  /** Every mail of this test so far, as `recipient id`; the inbox also has those of other tests. */
  const mails = async (): Promise<string[]> => {
    const { emails } = (await (await fetch(`${mailbox.url}/store`)).json()) as {
      emails: { destination: { to: string[] }; headers?: { name: string; value: string }[] }[];
    };
    return emails.slice(earlierMails).map(({ destination, headers = [] }) => {
      const id = headers.find(({ name }) => name === 'X-Notification-Id')?.value;
      return `${destination.to.join()} ${id}`;
    });
  };
  const erasedPerson = (): string[] => [acme.id('Eve Quill'), 'Eve Quill', 'eve.quill@example.test'];

  it('is written while people go on working until the stop, from servers that have stopped', async () => {
    running = await stack.start();
    acme = await company(running, drawing);
    other = await company(running, drawing);
    leaving = await company(running, drawing);
    await skipDueRuns(running);
    await createLocalKeySource(stack.tokenKeyFile);
    await readServiceKeys({ TOKEN_KEY_FILE: stack.tokenKeyFile });
    await openStorage(running.config).forTenant(acme.tenantId).put(randomUUID(), Buffer.from('%PDF-1.7'));
    const first = worker();
    for (const each of [acme, other, leaving]) await dispatch(each);
    for (const each of [acme, other, leaving]) await settled(running, each);
    ses.mode = '500'; // these mails will be waiting for their second attempt
    for (const each of [acme, other, leaving]) await dispatch(each);
    await until(
      () => rowsOf(running, other),
      (rows) => rows.filter(({ error }) => error !== null).length >= names.length,
    );
    await first.stop();

    let accepted = 0;
    const load = async (): Promise<void> => {
      for (;;) {
        await Promise.all([acme, other, leaving].map(dispatch));
        accepted += 1;
      }
    };
    const refused = load().catch((error: Error) => error);
    await until(
      () => Promise.resolve(accepted),
      (count) => count >= 10,
    );
    await running.stopServer();
    expect(await refused).to.be.an('error');
    await running.stop().catch(() => undefined);

    const { code, err, out } = await checkin(['backup', backup, '--json']);
    expect(code, err).to.equal(0);
    const manifest = JSON.parse(out) as Manifest;
    expect(manifest).to.include({ format: 1, profileFiles: 1 });
    expect(manifest.parts.map(({ path: part }) => part.split('/')[0])).to.deep.equal([
      'neo4j.dump',
      'files',
      'token-key.json',
      'token-key.json.link-key',
    ]);
    for (const name of readdirSync(backup).filter((part) => part !== 'files'))
      expect(statSync(path.join(backup, name)).mode & 0o777, name).to.equal(0o600);
    expect(readFileSync(path.join(backup, 'token-key.json'))).to.deep.equal(readFileSync(stack.tokenKeyFile));
  });

  it('is the whole graph; nobody is mailed twice, erased people and deleted tenants stay away', async () => {
    // What happens after the backup and is lost: all mail is sent, a person is erased, a tenant is deleted.
    running = await stack.start();
    const before = await fingerprint(running, other.tenantId);
    const everything = await countNodes(running, [acme, leaving]);
    ses.mode = 'pass';
    const second = worker();
    for (const each of [acme, other, leaving]) await settled(running, each);
    await second.stop();
    const received = await running.graph.statement(
      'MATCH (n:Notification {tenantId: $tenantId, userId: $userId}) RETURN n.id AS id',
      { tenantId: acme.tenantId, userId: acme.id('Eve Quill') },
    );
    const idsOfErased = received.map(({ id }) => String(id));
    const erase = ['org', 'erase', 'eve.quill@example.test', '--tenant', acme.tenantId, '--yes'];
    expect((await checkin(erase, running.environment)).code).to.equal(0);
    expect((await checkin(['tenant', 'delete', leaving.tenantId, '--yes'], running.environment)).code).to.equal(0);
    const sent = await mails();
    expect(new Set(sent).size, 'mails by recipient and id').to.equal(sent.length);
    await running.stop();
    rmSync(stack.data, { recursive: true });
    const ownMails = path.join(stack.data, 'mailbox', 'mails.jsonl');
    mkdirSync(path.dirname(ownMails), { recursive: true });
    writeFileSync(ownMails, 'kept');

    const { code, err, out } = await checkin(['restore', backup, '--json'], { ERASURE_LOG: '' }); // that of the manifest
    expect(code, err).to.equal(0);
    const restored = JSON.parse(out) as Restored;
    expect(restored).to.deep.include({ profileFiles: 1, erased: { people: 1, tenants: 1 } });
    expect(readFileSync(ownMails, 'utf8')).to.equal('kept');

    running = await stack.start();
    expect(toComparable(await fingerprint(running, other.tenantId))).to.deep.equal(toComparable(before));
    expect(await countNodes(running, [acme, leaving])).to.deep.equal(everything);
    expect(await tracesOf(running, acme.tenantId, erasedPerson())).to.deep.equal([
      'AuditEntry.userId',
      'ChangeEntry.subjectId',
    ]);
    expect(await tracesOf(running, leaving.tenantId, [leaving.tenantId])).to.deep.equal([]);
    expect(readdirSync(path.join(stack.files, acme.tenantId))).to.have.length(1);

    const third = worker();
    await dispatch(other);
    const again = await until(mails, ({ length }) => length >= sent.length + names.length);
    expect(again, 'only those of what happened after the restore').to.have.length(sent.length + names.length);
    expect(new Set(again).size, 'mails by recipient and id').to.equal(again.length);
    const waiting = (await rowsOf(running, other)).filter(({ status }) => status === 'held');
    expect(waiting).to.have.length.above(10);
    const listed = await checkin(
      ['outbox', 'ls', '--status', 'held', '--tenant', other.tenantId, '--json'],
      running.environment,
    );
    expect(JSON.parse(listed.out)).to.have.length(waiting.length);

    const released = await checkin(['outbox', 'release'], running.environment);
    expect(released.err).to.equal(`${restored.onHold} events released.\n`);
    for (const each of [acme, other]) await settled(running, each);
    const repeated = (await mails()).slice(again.length);
    expect(repeated).to.have.length.above(10);
    // The erasure is repeated, and told: nobody knows whether its notice had been sent before.
    const notices = await running.graph.statement(
      "MATCH (n:Notification {tenantId: $tenantId}) WHERE n.type = 'org.person_erased' RETURN n.id AS id",
      { tenantId: acme.tenantId },
    );
    const ofErasure = (mail: string): boolean => notices.some(({ id }) => mail.endsWith(String(id)));
    expect(repeated.filter(ofErasure)).to.have.length(1);
    const others = repeated.filter((mail) => !ofErasure(mail));
    expect(sent, 'what is sent after all has the id that it had').to.include.members(others);
    const isErased = (mail: string): boolean => idsOfErased.some((id) => mail.endsWith(id));
    expect([sent.some(isErased), repeated.some(isErased)], 'mail to the erased person').to.deep.equal([true, false]);
    await third.stop();
    await running.stop();
  });

  it('are refused where they would lose something, and change nothing then', async () => {
    const refusal = async (args: string[], environment = {}): Promise<string> => {
      const { code, out, err } = await checkin(args, environment);
      expect([code, out], err).to.deep.equal([1, '']);
      return err;
    };
    const fresh = path.join(folder, 'fresh');
    expect(await refusal(['restore', backup])).to.match(/holds data already.*another STATE_DIR/s);
    writeStack({ ...describeStack(stack.erasureLog), pid: process.pid }, stack.stateDir);
    expect(await refusal(['backup', fresh])).to.match(/The stack is running .*--restart/s);
    removeStack(stack.stateDir);
    running = await stack.start();
    expect(await refusal(['backup', fresh])).to.match(/Neo4j's data is in use by process/);
    await running.stop();
    const contents = readdirSync(backup);
    expect(await refusal(['backup', backup])).to.include('is not empty');
    expect(readdirSync(backup)).to.deep.equal(contents);
    expect(existsSync(fresh)).to.equal(false);

    rmSync(stack.data, { recursive: true });
    expect(await refusal(['backup', fresh])).to.include('There is no embedded database in');
    const otherLog = path.join(folder, 'other.jsonl');
    expect(await refusal(['restore', backup], { ERASURE_LOG: otherLog })).to.match(
      /has no line of this backup.*--accept-lost-erasures/s,
    );
    writeStack({ ...describeStack(stack.erasureLog), pid: process.pid }, stack.stateDir);
    expect(await refusal(['restore', backup])).to.include('The stack is running');
    removeStack(stack.stateDir);
    expect(await refusal(['restore', folder])).to.include('holds no complete backup');
    cpSync(backup, intact, { recursive: true });
    appendFileSync(path.join(backup, 'neo4j.dump'), 'x');
    expect(await refusal(['restore', backup])).to.include('The backup is damaged: neo4j.dump');
    expect(readdirSync(stack.stateDir).sort()).to.deep.equal(['dist', 'erasures.jsonl']);
  });

  it('never takes the place of data that came into being while it ran', async () => {
    const created = path.join(stack.data, 'neo4j-9.9.9', 'store');
    const restoring = restore({
      stateDir: stack.stateDir,
      folder: intact,
      acceptLostErasures: true,
      bucket: {},
      now: new Date(),
      log: () => undefined,
      progress: () => {
        mkdirSync(path.dirname(created), { recursive: true });
        writeFileSync(created, 'acknowledged');
      },
    });
    const message = await restoring.then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(message).to.match(/neo4j-9\.9\.9 holds data already/);
    expect(readFileSync(created, 'utf8')).to.equal('acknowledged');
    expect(readdirSync(stack.stateDir).sort()).to.deep.equal(['demo', 'dist', 'erasures.jsonl']);
    rmSync(stack.data, { recursive: true });
  });

  it('works after a crash of the database, which the backup recovers first', async () => {
    running = await stack.start();
    acme = await company(running, drawing);
    await skipDueRuns(running);
    const before = await fingerprint(running, acme.tenantId);
    await running.kill();
    const after = path.join(folder, 'after-a-crash');
    const { code, err } = await checkin(['backup', after]);
    expect(code, err).to.equal(0);
    expect(err).to.match(/was not stopped cleanly.*Backed up to .*: the database and 0 profile files/s);
    rmSync(stack.data, { recursive: true });
    mkdirSync(path.join(stack.stateDir, 'restore-999999999')); // the draft of a restore that was killed
    const lostLog = { ERASURE_LOG: path.join(folder, 'other.jsonl') };
    expect((await checkin(['restore', after, '--accept-lost-erasures'], lostLog)).code).to.equal(0);
    expect(readdirSync(stack.stateDir).sort()).to.deep.equal(['demo', 'dist', 'erasures.jsonl']);
    running = await stack.start();
    expect(await fingerprint(running, acme.tenantId)).to.deep.equal(before);
    await running.stop();
  });
});

function describeStack(erasureLog: string): Omit<Stack, 'pid'> {
  return {
    neo4j: { uri: 'bolt://127.0.0.1:1', user: 'neo4j', password: 'secret' },
    redis: { url: 'redis://127.0.0.1:2' },
    ses: { endpoint: 'http://127.0.0.1:3' },
    api: { url: 'http://127.0.0.1:4/v1' },
    tokenKeyFile: '/nowhere',
    files: { dir: '/nowhere' },
    motivators: { url: 'http://127.0.0.1:1' },
    erasureLog,
    settings: {},
  };
}

/** A tenant's graph without what holding an event changes. */
function toComparable(nodes: unknown): unknown {
  return (nodes as { labels: string[]; properties: Record<string, unknown> }[]).map(({ properties, ...node }) => {
    const { status, leasedUntil, leaseId, deliveries, ...rest } = properties;
    void [leasedUntil, leaseId, deliveries];
    return { ...node, properties: { ...rest, status: status === 'held' ? 'pending' : status } };
  });
}

/** The nodes and relationships by kind, without those of some tenants. */
async function countNodes({ graph }: Pick<Service, 'graph'>, except: readonly Company[]): Promise<unknown> {
  const ids = except.map(({ tenantId }) => tenantId);
  return graph.statement(
    `MATCH (n) WHERE NOT coalesce(n.tenantId, n.id, '') IN $ids
     WITH [label IN labels(n) WHERE NOT label STARTS WITH 'T_'][0] AS kind, count(n) AS nodes,
       sum(COUNT { (n)-->() }) AS relationships
     RETURN kind, nodes, relationships ORDER BY kind`,
    { ids },
  );
}
