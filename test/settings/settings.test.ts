// The settings of a tenant: what each takes, what it does not, and what holds without it.
import { expect } from 'chai';
import {
  parseSettings,
  settingNames,
  settings,
  resolveSettings,
  formatValue,
  type SettingName,
} from '../../src/settings/settings.ts';

const taken: Record<SettingName, [text: string, value: unknown][]> = {
  name: [
    ['Acme', 'Acme'],
    [' Kōwhai Lane ', 'Kōwhai Lane'],
    ['👋🏽'.repeat(100), '👋🏽'.repeat(100)],
  ],
  timezone: [
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['europe/berlin', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Etc/GMT-14', 'Etc/GMT-14'],
  ],
  nominationDays: [
    ['1-31', '1-31'],
    ['7-7', '7-7'],
    ['31-31', '31-31'],
  ],
  nominateKnownTeamsOnly: [
    ['on', 'on'],
    ['off', 'off'],
  ],
  minimumGroup: [
    ['3', 3],
    ['100', 100],
  ],
  digestTime: [
    ['Monday 09:00', 'Monday 09:00'],
    ['Sunday 23:59', 'Sunday 23:59'],
    ['off', 'off'],
  ],
  channelsOff: [
    ['none', []],
    ['announcement:email', ['announcement:email']],
    ['digest.weekly:email, announcement:in_app', ['digest.weekly:email', 'announcement:in_app']],
  ],
  rateLimits: [
    ['default', 'default'],
    ['off', 'off'],
    ['caller=1/1', 'caller=1/1'],
    ['tenant=6000/60,caller=600/60', 'tenant=6000/60,caller=600/60'],
  ],
  planApproval: [
    ['none', 'none'],
    ['second_admin', 'second_admin'],
  ],
  retention: [
    ['none', []],
    ['notifications=30, audit=3650', ['notifications=30', 'audit=3650']],
    ['summaries=365,deliveries=1', ['summaries=365', 'deliveries=1']],
  ],
  groupRoles: [
    ['none', []],
    ['IT admins=admin, HR = people_team', ['IT admins=admin', 'HR = people_team']],
    ['a=b=admin', ['a=b=admin']],
  ],
  groupTeams: [
    ['none', []],
    ['Payments squad=Payments,Board=Board', ['Payments squad=Payments', 'Board=Board']],
  ],
  elevatedRoles: [
    ['none', []],
    ['admin', ['admin']],
    ['people_team, senior_manager,people_team', ['people_team', 'senior_manager']],
  ],
};
const refused: Record<SettingName, string[]> = {
  name: ['', '   ', 'a\nb', 'a\0', 'x'.repeat(201)],
  timezone: ['', 'Mars/One', 'Berlin', '+02:00', 'EST', 'ROC', 'GMT+0', 'Europe/Berlin[u-ca=iso8601]', ' UTC'],
  nominationDays: ['', '1', '0-5', '5-32', '25-20', '01-05', '1-5-9', '-1-5', '1 - 5', '1-5\n'],
  nominateKnownTeamsOnly: ['', 'ON', 'yes', 'true', '1', 'off '],
  minimumGroup: ['', '2', '101', '5.0', '5.5', '-5', 'five', '0x10'],
  digestTime: ['', 'Monday', '09:00', 'monday 09:00', 'Monday 9:00', 'Monday 24:00', 'Montag 09:00', 'Off'],
  channelsOff: [
    '',
    'announcement',
    'announcement:fax',
    'party:email',
    'announcement:email:in_app',
    'constructor:email',
  ],
  rateLimits: [
    '',
    'on',
    'caller',
    'caller=0/60',
    'caller=1/0',
    'caller=1',
    'caller=1/1,caller=2/1',
    'user=1/1',
    'caller=1/1, tenant=1/1',
  ],
  planApproval: ['', 'off', 'admin', 'None', 'second_admin '],
  retention: [
    '',
    'goals=400',
    'audit',
    'audit=364',
    'audit=3651',
    'notifications=29',
    'summaries=0400',
    'audit=400,audit=500',
  ],
  groupRoles: ['', 'HR', 'HR=', '=admin', 'HR=manager', 'HR=people_team,', `${'x'.repeat(201)}=admin`, 'a\nb=admin'],
  groupTeams: ['', 'Payments', 'Payments=', '=Payments', 'a=b,', `a=${'x'.repeat(201)}`, 'a=b\0'],
  elevatedRoles: ['', 'manager', 'Admin', 'admin;people_team', 'admin,', 'constructor'],
};

describe('the settings of a tenant', () => {
  for (const name of settingNames) {
    it(`take for ${name} ${settings[name].expects}`, () => {
      for (const [text, value] of taken[name]) {
        expect(parseSettings({ [name]: text }), text).to.deep.equal({ values: { [name]: value }, faults: [] });
      }
      for (const text of refused[name]) {
        const faults = [`${name} takes ${settings[name].expects}.`];
        expect(parseSettings({ [name]: text }), JSON.stringify(text)).to.deep.equal({ values: {}, faults });
      }
    });

    it(`have for ${name} a default that can be set as well`, () => {
      const value = settings[name].default;
      expect(parseSettings({ [name]: formatValue(value) }).values).to.deep.equal({ [name]: value });
    });
  }

  it('are no others, whatever JavaScript objects inherit', () => {
    for (const name of ['nam', 'Name', 'toString', 'constructor', '__proto__', '']) {
      const { values: read, faults } = parseSettings(Object.fromEntries([[name, 'x']]));
      expect([read, faults]).to.deep.equal([{}, [`There is no setting "${name}".`]]);
    }
  });

  it('are the defaults where a tenant has none of its own, and nothing but settings, not even those of earlier releases', () => {
    const defaults = resolveSettings({});
    expect(defaults).to.deep.equal({
      name: 'your organisation',
      timezone: 'UTC',
      nominationDays: '1-31',
      nominateKnownTeamsOnly: 'off',
      minimumGroup: 5,
      digestTime: 'Monday 09:00',
      channelsOff: [],
      rateLimits: 'default',
      planApproval: 'none',
      retention: [],
      groupRoles: [],
      groupTeams: [],
      elevatedRoles: ['people_team', 'senior_leadership'],
    });
    const row = { nominationDays: '20-25', minimumGroup: null, trendLevel: 0.2, slug: 'acme' };
    expect(resolveSettings(row)).to.deep.equal({ ...defaults, nominationDays: '20-25' });
  });
});
