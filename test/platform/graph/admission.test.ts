// Load: the limit of questions under way follows how long they take, by a clock of the test's own.
import { expect } from 'chai';
import { createAdmissionControl } from '../../../src/platform/graph/load/admission.ts';

describe('the load of the database', () => {
  let now: number;
  let load: ReturnType<typeof createAdmissionControl>;
  beforeEach(() => {
    now = 0;
    load = createAdmissionControl(() => now);
  });

  /** Begins as many questions as there is room for, at most `wanted`, and answers them all after `ms`. */
  async function round(wanted: number, ms: number, isRead = true): Promise<number> {
    const answers: (() => void)[] = [];
    const begun: Promise<void>[] = [];
    while (begun.length < wanted && !load.isFull()) {
      begun.push(load.track(() => new Promise((resolve) => answers.push(() => resolve())), isRead, `t${begun.length}`));
    }
    now += ms;
    for (const answer of answers) answer();
    await Promise.all(begun);
    return begun.length;
  }

  it('admits 512 before the first measurement', async () => {
    expect(await round(1_000, 50)).to.equal(512);
  });

  it('has less room the longer answers take, down to 64', async () => {
    await round(1_000, 600);
    expect(await round(1_000, 600)).to.be.within(250, 260);
    for (let n = 0; n < 10; n += 1) await round(1_000, 5_000);
    expect(await round(1_000, 5_000)).to.equal(64);
  });

  it('gets room back while answers come in time and callers use it', async () => {
    for (let n = 0; n < 10; n += 1) await round(1_000, 5_000);
    for (let n = 0; n < 100; n += 1) await round(1_000, 120);
    expect(await round(1_000, 120)).to.equal(512);
  });

  it('never refuses few callers, however slow the answers are', async () => {
    for (let n = 0; n < 20; n += 1) expect(await round(40, 5_000)).to.equal(40);
  });

  it('is not judged by writes, which may wait for the locks of others', async () => {
    for (let n = 0; n < 10; n += 1) await round(1_000, 5_000, false);
    expect(await round(1_000, 50)).to.equal(512);
  });

  it('is not judged by those who came before the limit shrank', async () => {
    const answers: (() => void)[] = [];
    const early = Array.from({ length: 200 }, () =>
      load.track(() => new Promise<void>((resolve) => answers.push(() => resolve())), true, 'a'),
    );
    await round(300, 600); // the limit is 256 now
    now += 5_000;
    for (const answer of answers) answer();
    await Promise.all(early);
    expect(await round(1_000, 100)).to.be.within(250, 260);
  });

  it('also counts what fails', async () => {
    await load.track(() => Promise.reject(new Error('no')), true, 'a').catch(() => undefined);
    expect(await round(1_000, 50)).to.equal(512);
  });

  it('is looked at in the same time, however many tenants send', () => {
    const measure = (tenants: number): number => {
      const own = createAdmissionControl(() => 0);
      for (let n = 0; n < tenants; n += 1) void own.track(() => new Promise(() => undefined), true, `t${n}`);
      const times = Array.from({ length: 20 }, () => {
        const started = performance.now();
        for (let n = 0; n < 200; n += 1) own.isFull();
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    measure(10);
    expect(measure(2_000) / Math.max(measure(10), 0.01), 'a sum over all tenants is 200 times as long').to.be.below(50);
  });

  it('counts what is under way, whatever was begun, answered and measured', async () => {
    const active: { tenantId: string; answer: () => void }[] = [];
    let limit = 512;
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const count = (): number => {
      const share = Math.floor((7 / 8) * limit);
      const byTenant = Map.groupBy(active, ({ tenantId }) => tenantId);
      return [...byTenant.values()].reduce((all, { length }) => all + Math.min(length, share), 0);
    };
    for (let step = 0; step < 3_000; step += 1) {
      if (step % 500 === 499) {
        // a slow window: the limit is halved, down to 64
        for (const { answer } of active.splice(0)) answer();
        await new Promise(setImmediate);
        await round(20, 5_000);
        limit = Math.max(64, limit / 2);
      }
      if (random(3) > 0 || active.length === 0) {
        const tenantId = `t${random(4)}`;
        const { promise, resolve } = Promise.withResolvers<void>();
        void load.track(() => promise, false, tenantId);
        active.push({ tenantId, answer: resolve });
      } else {
        active.splice(random(active.length), 1)[0]?.answer();
        await new Promise(setImmediate);
      }
      expect(load.isFull(), `step ${step}`).to.equal(count() >= limit);
    }
  });

  it('is not full for others, however much one tenant has under way', async () => {
    const answers: (() => void)[] = [];
    const track = (tenantId: string): Promise<void> =>
      load.track(() => new Promise<void>((resolve) => answers.push(() => resolve())), true, tenantId);
    const begun: Promise<void>[] = [];
    while (!load.isFull('loud')) begun.push(track('loud'));
    expect(begun).to.have.length(448);
    while (begun.length < 1_000) begun.push(track('loud')); // as one batch of decisions may
    expect([load.isFull(), load.isFull('other')]).to.deep.equal([false, false]);
    for (let n = 0; n < 64; n += 1) begun.push(track(`other ${n}`));
    expect(load.isFull()).to.equal(true);
    for (const answer of answers) answer();
    await Promise.all(begun);
  });
});
