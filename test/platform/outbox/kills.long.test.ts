// Workers that are killed at any moment: in-app once each, and e-mails at least once.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { queueLimits } from '../../../src/platform/outbox/queue-limits.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { announce, recordsOf, rowsOf, settled, skipDueRuns } from '../../support/outbox.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const kills = 25;
const sideBySide = 3;
const dispatches = 25;
const longestLifeMs = 600;
const aheadMs = 10 * 60_000;
/**
 * An event whose worker is killed is begun again when its lease is over, and is dead after its last attempt. Where a worker takes
 * ten seconds to start, 25 kills in a row would use up all attempts of an event. So the kills pause before that can happen.
 */
const killsInARowMs = (queueLimits.notifications.maxAttempts - 1) * queueLimits.notifications.timeoutMs;
const announcements = 12;
const announcementsInBurst = 30;
/** A checkout of another release with its packages, to run its workers beside those of this one. */
const olderRelease = process.env['OLDER_RELEASE'];

describe('killed workers', () => {
  const api = service();
  const people = Array.from({ length: 10 }, (_, place) => `P${place}`);
  const children = new Set<ChildProcess>();
  let acme: Company;
  const mailbox = sharedInbox();
  beforeEach(async () => {
    await endDueEvents(api);
    acme = await company(api, `Ada\n${people.map((name) => `  ${name}`).join('\n')}`);
    await skipDueRuns(api);
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  /** Starts a process, and waits until its log says that it takes work. */
  async function start(program: string, says: string, options: string[] = []): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...options, program], {
      env: { ...process.env, LOG_LEVEL: 'info', WORKER_PORT: '0', SES_ENDPOINT: mailbox.url },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.add(child);
    void once(child, 'exit').then(() => children.delete(child));
    for await (const line of createInterface({ input: child.stdout })) if (line.includes(says)) break;
    child.stdout.resume();
    return child;
  }

  /** How often the mail of each notification has arrived. */
  async function countMails(): Promise<number[]> {
    const ids = await acme.statement('MATCH (n:Notification {tenantId: $tenantId}) RETURN n.id AS id');
    return Promise.all(ids.map(async ({ id }) => (await mailbox.mails(String(id))).length));
  }

  it('tell 250 people once each through 25 kills; no mail is lost, and at most one a kill comes twice', async () => {
    let left = kills;
    let sent = 0;
    const dying = async (pauseAt: number): Promise<void> => {
      while (left > 0 && performance.now() < pauseAt) {
        left -= 1;
        const worker = await start('src/app/worker.ts', 'query plans ready');
        await pause(Math.random() * longestLifeMs);
        worker.kill('SIGKILL');
      }
    };
    const dispatching = async (): Promise<void> => {
      for (let place = 0; place < dispatches; place += 1) {
        await announce(api, acme, people, `Message ${place}`);
        sent += people.length;
        await pause(200);
      }
    };
    while (left > 0) {
      const pauseAt = performance.now() + killsInARowMs; // once, unless the machine is slow
      await Promise.all([dispatching(), ...Array.from({ length: sideBySide }, () => dying(pauseAt))]);
      // its clock is ahead: the leases of the killed workers are over
      const last = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(Date.now() + aheadMs) });
      const rows = await settled(api, acme).finally(() => last.stop());
      expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);
    }
    expect(await recordsOf(api, acme)).to.deep.equal({ all: sent, different: sent });
    const arrived = await countMails();
    expect(arrived.filter((count) => count === 0)).to.have.length(0);
    expect(arrived.reduce((sum, count) => sum + count - 1, 0)).to.be.at.most(kills);
  });

  it('tell people once each in-app of what they take in batches, through 8 kills', async () => {
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.channelsOff = ['announcement:email']`);
    let left = 8;
    const dying = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const worker = await start('src/app/worker.ts', 'query plans ready');
        await announceMany();
        worker.kill('SIGKILL');
      }
    };
    let sent = 0;
    const announceMany = async (): Promise<void> => {
      const places = Array.from({ length: announcementsInBurst }, (_, place) => `P${place % people.length}`);
      await Promise.all(places.map((name) => announce(api, acme, [name])));
      sent += places.length;
      await pause(Math.random() * longestLifeMs);
    };
    await Promise.all([dying(), dying()]);
    const last = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(Date.now() + aheadMs) });
    const rows = await settled(api, acme).finally(() => last.stop());
    expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);
    expect(rows).to.have.length(sent);
    expect(await recordsOf(api, acme)).to.deep.equal({ all: sent, different: sent });
  });

  it('of an older release leave what they do not know to a newer one, which tells people once each', async () => {
    const startOlder = (): Promise<ChildProcess> =>
      olderRelease
        ? start(`${olderRelease}/src/app/worker.ts`, 'query plans ready')
        : start('src/app/worker.ts', 'query plans ready', ['--import', './test/support/older-release.ts']);
    const older = await Promise.all([startOlder(), startOlder()]);
    api.clock.now = new Date().toISOString(); // what is too old for any worker is given up
    let sent = 0;
    const announceMore = async (): Promise<void> => {
      await Promise.all(people.map((name) => announce(api, acme, [name])));
      sent += people.length;
    };
    await announceMore();
    if (!olderRelease)
      await until(
        () => rowsOf(api, acme),
        (rows) => rows.every(({ status, error }) => status === 'pending' && error === 'unknown event type'),
      );
    for (let left = 3; left > 0; left -= 1) {
      const newer = await start('src/app/worker.ts', 'query plans ready');
      await announceMore();
      await until(
        () => recordsOf(api, acme),
        ({ all }) => all > (3 - left) * people.length,
      );
      newer.kill('SIGKILL');
      older.pop()?.kill('SIGKILL');
      older.push(await startOlder());
    }
    const last = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(Date.now() + aheadMs) });
    const rows = await settled(api, acme).finally(() => last.stop());
    expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);
    expect(await recordsOf(api, acme)).to.deep.equal({ all: sent, different: sent });
    const arrived = await countMails();
    expect(arrived.filter((count) => count === 0)).to.have.length(0);
    expect(arrived.reduce((sum, count) => sum + count - 1, 0)).to.be.at.most(3 * 8); // mails under way at a kill
  });

  it('end an event that kills them as dead after 5 attempts, and get everything else done', async () => {
    await announce(api, acme, ['P0'], 'poison');
    for (let place = 1; place < announcements; place += 1) await announce(api, acme, [`P${place % people.length}`]);
    await announce(api, acme, people);
    let deaths = 0;
    const living = async (): Promise<void> => {
      for (;;) {
        const worker = await start('test/support/crashing-worker.ts', 'worker started');
        const [code, signal] = (await once(worker, 'exit')) as [number, string];
        if (signal !== 'SIGKILL') return void expect(code).to.equal(0);
        deaths += 1;
      }
    };
    const lives = living();
    const rows = await settled(api, acme);
    for (const child of children) child.kill('SIGTERM');
    await lives;
    expect(deaths).to.equal(5);
    expect(rows.filter(({ status }) => status === 'dead')).to.deep.equal([
      { type: 'announcement', status: 'dead', attempts: 5, error: 'the lease of every attempt expired' },
    ]);
    const told = announcements - 1 + people.length;
    expect(await recordsOf(api, acme)).to.deep.equal({ all: told, different: told });
    expect((await rowsOf(api, acme)).filter(({ type }) => type === 'email.send')).to.have.length(told);
  });
});
