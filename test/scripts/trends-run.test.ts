// checkin trends run: the flags of a week by hand, as the weekly run finds them.
import { expect } from 'chai';
import { checkIn, downBy, teamOf } from '../support/check-ins.ts';
import { company, type Company } from '../support/company.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

describe('checkin trends run', () => {
  const api = service();
  const { run } = shell();
  const week = '2025-11-10';
  let acme: Company;
  before(async () => {
    acme = await company(
      api,
      `Ada (people_team)\n  Bob [Care]\n${teamOf(6, 'Care', '    ')}\n${teamOf(16, 'Sales', '    ')}`,
    );
    const shift = (name: string) => downBy(name.startsWith('Care') || name === 'Bob' ? 1 : 0);
    await checkIn(api, acme, Object.fromEntries(acme.people.map(({ name }) => [name, shift(name)])));
    await acme.statement(
      'MATCH (s:Summary {tenantId: $tenantId}) SET s.weekStart = s.weekStart - duration({weeks: 52})',
    );
  });

  const kept = async (): Promise<unknown> =>
    (
      await acme.statement(`
           RETURN COUNT { (:TrendFlag {tenantId: $tenantId}) } AS flags, COUNT { (:TrendRun {tenantId: $tenantId}) } AS runs,
           COUNT { (:OutboxEvent {tenantId: $tenantId}) } AS events`)
    )[0];

  it('prints what it would keep, and keeps nothing, in a dry run', async () => {
    const { code, out, err } = await run([
      'trends',
      'run',
      '--tenant',
      acme.tenantId,
      '--week',
      '2025-11-13',
      '--dry-run',
    ]);
    expect(code).to.equal(0);
    expect(out).to.match(/^department\tCare\tpersonalWellbeing\tdown\t\d\.\d → \d\.\d\tn 28\tadjusted p /m);
    expect(err).to.include(`in the week of ${week}, among 24 people.`).and.include('Dry run');
    expect(await kept()).to.deep.equal({ flags: 0, runs: 0, events: 0 });
  });

  it('keeps the flags and prints them as JSON, and tells nobody of an earlier week', async () => {
    const { code, out } = await run(['trends', 'run', '--tenant', acme.tenantId, '--week', week, '--json']);
    expect(code).to.equal(0);
    const flags = JSON.parse(out) as { name: string; scope: string }[];
    expect(flags.map(({ name }) => name)).to.include('Care');
    expect(out).to.not.include('Writers');
    expect(await kept()).to.deep.equal({ flags: flags.length, runs: 1, events: 0 });
  });

  it('refuses weeks that are not over, and what is no date', async () => {
    const next = await run(['trends', 'run', '--tenant', acme.tenantId, '--week', '2199-12-31']);
    expect([next.code, next.err.trim()]).to.deep.equal([
      1,
      'The week of 2199-12-30 is not finished; choose an earlier one.',
    ]);
    expect((await run(['trends', 'run', '--tenant', acme.tenantId, '--week', '2026-02-30'])).code).to.equal(2);
  });
});
