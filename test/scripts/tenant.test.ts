// What a tenant is set to, from the command line, and how it acts with the next request.
import { expect } from 'chai';
import { openGraph } from '../../src/platform/graph/client.ts';
import { changeTenant } from '../../src/features/organisation/tenants/change-settings.ts';
import { findTenant } from '../../src/features/organisation/tenants/tenants.ts';
import { settingNames, settings, resolveSettings, formatValue } from '../../src/platform/settings/settings.ts';
import { operatorOptions } from '../../scripts/cli/connect.ts';
import { freshCompany } from '../support/company.ts';
import { friday, service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

describe('checkin tenant', () => {
  const api = service();
  const { run } = shell();
  const acme = freshCompany(api, 'Ann\n  Bob');
  const set = (...pairs: string[]) => run(['tenant', 'set', acme.tenantId, ...pairs]);
  const node = async (): Promise<Record<string, unknown>> => {
    const [row] = await acme.statement('MATCH (t:Tenant {id: $tenantId}) RETURN t {.*} AS tenant');
    return row?.['tenant'] as Record<string, unknown>;
  };
  const forget = (name: string) => acme.statement(`MATCH (t:Tenant {id: $tenantId}) REMOVE t.${name}`);

  it('set says what changed, and changes nothing else', async () => {
    const before = await node();
    const { code, out, err } = await set('name=Acme = Söhne', 'digest=off', 'minimumGroup=5', 'nominationDays=1-31');
    expect([code, err]).to.deep.equal([0, '']);
    expect(out.trimEnd().split('\n')).to.deep.equal([
      'name: Test → Acme = Söhne',
      'digest: Monday 09:00 → off',
      'minimumGroup: already 5',
      'nominationDays: already 1-31',
    ]);
    const { settingsChangedAt, ...after } = await node();
    expect(settingsChangedAt).to.be.an('object');
    expect(after).to.deep.equal({ ...before, name: 'Acme = Söhne', digest: 'off', minimumGroup: 5 });
  });

  it('set refuses all when one is wrong, naming every fault and the settings there are', async () => {
    const before = await node();
    const refused = await set(
      'minimumGroup=9',
      'timezone=Mars/One',
      'colour=blue',
      'name',
      'digest=1',
      'minimumGroup=8',
    );
    expect([refused.code, refused.out]).to.deep.equal([2, '']);
    expect(refused.err.trimEnd().split('\n').slice(0, 6)).to.deep.equal([
      'error: "name" has no "=".',
      'minimumGroup occurs twice.',
      'timezone takes a name such as Europe/Berlin, or UTC.',
      'There is no setting "colour".',
      'digest takes a weekday and a quarter of an hour such as Monday 09:00, or off.',
      `The settings are ${settingNames.join(', ')}; write each as key=value.`,
    ]);
    expect(await node()).to.deep.equal(before);
  });

  it('set needs something to set, and a tenant that is there', async () => {
    const [nothing, nobody] = await Promise.all([set(), run(['tenant', 'set', 'no-such-tenant', 'name=A'])]);
    expect([nothing.code, nothing.out]).to.deep.equal([2, '']);
    expect([nobody.code, nobody.out]).to.deep.equal([1, '']);
    expect(nobody.err).to.match(/^There is no tenant "no-such-tenant"/);
  });

  it('set leaves a tenant as it was when the database does not know the time zone', async () => {
    const before = await node();
    const graph = openGraph(api.config, operatorOptions);
    const fault = await changeTenant(
      graph,
      acme.tenantId,
      { name: 'B', timezone: 'Mars/One' },
      { now: new Date(friday) },
    ).then(
      () => 'changed',
      (error: Error) => error.message,
    );
    await graph.close();
    expect(fault).to.match(/time.?zone/i);
    expect(await node()).to.deep.equal(before);
  });

  it('show prints every setting, those it has of its own and the defaults', async () => {
    await forget('nominationDays');
    await set('minimumGroup=7');
    const [lines, json] = await Promise.all(
      [[], ['--json']].map((more) => run(['tenant', 'show', acme.tenantId, ...more])),
    );
    const expected = { ...resolveSettings({}), name: 'Test', timezone: 'Europe/Berlin', minimumGroup: 7 };
    expect(JSON.parse(json?.out ?? '')).to.deep.include({ id: acme.tenantId, slug: acme.tenantId, ...expected });
    for (const [name, value] of Object.entries(expected))
      expect(lines?.out.split('\n')).to.include(`${name}\t${formatValue(value)}`);
  });

  it('create takes its values by the same table, and each --help that matters lists the settings', async () => {
    const refused = await run(['tenant', 'create', 'acme', '--nomination-days', '25-20']);
    expect([refused.code, refused.out]).to.deep.equal([2, '']);
    expect(refused.err).to.include(settings.nominationDays.expects);
    const slug = `t${acme.tenantId}`;
    const made = await run(['tenant', 'create', slug, '--timezone', 'europe/LISBON', '--nomination-days', '20-25']);
    expect([made.code, made.err]).to.deep.equal([0, '']);
    expect(await findTenant(api.graph, slug)).to.include({
      name: slug,
      timezone: 'Europe/Lisbon',
      nominationDays: '20-25',
    });
    for (const { out } of await Promise.all(['create', 'set', 'show'].map((name) => run(['tenant', name, '--help'])))) {
      for (const name of settingNames)
        expect(out).to.match(new RegExp(`^  ${name} +${settings[name].description}:`, 'm'));
    }
  });

  it('nominationDays close and open the nomination window with the next request', async () => {
    const nominate = async (): Promise<number> => {
      const body = { nomineeUserId: acme.id('Ann'), reason: 'She listens.' };
      return (await acme.as('Bob').post('/mvp/nominations/individual', body)).status;
    };
    await set('nominationDays=21-31');
    expect(await nominate()).to.equal(422);
    await set('nominationDays=20-20');
    expect(await nominate()).to.equal(201);
    await forget('nominationDays');
    const { body } = await acme.as('Bob').get('/mvp/nominations/window');
    expect(body).to.include({ period: '2026-11', opensAt: '2026-10-31T23:00:00.000Z', open: true });
  });

  it('timezone moves the weeks of the board with the next request', async () => {
    api.clock.now = '2026-11-22T12:00:00Z'; // Sunday noon in Berlin, Monday one o'clock in Auckland
    const goal = { title: 'Sharpen the saws', type: 'professional', targetWeek: 'this' };
    const { body } = await acme.as('Bob').post('/goals', goal);
    expect(body['weekStart']).to.equal('2026-11-16');
    const columns = async (): Promise<number[]> => {
      const { body: board } = await acme.as('Bob').get<Record<string, { professional: unknown[] }>>('/goals/board');
      return ['previous', 'this', 'next'].map((week) => board[week]?.professional.length ?? -1);
    };
    expect(await columns()).to.deep.equal([0, 1, 0]);
    await set('timezone=Pacific/Auckland');
    expect(await columns()).to.deep.equal([1, 0, 0]);
    expect((await acme.as('Bob').post('/goals', goal)).body['weekStart']).to.equal('2026-11-23');
  });
});
