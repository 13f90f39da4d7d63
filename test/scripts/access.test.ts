// checkin access …: whether a person may do something and why, and who may, as an operator reads it.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { company, type Company } from '../support/company.ts';
import { aSummary } from '../support/samples.ts';
import { service } from '../support/service.ts';
import { shell } from '../support/shell.ts';

const api = service();
const { run } = shell();
let acme: Company;
let summary: string;
before(async () => {
  acme = await company(
    api,
    'Ada (admin)\n  Bob (senior_manager)\n    Cy\n      Dee\n  Pia (people_team)\n  Gus (people_team) †',
  );
  const { body } = await acme.as('Dee').post('/summaries', aSummary());
  summary = `summary:${String(body['id'])}`;
});

const email = (name: string): string => `${name.toLowerCase()}@example.test`;
const access = (...args: string[]) => run(['access', ...args, '--tenant', acme.tenantId]);
const lines = (text: string): string[][] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));

describe('checkin access explain', () => {
  it('names the rule with the line down to the owner, the role, or what is missing', async () => {
    const cases: [who: string, action: string, resource: string, wanted: string[][]][] = [
      [
        'Cy',
        'summary:read',
        summary,
        [
          ['decision', 'permitted'],
          ['rule', 'above'],
          ['levels', '1'],
          ['path', email('Cy'), email('Dee')],
        ],
      ],
      [
        'Pia',
        'summary:read',
        summary,
        [
          ['decision', 'permitted'],
          ['rule', 'role'],
          ['role', 'people_team'],
        ],
      ],
      [
        'Ada',
        'manager:set',
        `user:${email('Cy')}`,
        [
          ['decision', 'permitted'],
          ['rule', 'role'],
          ['role', 'admin'],
        ],
      ],
      [
        'Cy',
        'summary:edit',
        summary,
        [
          ['decision', 'denied'],
          ['reason', 'not_self'],
        ],
      ],
      [
        'Dee',
        'chain:read',
        `user:${acme.id('Cy')}`,
        [
          ['decision', 'denied'],
          ['reason', 'not_above'],
        ],
      ],
      [
        'Gus',
        'summary:read',
        summary,
        [
          ['decision', 'denied'],
          ['reason', 'inactive'],
        ],
      ],
      [
        'Cy',
        'summary:read',
        `summary:${randomUUID()}`,
        [
          ['decision', 'denied'],
          ['reason', 'unknown'],
        ],
      ],
    ];
    for (const [who, action, resource, wanted] of cases) {
      const { code, out, err } = await access('explain', email(who), action, resource);
      expect([code, err], `${who} ${action}`).to.deep.equal([0, '']);
      expect(lines(out)).to.deep.equal([...wanted, ['orgRevision', '0']]);
    }
    const { out } = await access('explain', email('Bob'), 'board:read', `user:${email('Dee')}`, '--json');
    expect(JSON.parse(out)).to.deep.equal({
      decision: true,
      context: {
        rule: 'above',
        role: 'senior_manager',
        levels: 2,
        path: ['Bob', 'Cy', 'Dee'].map((name) => acme.id(name)),
        orgRevision: 0,
      },
    });
  });

  it('answers as of a time, and refuses what is no time', async () => {
    const asked = ['explain', email('Cy'), 'summary:read', summary, '--as-of'];
    for (const time of ['2020-01-01T00:00:00Z', '2020-01-01']) {
      const { out } = await access(...asked, time);
      expect(lines(out)[0], time).to.deep.equal(['decision', 'denied']);
    }
    expect(await access(...asked, '2199-01-01')).to.include({ code: 1, out: '' });
    expect(await access(...asked, 'yesterday')).to.include({ code: 2, out: '' });
  });

  it('ends with code 2 for a resource or an action that does not exist, and with 1 for a person', async () => {
    const wrong = [
      ['summary:read', 'report:1'],
      ['summary:read', 'summary'],
      ['summary:read', 'summary:'],
      ['summary:write', summary],
      ['chain:read', summary],
    ];
    for (const [action = '', resource = ''] of wrong) {
      const { code, out, err } = await access('explain', email('Cy'), action, resource);
      expect([code, out], `${action} ${resource}`).to.deep.equal([2, '']);
      expect(err).to.match(/^error: /);
    }
    expect((await access('explain', 'nobody@example.test', 'summary:read', summary)).code).to.equal(1);
  });
});

describe('checkin access viewers', () => {
  it('lists who may read a summary with the rule that permits it', async () => {
    const { code, out } = await access('viewers', summary);
    expect(code).to.equal(0);
    expect(lines(out)).to.deep.equal([
      [email('Ada'), 'Ada', 'above', '', '3'],
      [email('Bob'), 'Bob', 'above', '', '2'],
      [email('Cy'), 'Cy', 'above', '', '1'],
      [email('Dee'), 'Dee', 'self', '', ''],
      [email('Pia'), 'Pia', 'role', 'people_team', ''],
    ]);
  });

  it('lists who may do something else, also as JSON', async () => {
    const { out } = await access('viewers', `user:${email('Dee')}`, '--action', 'board:read', '--json');
    expect((JSON.parse(out) as object[])[1]).to.deep.equal({
      id: acme.id('Bob'),
      email: email('Bob'),
      name: 'Bob',
      rule: 'above',
      role: 'senior_manager',
      levels: 2,
    });
    expect(out).to.include(email('Cy'));
  });
});
