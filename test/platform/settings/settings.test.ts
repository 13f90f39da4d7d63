// The settings of a tenant: what each takes, what it does not, and what holds without it.
import { expect } from 'chai';
import {
  settingNames,
  settings,
  resolveSettings,
  formatValue,
  type SettingName,
} from '../../../src/platform/settings/settings.ts';
import { parseTenantSettings } from '../../../src/features/settings/parse-settings.ts';

const times: [text: string, value: unknown][] = [
  ['Monday 09:00', 'Monday 09:00'],
  ['Sunday 23:45', 'Sunday 23:45'],
  ['off', 'off'],
];
const noTimes = [
  '',
  'Monday',
  '09:00',
  'monday 09:00',
  'Monday 9:00',
  'Monday 09:05',
  'Monday 24:00',
  'Montag 09:00',
  'Off',
];
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
  language: [
    ['en', 'en'],
    ['de', 'de'],
  ],
  region: [
    ['none', 'none'],
    ['DE', 'DE'],
    ['DE-BY', 'DE-BY'],
    ['DE-BY-A', 'DE-BY-A'],
  ],
  workingDays: [
    ['Monday', 'Monday'],
    ['Sunday Monday Tuesday Wednesday Thursday', 'Monday Tuesday Wednesday Thursday Sunday'],
    [' Friday  Monday ', 'Monday Friday'],
  ],
  regionWorkingDays: [
    ['none', []],
    ['IL=Sunday Monday, DE-BY=Friday', ['IL=Sunday Monday', 'DE-BY=Friday']],
  ],
  regionFreeDays: [
    ['none', []],
    ['CA-ON=-2027-03-29 +2027-12-27, DE=+2027-10-31', ['CA-ON=-2027-03-29 +2027-12-27', 'DE=+2027-10-31']],
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
  managersAsk: [
    ['on', 'on'],
    ['off', 'off'],
  ],
  assistants: [
    ['off', 'off'],
    ['read', 'read'],
    ['write', 'write'],
  ],
  minimumGroup: [
    ['3', 3],
    ['100', 100],
  ],
  opens: times,
  due: times,
  lastCall: times,
  digest: times,
  teamSchedules: [
    ['none', []],
    ['Payments=due Thursday 16:00, a=b = digest off', ['Payments=due Thursday 16:00', 'a=b = digest off']],
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
  roleApproval: [
    ['none', 'none'],
    ['second_admin', 'second_admin'],
  ],
  planApproval: [
    ['none', 'none'],
    ['second_admin', 'second_admin'],
  ],
  establishedDays: [
    ['1', 1],
    ['30', 30],
    ['365', 365],
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
  language: ['', 'EN', 'de-DE', 'fr', 'none'],
  region: ['', 'de', 'XX', 'DE-XX', 'DE-BY-XX', 'DE-BY-A-B', 'constructor', 'DE-constructor', 'Germany'],
  workingDays: ['', 'none', 'Mon', 'monday', 'Monday,Tuesday', 'Monday Monday', 'Monday-Friday', 'Monday\nTuesday'],
  regionFreeDays: [
    '',
    'CA-ON',
    'CA-ON=',
    'XX=+2027-01-01',
    'DE=2027-01-01',
    'DE=+2027-02-30',
    'DE=+2027-01-01 -2027-01-01',
    'DE=+2027-01-01,DE=+2027-01-02',
    'DE=+2027-1-1',
  ],
  regionWorkingDays: ['', 'IL', 'IL=', '=Monday', 'XX=Monday', 'IL=Mon', 'IL=Monday,IL=Tuesday', 'IL=Monday=Tuesday'],
  nominationDays: ['', '1', '0-5', '5-32', '25-20', '01-05', '1-5-9', '-1-5', '1 - 5', '1-5\n'],
  nominateKnownTeamsOnly: ['', 'ON', 'yes', 'true', '1', 'off '],
  managersAsk: ['', 'ON', 'yes', 'true', '1', 'off '],
  assistants: ['', 'on', 'OFF', 'none', 'read,write'],
  minimumGroup: ['', '2', '101', '5.0', '5.5', '-5', 'five', '0x10'],
  opens: noTimes,
  due: noTimes,
  lastCall: noTimes,
  digest: noTimes,
  teamSchedules: [
    '',
    'Payments',
    'Payments=due',
    '=due off',
    'Payments=trends off',
    'a=due Montag 09:00',
    'a\0=due off',
  ],
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
  roleApproval: ['', 'off', 'admin', 'None', 'second_admin '],
  establishedDays: ['', '0', '366', '1.5', '-1', '030', 'none'],
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
        expect(parseTenantSettings({ [name]: text }), text).to.deep.equal({ values: { [name]: value }, faults: [] });
      }
      for (const text of refused[name]) {
        const faults = [`${name} takes ${settings[name].expects}.`];
        expect(parseTenantSettings({ [name]: text }), JSON.stringify(text)).to.deep.equal({ values: {}, faults });
      }
    });

    it(`have for ${name} a default that can be set as well`, () => {
      const value = settings[name].default;
      expect(parseTenantSettings({ [name]: formatValue(value) }).values).to.deep.equal({ [name]: value });
    });
  }

  it('are no others, whatever JavaScript objects inherit', () => {
    for (const name of ['nam', 'Name', 'toString', 'constructor', '__proto__', '']) {
      const { values: read, faults } = parseTenantSettings(Object.fromEntries([[name, 'x']]));
      expect([read, faults]).to.deep.equal([{}, [`There is no setting "${name}".`]]);
    }
  });

  it('are the defaults where a tenant has none of its own, and nothing but settings', () => {
    const defaults = resolveSettings({});
    expect(defaults).to.deep.equal({
      name: 'your organisation',
      timezone: 'UTC',
      language: 'en',
      region: 'none',
      workingDays: 'Monday Tuesday Wednesday Thursday Friday',
      regionWorkingDays: [],
      regionFreeDays: [],
      nominationDays: '1-31',
      nominateKnownTeamsOnly: 'off',
      managersAsk: 'off',
      assistants: 'off',
      minimumGroup: 5,
      opens: 'Monday 09:00',
      due: 'Friday 15:00',
      lastCall: 'Monday 08:00',
      digest: 'Monday 09:00',
      teamSchedules: [],
      channelsOff: [],
      rateLimits: 'default',
      planApproval: 'none',
      roleApproval: 'none',
      establishedDays: 30,
      retention: [],
      groupRoles: [],
      groupTeams: [],
      elevatedRoles: ['people_team', 'senior_leadership'],
    });
    const row = { nominationDays: '20-25', minimumGroup: null, slug: 'acme' };
    expect(resolveSettings(row)).to.deep.equal({ ...defaults, nominationDays: '20-25' });
  });
});
