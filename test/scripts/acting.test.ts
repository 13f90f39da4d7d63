// Who a command acts as: the operator with the name of the system's user, or the person of CHECKIN_TOKEN by the rules of the
// API. Each command that changes something leaves an audit entry with its actor.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Entry } from '../../scripts/cli/command-tree.ts';
import { commands } from '../../scripts/cli/commands/index.ts';
import { readSystemUser } from '../../src/platform/lib/system-user.ts';
import { company, userToken, type Company } from '../support/company.ts';
import { audience, identityProvider } from '../support/identity-provider.ts';
import { directory, groupSchema } from '../support/scim.ts';
import { service } from '../support/service.ts';
import { shell, type Ran } from '../support/shell.ts';

const drawing = 'Ada (admin)\n  Mia [Sales]\n    Bob [Sales]\n  Gus\nEve (admin)\nPia (people_team)';
const api = service();
const idp = identityProvider([]);
const { folder, run } = shell();
let acme: Company;

type Env = NodeJS.ProcessEnv;
const named = (entries: Entry[], above = ''): string[] =>
  entries.flatMap((entry) => {
    const name = `${above} ${entry.name.split(' ')[0]}`.trim();
    return entry.commands ? named(entry.commands, name) : [name];
  });
const address = (name: string): string => acme.people.find((person) => person.name === name)?.email ?? '';
const checkin = (words: string, env: Env = {}, ...more: string[]): Promise<Ran> =>
  run([...words.split(' '), ...more], { CHECKIN_TENANT: acme.tenantId, WEBHOOKS_TO_LOOPBACK: 'allow', ...env });
function write(name: string, ...lines: string[]): string {
  writeFileSync(path.join(folder, name), lines.join('\n'));
  return path.join(folder, name);
}
const moves = (who: string, to: string): string =>
  write(`${who}.csv`, 'email,managerEmail', `${address(who)},${address(to)}`);
const idOf = ({ out, err }: Ran): string => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(out + err)?.[0] ?? '';

type Actor = { action: string; actorId: string; source: string; systemUser: string | null };
const entries = (tenantId = acme.tenantId): Promise<Actor[]> =>
  api.graph.statement(
    `MATCH (e:AuditEntry {tenantId: $tenantId})
     RETURN e.action AS action, e.actorId AS actorId, e.source AS source, e.systemUser AS systemUser ORDER BY e.recordedAt`,
    { tenantId },
  ) as Promise<Actor[]>;

/** What leaves no entry in the log of a tenant, and why. */
const unlogged: Record<string, string> = {
  'tenant delete': 'deletes the log as well: the erasure log names who did it',
  seed: 'is for demo tenants',
  'erasures repeat': 'each erasure leaves its entry',
  ...Object.fromEntries(
    ['outbox hold', 'outbox release', 'migrate', 'backup', 'restore', 'doctor'].map((name) => [name, 'of all tenants']),
  ),
  ...Object.fromEntries(['query', 'completion', 'sign-in', 'sign-out'].map((name) => [name, 'of no tenant'])),
};
const reading = [
  'tenant list',
  'tenant show',
  'tenant idp ls',
  'tenant idp refused',
  'assistant',
  'org show',
  'org tree',
  'org diff',
  'org check',
  'org plan ls',
  'org plan show',
  'org plan report',
  'access explain',
  'access viewers',
  'outbox ls',
  'service ls',
  'audit verify',
  'retention',
  'absence list',
  'question ls',
  'partner ls',
  'partner groups',
  'approval ls',
  'webhook listen',
  'import wait',
  'sample-profile',
];

/** Runs one command with the environment of an actor, and returns what it said. */
type Step = (env: Env) => Promise<Ran>;
let planId: string;
const plan =
  (action: string, ...more: string[]): Step =>
  (env) =>
    checkin(`org plan ${action} ${planId}`, env, ...more);
const decided =
  (decision: string, role: string): Step =>
  async (env) => {
    const { body } = await acme.as('Eve').post<{ id: string }>(`/admin/users/${acme.id('Bob')}/role-request`, { role });
    expect((await checkin('approval ls', env)).out).to.include(body.id);
    return checkin(`approval ${decision} ${body.id}`, env);
  };
const planned: Step = async (env) => {
  const ran = await checkin(`org plan new ${moves('Bob', 'Gus')} --name Swap`, env);
  planId = idOf(ran);
  return ran;
};
/** What people may do as well, in an order in which each is possible, and the action that the log has of it. */
const byPeople: Record<string, [step: Step, action: string]> = {
  'tenant set': [(env) => checkin(`tenant set minimumGroup=6`, env), 'settings.update'],
  'org import': [
    (env) =>
      checkin(
        `org import ${write('new.csv', 'email,name,jobTitle,team,department,managerEmail,roles', 'new@a.example,New,,,,,')}`,
        env,
      ),
    'organisation.import',
  ],
  'absence import': [
    (env) =>
      checkin(`absence import ${write('away.csv', 'email,from,to', `${address('Bob')},2027-01-04,2027-01-08`)}`, env),
    'person.update',
  ],
  'question add': [
    (env) => checkin('question add --kind text --audience tenant --text', env, 'en=What blocks you?'),
    'question.create',
  ],
  'question end': [
    async (env) => checkin(`question end ${idOf(await checkin('question ls', env))}`, env),
    'question.end',
  ],
  'org move': [(env) => checkin(`org move ${address('Bob')} --to ${address('Ada')}`, env), 'reporting-line.move'],
  'partner end': [
    async (env) => {
      const part = { userId: acme.id('Gus'), belowId: acme.id('Mia'), from: '2026-11-20', to: '2027-11-19' };
      const { body } = await acme.as('Eve').post<{ id: string }>('/admin/approvals/partner', part);
      await acme.as('Ada').post(`/admin/approvals/${body.id}/approve`);
      expect((await checkin('partner ls', env)).out).to.include(`${body.id}\tGus\tbelow Mia`);
      return checkin(`partner end ${body.id}`, env);
    },
    'partner.end',
  ],
  'partner end-group': [
    async (env) => {
      const members = [{ value: acme.id('Gus') }];
      const group = { schemas: [groupSchema], displayName: 'HR', members };
      const { body: made } = await directory(api, acme.tenantId)('POST', '/Groups', group);
      const part = { groupId: made.id, belowId: acme.id('Mia'), from: '2026-11-20', to: '2027-11-19' };
      const { body } = await acme.as('Eve').post<{ id: string }>('/admin/approvals/partner', part);
      expect((await checkin('approval ls', env)).out).to.include('group HR');
      await acme.as('Ada').post(`/admin/approvals/${body.id}/approve`);
      expect((await checkin('partner groups', env)).out).to.include(`${body.id}\tgroup HR\tbelow Mia`);
      return checkin(`partner end-group ${body.id}`, env);
    },
    'partner-group.end',
  ],
  'approval reject': [(env) => decided('reject', 'people_team')(env), 'approval.reject'],
  'approval approve': [(env) => decided('approve', 'people_team')(env), 'approval.approve'],
  'org plan new': [planned, 'plan.create'],
  'org plan submit': [plan('submit'), 'plan.submit'],
  'org plan reject': [plan('reject', '--reason', 'No.'), 'plan.reject'],
  'org plan approve': [
    async (env) => {
      const eve = { CHECKIN_TOKEN: await userToken(api, acme.tenantId, acme.id('Eve')) };
      await checkin('tenant set planApproval=second_admin');
      await planned(eve);
      await plan('submit')(eve);
      return plan('approve')(env);
    },
    'plan.approve',
  ],
  'org plan apply': [plan('apply'), 'plan.apply'],
  'org plan undo': [plan('undo'), 'plan.undo'],
  'org plan cancel': [
    async (env) => {
      await planned(env);
      return plan('cancel')(env);
    },
    'plan.cancel',
  ],
  'org deactivate': [(env) => checkin(`org deactivate ${address('Gus')}`, env), 'person.deactivate'],
  'org activate': [(env) => checkin(`org activate ${address('Gus')}`, env), 'person.activate'],
  'org erase': [(env) => checkin('org erase new@a.example --yes', env), 'person.erased'],
  'org export': [(env) => checkin('org export', env), 'organisation.export'],
  report: [(env) => checkin('report org', env), 'report.read'],
};
/** What is for the operator alone. */
const byOperator: Record<string, [step: Step, action: string]> = {
  'tenant idp add': [
    (env) => checkin(`tenant idp add ${idp.issuer} --audience ${audience}`, env),
    'identity-provider.create',
  ],
  'tenant idp rm': [
    async (env) => checkin(`tenant idp rm ${idOf(await checkin('tenant idp ls', env))}`, env),
    'identity-provider.delete',
  ],
  'tenant chat set': [(env) => checkin('tenant chat set https://flows.example/chat', env), 'chat.update'],
  'tenant chat off': [(env) => checkin('tenant chat off', env), 'chat.update'],
  'org export-person': [(env) => checkin(`org export-person ${address('Bob')}`, env), 'person.exported'],
  'audit export': [(env) => checkin('audit export', env), 'audit.export'],
  token: [(env) => checkin(`token ${address('Bob')}`, env), 'token.sign'],
  api: [(env) => checkin(`api /me --as ${address('Bob')}`, { ...env, CHECKIN_API: api.url }), 'token.sign'],
  'service create': [(env) => checkin('service create sync --scope scim', env), 'service.create'],
  'service revoke': [
    async (env) => checkin(`service revoke ${idOf(await checkin('service ls', env))}`, env),
    'service.revoke',
  ],
  'outbox retry': [(env) => checkin('outbox retry', env), 'outbox.retry'],
  'digest run': [(env) => checkin('digest run', env), 'digest.run'],
  'trends run': [(env) => checkin('trends run', env), 'trends.run'],
  'motivators sync': [
    (env) =>
      checkin('motivators sync', { ...env, MOTIVATORS_URL: 'http://127.0.0.1:1' }).then((ran) => ({ ...ran, code: 0 })),
    'motivators.sync',
  ],
};

describe('each command', () => {
  before(async () => {
    acme = await company(api, drawing);
  });

  it('reads, or changes a tenant or its servers', () => {
    const known = [...Object.keys(unlogged), ...reading, 'tenant create', 'tenant export', 'tenant import'];
    known.push(...Object.keys({ ...byPeople, ...byOperator }));
    expect(named(commands).filter((name) => !known.includes(name))).to.deep.equal([]);
  });

  for (const [who, steps] of [
    ['the operator', { ...byPeople, ...byOperator }],
    ['an admin', byPeople],
  ] as const) {
    it(`that changes something leaves an entry that names ${who}`, async () => {
      acme = await company(api, drawing);
      const isAdmin = who === 'an admin';
      const env: Env = isAdmin ? { CHECKIN_TOKEN: await userToken(api, acme.tenantId, acme.id('Ada')) } : {};
      const actor = isAdmin
        ? { actorId: acme.id('Ada'), systemUser: null }
        : { actorId: 'operator', systemUser: readSystemUser() };
      for (const [name, [step, action]] of Object.entries(steps)) {
        const known = (await entries()).length;
        const ran = await step(env);
        expect(ran.code, `${name}: ${ran.err}`).to.equal(0);
        const made = (await entries()).slice(known);
        expect(
          made.map((entry) => entry.action),
          name,
        ).to.include(action);
        const own = made.filter((entry) => entry.action === action);
        expect(own.at(-1), name).to.include({ ...actor, source: 'command_line' });
      }
    });
  }

  it('of the operator alone refuses the token of a person, and changes nothing', async () => {
    const env = { CHECKIN_TOKEN: await userToken(api, acme.tenantId, acme.id('Ada')) };
    const before = (await entries()).length;
    for (const words of [
      'outbox retry',
      `token ${address('Bob')}`,
      'digest run',
      'tenant create x1',
      'outbox release',
    ]) {
      const { code, err } = await checkin(words, env);
      expect([code, err], words).to.deep.equal([
        1,
        'This command is for who operates the service: run "checkin sign-out", or unset CHECKIN_TOKEN.\n',
      ]);
    }
    expect((await entries()).length).to.equal(before);
  });

  it('that creates a tenant is the first entry of its log', async () => {
    const slug = `t${acme.tenantId.slice(0, 8)}`;
    const { out } = await checkin(`tenant create ${slug}`);
    const made = await entries(out.trim().split('\t')[1]);
    expect(made).to.deep.equal([
      { action: 'tenant.create', actorId: 'operator', source: 'command_line', systemUser: readSystemUser() },
    ]);
  });
});

describe('the deletion and the import of a tenant', () => {
  it('name the system user: in the erasure log, and in the log that comes with the tenant', async () => {
    acme = await company(api, drawing);
    const [file, log] = ['acme.ndjson', 'erasures.log'].map((name) => path.join(folder, name)) as [string, string];
    const env = { ERASURE_LOG: log };
    for (const words of [`tenant export ${file}`, `tenant delete ${acme.tenantId} --yes`]) {
      const { code, err } = await checkin(words, env);
      expect(code, err).to.equal(0);
    }
    const [line = ''] = readFileSync(log, 'utf8').trim().split('\n');
    expect(JSON.parse(line)).to.include({ kind: 'tenant', tenantId: acme.tenantId, by: readSystemUser() });
    const { code, err } = await checkin(`tenant import ${file}`, env);
    expect(code, err).to.equal(0);
    const actor = { actorId: 'operator', source: 'command_line', systemUser: readSystemUser() };
    expect(await entries()).to.deep.equal(['tenant.export', 'tenant.import'].map((action) => ({ action, ...actor })));
  });
});

describe('a command with the token of a person', () => {
  beforeEach(async () => {
    acme = await company(api, drawing);
  });
  const as = async (name: string): Promise<Env> => ({
    CHECKIN_TOKEN: await userToken(api, acme.tenantId, acme.id(name)),
  });

  it('approves a plan as the second admin, which the author cannot', async () => {
    await checkin('tenant set planApproval=second_admin');
    const ada = await as('Ada');
    const eve = await as('Eve');
    await planned(ada);
    expect((await plan('submit')(ada)).out).to.equal('Swap: in review.\n');
    const own = await plan('approve')(ada);
    expect([own.code, own.err]).to.deep.equal([1, 'The author of a plan must not approve it; another admin can.\n']);
    expect((await plan('approve')(eve)).out).to.equal('Swap: approved.\n');
    expect((await plan('apply')(eve)).out).to.equal('Swap: applied.\n');
    const log = (await entries()).map(({ action, actorId }) => [
      action,
      acme.people.find(({ id }) => id === actorId)?.name,
    ]);
    expect(log).to.deep.include.members([
      ['plan.create', 'Ada'],
      ['plan.approve', 'Eve'],
      ['reporting-line.move', 'Eve'],
    ]);
  });

  it('does what they may by the rules of the API, and no more', async () => {
    const bob = await as('Bob');
    const before = await entries();
    for (const words of [
      `org move ${address('Bob')} --to ${address('Ada')}`,
      'tenant set name=B',
      'org export',
      'org plan ls',
    ]) {
      const { code, out, err } = await checkin(words, bob);
      expect([code, out, err], words).to.deep.equal([1, '', 'You are not permitted to do this.\n']);
    }
    expect((await checkin('tenant set rateLimits=caller=1/60', await as('Ada'))).err).to.include('rateLimits');
    expect(await entries()).to.deep.equal(before);
    expect((await checkin('report digest', await as('Mia'))).code).to.equal(0);
    expect((await checkin('report digest', bob)).err).to.equal('You may not see this report.\n');
    expect((await checkin(`report digest --as ${address('Ada')}`, await as('Mia'))).code).to.equal(1);
  });

  it('refuses a token of another tenant, of a service, of somebody who left, and one that is none', async () => {
    const other = await company(api, 'Zed (admin)');
    const foreign = await checkin('org check', {
      CHECKIN_TOKEN: await userToken(api, other.tenantId, other.id('Zed')),
    });
    expect([foreign.code, foreign.err]).to.deep.equal([1, `The token is not of the tenant ${acme.tenantId}.\n`]);
    const eve = await as('Eve');
    await checkin(`org deactivate ${address('Eve')}`);
    for (const env of [eve, { CHECKIN_TOKEN: 'nonsense' }]) {
      const { code, err } = await checkin('org check', env);
      expect(code).to.equal(1);
      expect(err).to.match(/token|sign/i);
    }
    const created = await checkin('service create sync --scope scim');
    expect((await checkin('org check', { CHECKIN_TOKEN: created.out.trim() })).err).to.include('of a service');
  });
});
