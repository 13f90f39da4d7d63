// Slow is not broken: on a database that gets a part of its time, every first use is answered in the end, and nobody is left untold.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { company, type Answer, type Company } from '../../support/company.ts';
import { embeddedStack, type RunningStack } from '../../support/embedded-stack.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { rowsOf, type Row } from '../../support/outbox.ts';
import { endProcesses, kill, start, startWorker } from '../../support/process.ts';
import { aGoal, aQuestion } from '../../support/samples.ts';
import { throttle } from '../../support/throttle.ts';
import { until } from '../../support/until.ts';

/** Of the time, for the database. SLOW_SHARE makes it slower or faster. */
const share = Number(process.env['SLOW_SHARE'] ?? 0.25);
const withinMs = 15 * 60_000;

endProcesses();

describe('a fresh stack with a slow database', () => {
  const stack = embeddedStack();
  const mailbox = sharedInbox();
  let running: RunningStack;
  let acme: Company;
  let endThrottle: (() => void) | undefined;
  after(async () => {
    endThrottle?.();
    await running.stop();
    stack.remove();
  });

  /** Starts a worker of this stack, and waits until it takes work. */
  const newWorker = (): Promise<ChildProcess> => startWorker({ ...running.environment, SES_ENDPOINT: mailbox.url });

  /** Makes a request until it is no 503 any more, as a client that waits as long as it is told; how often that was. */
  async function insist(request: () => Promise<Answer>): Promise<{ status: number; refused: number; told: string[] }> {
    const told: string[] = [];
    for (let refused = 0; ; refused += 1) {
      const { status, headers, body } = await request();
      if (status !== 503) return { status, refused, told };
      const after = Number(headers.get('retry-after'));
      told.push(`${after} s: ${String((body as { message?: string }).message)}`);
      expect(after).to.be.within(1, 30);
      await pause(after * 1_000);
    }
  }

  it('answers every first use in the end, and tells everybody, with no dead event through a kill of the worker', async () => {
    running = await stack.start();
    acme = await company(running, 'Ada (admin)\n  Bob\n    Cyd\nEve (admin)');
    endThrottle = throttle(running.pid, share);
    const api = await start(running.environment);
    running.url = api.url;
    let starting = newWorker(); // it plans its queries beside the first requests, as in production
    const me = await insist(() => acme.as('Cyd').get('/me'));
    expect(me.status).to.equal(200);
    const week = String((await acme.as('Cyd').get('/me')).body['currentWeek']);
    const summary = {
      weekStart: week,
      scores: { qualityOfWork: 4, personalWellbeing: 2, professionalWellbeing: 4 },
      proud: 'A cake',
      obstacles: '',
      learned: '',
      important: '',
    };
    const firstUses: [string, () => Promise<Answer>][] = [
      ['summary', () => acme.as('Cyd').post('/summaries', summary)],
      ['draft', () => acme.as('Bob').put(`/summary-drafts/${week}`, { proud: 'Half a cake' })],
      ['goal', () => acme.as('Cyd').post('/goals', aGoal())],
      ['question', () => acme.as('Ada').post('/questions', aQuestion())],
      [
        'absences',
        () => acme.as('Bob').put(`/users/${acme.id('Bob')}/absences`, { absences: [{ from: week, to: week }] }),
      ],
      ['new person', () => acme.as('Ada').post('/admin/users', { name: 'Dan', email: `dan@${acme.tenantId}.test` })],
      ['role', () => acme.as('Ada').patch(`/admin/users/${acme.id('Bob')}`, { roles: ['people_team'] })],
      [
        'move',
        () => acme.as('Ada').put(`/admin/org-chart/users/${acme.id('Cyd')}/manager`, { managerId: acme.id('Ada') }),
      ],
    ];
    const answers: Record<string, unknown> = {};
    for (const [place, [name, request]] of firstUses.entries()) {
      const { status, refused, told } = await insist(request);
      answers[name] = [status, refused, told.at(-1)];
      if (place !== 3) continue;
      await kill(await starting);
      starting = newWorker();
    }
    const worker = await starting;
    const report = JSON.stringify(answers, null, 1);
    for (const [name] of firstUses)
      expect((answers[name] as unknown[])[0], `${name}\n${report}`).to.be.oneOf([200, 201]);
    // The hand-over of the move, and the reminder of the week, are for later.
    const isWaited = ({ type, status }: Row): boolean => status === 'pending' && !/due$|handed_over$/.test(type);
    const rows = await until(
      () => rowsOf(running, acme),
      (seen) => seen.length > 0 && !seen.some(isWaited),
    );
    expect(rows.filter(({ status }) => status === 'dead')).to.deep.equal([]);
    const told = await acme.statement(
      `MATCH (n:Notification {tenantId: $tenantId, type: 'weekly_summary.submitted'}) RETURN n.id AS id`,
    );
    expect(told, 'once').to.have.length(1);
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  }).timeout(withinMs);
});
