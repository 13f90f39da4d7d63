// Events on hold after a restore: nothing of them is sent until they are released, and what happens since then is sent
// as usual.
import { expect } from 'chai';
import { holdAfterRestore } from '../../../src/features/personal-data/hold-after-restore.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { switchOffRuns } from '../../support/due-runs.ts';
import { announce, rowsOf, settled, skipDueRuns } from '../../support/outbox.ts';
import { service } from '../../support/service.ts';
import { shell } from '../../support/shell.ts';
import { until } from '../../support/until.ts';

const api = service();
const { run } = shell();
const monday = new Date('2026-11-23T08:30:00.000Z'); // after 09:00 in Berlin
const mailbox = sharedInbox();
let acme: Company;
let neighbour: Company;

beforeEach(async () => {
  await endDueEvents(api);
  [acme, neighbour] = await Promise.all([company(api, 'Ada\n  Bob'), company(api, 'Ann\n  Ben')]);
  await switchOffRuns(api);
  await skipDueRuns(api);
});
afterEach(() => endDueEvents(api));

const statuses = async (of: Company): Promise<string[]> =>
  (await rowsOf(api, of)).map(({ type, status }) => `${type} ${status}`);

describe('an event on hold', () => {
  it('is sent by no worker before it is released, while later ones are sent', async () => {
    await announce(api, acme, ['Bob'], 'Before');
    await announce(api, neighbour, ['Ben'], 'Before');
    expect(await holdAfterRestore(api.graph, new Date(api.clock.now))).to.be.at.least(2);
    const worker = startInProcessWorker(api, { ses: mailbox.url });
    await announce(api, acme, ['Bob'], 'After');
    const isSent = (rows: string[]): boolean => rows.includes('email.send done');
    const rows = await until(() => statuses(acme), isSent);
    expect(rows.sort()).to.deep.equal(['announcement done', 'announcement held', 'email.send done']);
    expect(await worker.metrics()).to.match(/^outbox_held [1-9]/m);

    const listed = await run(['outbox', 'ls', '--status', 'held', '--tenant', acme.tenantId]);
    expect(listed.out).to.match(/^[0-9a-f-]{36}\tannouncement\t/);
    const released = await run(['outbox', 'release', '--tenant', acme.tenantId]);
    expect([released.code, released.err]).to.deep.equal([0, '1 event released.\n']);
    await settled(api, acme);
    expect((await statuses(acme)).sort()).to.deep.equal([
      'announcement done',
      'announcement done',
      'email.send done',
      'email.send done',
    ]);
    expect(await statuses(neighbour)).to.deep.equal(['announcement held']);
    expect((await run(['outbox', 'release', '--json'])).out).to.match(/"events": [1-9]/);
    await settled(api, neighbour);
    await worker.stop();
  });

  it('may be a run that became due before the restore, and was sent then', async () => {
    const times = { opens: 'Monday 09:00', digest: 'Monday 09:00' };
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t += $times', { times });
    await holdAfterRestore(api.graph, monday);
    expect(await statuses(acme)).to.include.members(['digest.weekly held', 'goals.non_setters held']);
    expect((await run(['outbox', 'hold', '--json'])).out).to.match(/^\{\s+"events": \d+\s+\}\s$/);
    expect((await statuses(acme)).every((row) => row.endsWith(' held'))).to.equal(true);
    await run(['outbox', 'release']);
  });

  it('is not complete while a run cannot be opened, which a worker would open later and send', async () => {
    await announce(api, acme, ['Bob'], 'Before');
    const set = (timezone: string): Promise<unknown> =>
      api.graph.statement('MATCH (t:Tenant {id: $id}) SET t.timezone = $timezone, t.digest = $time', {
        id: neighbour.tenantId,
        timezone,
        time: 'Monday 09:00',
      });
    await set('No/Where');
    try {
      const { code, out, err } = await run(['outbox', 'hold']);
      expect([code, out]).to.deep.equal([1, '']);
      expect(err).to.include(neighbour.tenantId).and.to.include('Start no worker, and repeat this command.');
      expect(await statuses(acme)).to.deep.equal(['announcement held']);
    } finally {
      await set('Europe/Berlin');
    }
    await run(['outbox', 'release']);
  });
});
