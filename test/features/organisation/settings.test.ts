// The settings of a tenant over HTTP: read and changed by its admins.
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/platform/schema/audit.ts';
import { settingNames, settings } from '../../../src/platform/settings/settings.ts';
import { fingerprint, freshCompany, refusal, type Answer } from '../../support/company.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Mia\nPia (people_team, senior_leadership)');
const neighbour = freshCompany(api, 'Zed (admin)');
const path = '/admin/settings';
const defaults = Object.fromEntries(settingNames.map((name) => [name, settings[name].default]));
const stored = { name: 'Test', timezone: 'Europe/Berlin', nominationDays: '1-31' };

describe('the settings', () => {
  it('are read with their defaults', async () => {
    const { status, body } = await acme.as('Ada').get(path);
    expect([status, body]).to.deep.equal([200, { ...defaults, ...stored }]);
  });

  it('are read as they are stored, every one of them', async () => {
    const others = settingNames.map((name) => {
      const value = settings[name].default;
      return [name, typeof value === 'number' ? 9 : Array.isArray(value) ? ['other'] : 'other'];
    });
    const values = Object.fromEntries(others) as Record<string, unknown>;
    await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t += $values', {
      values: { ...values, minimumGroup: 9.0 },
    });
    expect((await acme.as('Ada').get(path)).body).to.deep.equal(values);
  });

  it('apply from the next request on, each with an entry in the audit log', async () => {
    const change = { timezone: 'Pacific/Auckland', minimumGroup: 7, elevatedRoles: ['admin'], channelsOff: [] };
    const { status, body } = await acme.as('Ada').patch(path, change);
    expect([status, body]).to.deep.equal([200, { ...defaults, ...stored, ...change }]);
    expect((await acme.as('Ada').get(path)).body).to.deep.equal(body);
    expect((await acme.as('Mia').get('/me')).body).to.have.nested.property('tenant.timezone', 'Pacific/Auckland');
    const { items } = (await acme.as('Ada').get<{ items: AuditEntry[] }>('/audit')).body;
    expect(
      items.map(({ action, actorId, source, fields }) => ({ action, actorId, source, fields: fields?.sort() })),
    ).to.deep.equal([
      { action: 'settings.update', actorId: acme.id('Ada'), source: 'api', fields: Object.keys(change).sort() },
    ]);
    expect(items[0]?.values).to.have.deep.members([
      { field: 'timezone', before: 'Europe/Berlin', after: 'Pacific/Auckland' },
      { field: 'minimumGroup', before: '5', after: '7' },
      { field: 'elevatedRoles', before: settings.elevatedRoles.default.join(), after: 'admin' },
      { field: 'channelsOff', before: 'none', after: 'none' },
    ]);
    expect((await neighbour.as('Zed').get(path)).body).to.include({ timezone: 'Europe/Berlin', minimumGroup: 5 });
  });

  it('refuse what is not valid, and change nothing', async () => {
    const before = await fingerprint(api, acme.tenantId);
    for (const change of [
      {},
      { timezone: 'Mars/Olympus' },
      { minimumGroup: 2 },
      { minimumGroup: '7' },
      { elevatedRoles: ['owner'] },
      { channelsOff: ['announcement:email,announcement:in_app'] },
      { groupRoles: ['Nobody=admin'] },
      { name: 'Fine', nominationDays: '9-3' },
      { rateLimits: 'off' },
      { surprise: 1 },
    ]) {
      const answer = await acme.as('Ada').patch(path, change);
      expect(refusal(answer), JSON.stringify(change)).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('are changed by one of two admins who read them at the same time', async () => {
    const etag = (await acme.as('Ada').get(path)).headers.get('etag') ?? '';
    const patch = (name: string): Promise<Answer> => acme.as('Ada').patch(path, { name }, { 'if-match': etag });
    const answers = await Promise.all([patch('One'), patch('Two')]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412]);
  });

  it('are for admins', async () => {
    for (const who of ['Mia', 'Pia']) {
      expect(refusal(await acme.as(who).get(path)), who).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await acme.as(who).patch(path, { name: 'Ours' })), who).to.deep.equal([403, 'FORBIDDEN']);
    }
  });
});
