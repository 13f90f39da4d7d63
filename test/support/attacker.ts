// One admin, Ada, who wants to read what Bob wrote, with the accounts that are hers; and what the others do meanwhile.
import type { Services } from '../../src/app/app.ts';
import { openSignIn } from '../../src/features/identity/open-sign-in.ts';
import type { Approval } from '../../src/features/role-requests/schema.ts';
import { client, type Answer, type Client, type Company } from './company.ts';
import { audience } from './identity-provider.ts';
import { seconds, signed } from './jwks.ts';
import { aSummary } from './samples.ts';
import { directory, patchOf } from './scim.ts';
import type { Service } from './service.ts';
import { boundary, formOf } from './upload.ts';
import { until } from './until.ts';

type Provider = { issuer: string; key: Parameters<typeof signed>[0] };
type Body = Record<string, unknown> & { id: string };
export const needle = 'The needle that Bob wrote.';
export const drawing =
  'Ada (admin)\nEve (admin)\nPia (people_team)\nCeo\n  Mia\n    Bob\n  Vic\n    Xan\n      Yan\nTed †\nMax †\n  Zoe';
/** Everybody but Ada and her accounts. */
const others = ['Eve', 'Pia', 'Ceo', 'Mia', 'Bob', 'Vic', 'Xan', 'Yan', 'Ted', 'Max', 'Zoe'];

let aheadMs = 0;
/** Processes forget after two seconds that somebody may not sign in; a later attempt is one of then. */
export const signInLater = (services: Services): Pick<Services, 'signIn'> => ({
  signIn: openSignIn({ ...services, ...services.identity }, () => performance.now() + aheadMs),
});

/** What a try of Ada may do. Nothing is asserted: what is refused is refused. */
export class Attacker {
  readonly accounts: [name: string, client: Client][];
  /** Who of `accounts` could read at a moment that the try names, or at its end. */
  readonly seen = new Set<string>();
  /** The statuses of what was tried, for the message of a failure. */
  readonly steps: string[] = [];
  own = '';
  summaryId = '';
  readonly #api: Service;
  readonly #provider: Provider;
  readonly acme: Company;

  constructor(api: Service, acme: Company, provider: Provider) {
    [this.#api, this.acme, this.#provider] = [api, acme, provider];
    this.accounts = [['Ada', acme.as('Ada')]];
  }

  id(who: string): string {
    return who === 'Own' ? this.own : this.acme.id(who);
  }

  /** Bob writes; Ada makes an account, Own, and signs in with it, before the setting is made. */
  async begin(): Promise<void> {
    const { body } = await this.acme.as('Bob').post<Body>('/summaries', aSummary({ proud: needle }));
    this.summaryId = body.id;
    ({ id: this.own } = (await this.act('post', '/admin/users', { name: 'Own', email: 'own@ada.test' })).body);
    await this.signIn('Own', 'own@ada.test');
    // the worker may hold one of them
    const forget = () => this.acme.statement('MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e');
    await until(
      () =>
        forget().then(
          () => true,
          () => false,
        ),
      (isDone) => isDone,
    );
  }

  async act(method: 'post' | 'put' | 'patch', path: string, body?: unknown, by = 'Ada'): Promise<Answer<Body>> {
    const sender = by === 'Own' ? this.account('Own', 'own@ada.test') : this.acme.as(by);
    const answer = await sender[method]<Body>(path, body);
    this.steps.push(`${by} ${method} ${path.split('/').slice(-2).join('/')} ${answer.status}`);
    return answer;
  }

  patch = (who: string, fields: object, by = 'Ada') => this.act('patch', `/admin/users/${this.id(who)}`, fields, by);
  move = (who: string, to: string, by = 'Ada') =>
    this.act('put', `/admin/org-chart/users/${this.id(who)}/manager`, { managerId: this.id(to) }, by);
  post = (who: string, action: string) => this.act('post', `/admin/users/${this.id(who)}/${action}`, {});
  set = (settings: object, by = 'Ada') => this.act('patch', '/admin/settings', settings, by);
  nameDeputy = (of: string, deputy: string, by = 'Ada') =>
    this.act('put', `/users/${this.id(of)}/deputies/${this.id(deputy)}`, this.term, by);
  request = (kind: 'move' | 'deputy', body: object) => this.act('post', `/admin/approvals/${kind}`, body);
  create = (name: string, fields: object = {}) =>
    this.act('post', '/admin/users', { name, email: `${name.toLowerCase()}@ada.test`, ...fields });
  readonly term = { from: '2026-11-20', to: '2026-11-27', rights: ['read'] };

  /** Moves Bob below her account, with these headers. */
  async moveBobWith(headers: Record<string, string>): Promise<void> {
    const path = `/admin/org-chart/users/${this.id('Bob')}/manager`;
    const { status } = await this.acme.as('Ada').put(path, { managerId: this.own }, headers);
    this.steps.push(`Ada put Bob with ${Object.keys(headers).join()} ${status}`);
  }

  /** Another account of Ada's provider, which claims an address. */
  account(name: string, email: string, { issuer, key } = this.#provider): Client {
    const claims = { iss: issuer, aud: audience, sub: `ada-${name}`, org_id: this.acme.tenantId, email };
    const token = () => signed(key, { ...claims, email_verified: true, iat: seconds(0), exp: seconds(3600) });
    return client(this.#api, () => Promise.resolve(token()));
  }

  /** Signs in with it; it counts as Ada's from now on, whoever it is. */
  async signIn(name: string, email: string, provider = this.#provider): Promise<void> {
    const account = this.account(name, email, provider);
    aheadMs += 2_001;
    this.steps.push(`sign-in as ${email} ${(await account.get('/me')).status}`);
    this.accounts.push([name, account]);
  }

  /** Eve approves what waits; she knows of it what its title says. */
  async eveApproves(): Promise<void> {
    const { body } = await this.acme.as('Eve').get<{ items?: Approval[] }>('/admin/approvals');
    for (const { id } of body.items ?? []) await this.act('post', `/admin/approvals/${id}/approve`, undefined, 'Eve');
  }

  async plan(
    moves: [who: string, to: string][],
    by = 'Ada',
  ): Promise<(action: string, by?: string) => Promise<unknown>> {
    const rows = moves.map(([who, to]) => ({ userId: this.id(who), managerId: this.id(to) }));
    const { body } = await this.act('post', '/admin/org-plans', { name: 'A plan', moves: rows }, by);
    return (action, who = 'Ada') =>
      action === 'moves'
        ? this.act('put', `/admin/org-plans/${body.id}/moves`, { moves: rows }, who)
        : this.act('post', `/admin/org-plans/${body.id}/${action}`, undefined, who);
  }

  /** The directory of the company writes a person, as every night. */
  async directoryWrites(who: string, value: Record<string, unknown>): Promise<void> {
    const scim = directory(this.#api, this.acme.tenantId);
    const { status } = await scim('PATCH', `/Users/${this.id(who)}`, patchOf({ op: 'replace', value }));
    this.steps.push(`the directory writes ${who} ${status}`);
  }

  async importFile(...lines: string[]): Promise<void> {
    const content = ['email,name,managerEmail,returns', ...lines].join('\n');
    const form = formOf([{ name: 'file', filename: 'people.csv', type: 'text/csv', content }]);
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const base = '/admin/organisation/imports';
    const { body } = await this.acme.as('Ada').post<{ importId: string }>(base, form, type);
    const ended = await until(
      async () => (await this.acme.as('Ada').get<{ status: string }>(`${base}/${body.importId}`)).body,
      ({ status }) => ['done', 'failed'].includes(status),
    );
    this.steps.push(`import ${JSON.stringify(ended)}`);
  }

  wait(days: number): void {
    this.#api.clock.now = new Date(Date.parse(this.#api.clock.now) + days * 86_400_000).toISOString();
  }

  /** Looks with every account at everything that could show what Bob wrote. */
  async look(): Promise<void> {
    const bob = this.acme.id('Bob');
    const paths = [`/summaries/${this.summaryId}`, '/summaries', `/users/${bob}/overview`, '/home/team'];
    const digest = '/summaries/reports/weekly-digest?weekStart=2026-11-16';
    aheadMs += 2_001;
    for (const [name, account] of this.accounts) {
      for (const path of paths) await this.lookAt(name, account, path);
      if ((await account.get(`/users/${bob}/scores`)).status === 200) this.seen.add(`${name} scores`);
      if (JSON.stringify((await account.get(digest)).body).includes(bob)) this.seen.add(`${name} digest`);
    }
  }

  /** Looks at one answer. */
  async lookAt(name: string, account: Client, path: string): Promise<void> {
    const { body } = await account.get(path);
    if (JSON.stringify(body).includes(needle)) this.seen.add(`${name} ${path.slice(0, 11)}`);
  }

  /** The people who are not Ada's, by id. */
  get others(): string[] {
    return others.map((who) => this.acme.id(who));
  }
}
