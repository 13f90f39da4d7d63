// A worker that is killed again and again in mid-delivery: every event arrives at least once, in order per subject,
// none is lost.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { company, type Client } from '../../support/company.ts';
import { aGoal } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { startReceiver, verify } from '../../support/webhook-receiver.ts';
import { createWebhook, disableWebhooks } from '../../support/webhooks.ts';

const api = service();
const kills = 30;
const writers = ['Bob', 'Mia', 'Gus', 'Eve'];

describe('a worker that is killed in mid-delivery', () => {
  it(`has lost nothing after ${kills} times, and kept the order of each subject`, async function () {
    this.timeout(20 * 60_000);
    await disableWebhooks(api);
    const acme = await company(api, `Ada (admin)\n${writers.map((name) => `  ${name}`).join('\n')}`);
    const receiver = await startReceiver();
    const { id, secret } = await createWebhook(acme, 'Ada', receiver.url);
    const wrote = new Map<string, string[]>();
    let killed = 0;
    let worker: ChildProcess | null = null;
    let eventsUntilKill = 1;
    receiver.answer(() => {
      eventsUntilKill -= 1;
      if (eventsUntilKill !== 0 || !worker) return 200;
      worker.kill('SIGKILL'); // before the answer, or between the answer and its record
      return killed % 2 === 0 ? (request) => void request.destroy() : 200;
    });

    async function write(who: Client): Promise<void> {
      while (killed < kills) {
        const { status, body } = await who.post<{ id: string }>('/goals', aGoal());
        if (status !== 201) continue;
        const changes = ['goal.created'];
        let isKnown = true; // a change that a busy machine refused may have been made
        for (let number = 0; number < 6 && isKnown; number += 1) {
          const status = number % 2 === 0 ? 'completed' : 'active';
          isKnown = (await who.patch(`/goals/${body.id}`, { status })).status === 200;
          changes.push(number % 2 === 0 ? 'goal.completed' : 'goal.updated');
        }
        if (isKnown) wrote.set(body.id, changes);
        const goal = receiver.received.length + 10;
        await until(
          () => Promise.resolve(receiver.received.length),
          (seen) => seen >= goal || killed >= kills,
        );
      }
    }
    const writing = Promise.all(writers.map((name) => write(acme.as(name))));
    while (killed < kills) {
      eventsUntilKill = 1 + ((killed * 7) % 11);
      worker = fork('test/support/webhook-worker.ts', { stdio: 'ignore' });
      const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      expect(signal).to.equal('SIGKILL');
      killed += 1;
    }
    await writing;
    receiver.answer(() => 200);
    worker = fork('test/support/webhook-worker.ts', { stdio: 'ignore' });
    const total = [...wrote.values()].flat().length;
    const countIds = (): number =>
      new Set(receiver.received.filter(({ event }) => wrote.has(event.data.subject?.id ?? '')).map((event) => event.id))
        .size;
    await until(
      () => Promise.resolve(countIds()),
      (seen) => seen >= total,
    );
    worker.kill('SIGKILL');

    for (const [goalId, changes] of wrote) {
      const ids: string[] = [];
      for (const { id: changeId, event } of receiver.received) {
        if (event.data.subject?.id !== goalId) continue;
        const place = ids.indexOf(changeId);
        // A repeated event is the last one that has come before: order is kept.
        if (place !== -1) expect(place).to.equal(ids.length - 1);
        else {
          expect(event.type).to.equal(changes[ids.length]);
          ids.push(changeId);
        }
      }
      expect(ids).to.have.length(changes.length);
    }
    expect(receiver.received.length).to.be.above(total);
    for (const event of receiver.received.slice(-20)) verify(secret, event);
    const state = await acme.as('Ada').get<{ status: string }>(`/admin/webhooks/${id}`);
    expect(state.body.status).to.equal('enabled');
    await receiver.close();
  });
});
