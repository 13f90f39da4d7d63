// Who may change and end a question: random companies with roles, deputies and moves, against a naive model.
import { expect } from 'chai';
import { createRandom, pick, type Random } from '../../../scripts/tools/random.ts';
import { company, refusal, type Company } from '../../support/company.ts';
import { aQuestion } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const week = '2026-11-16';
const byChance = String(Math.floor(Math.random() * 2 ** 31));
const roles = ['people_team', 'admin', 'senior_manager', 'senior_leadership'];
const namesOf = ['Root', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gil', 'Hal'];
type Asked = { id: string; asker: string; isOfManager: boolean; head: string | null };

class Life {
  readonly managerOf = new Map<string, string>();
  readonly rolesOf = new Map<string, string[]>();
  managersAsk = true;
  readonly questions: Asked[] = [];
  readonly random: Random;
  acme!: Company;
  constructor(seed: string) {
    this.random = createRandom('who may change', seed);
  }

  async begin(): Promise<void> {
    const lines: string[] = [];
    const draw = (name: string, depth: number): void => {
      const role = name === 'Root' ? 'admin' : this.random() < 0.3 ? pick(this.random, roles) : null;
      this.rolesOf.set(name, role === null ? [] : [role]);
      lines.push(`${'  '.repeat(depth)}${name}${role === null ? '' : ` (${role})`}`);
      for (const below of namesOf.filter((one) => this.managerOf.get(one) === name)) draw(below, depth + 1);
    };
    for (const [at, name] of namesOf.entries())
      if (at > 0) this.managerOf.set(name, namesOf[Math.max(0, at - 1 - Math.floor(this.random() * 2))] ?? 'Root');
    draw('Root', 0);
    this.acme = await company(api, lines.join('\n'));
    await this.set('on');
  }

  async set(managersAsk: 'on' | 'off'): Promise<void> {
    this.managersAsk = managersAsk === 'on';
    expect((await this.acme.as('Root').patch('/admin/settings', { managersAsk })).status).to.equal(200);
  }

  isAtOrAbove(who: string, of: string): boolean {
    return who === of || [...this.above(of)].includes(who);
  }

  private *above(of: string): Generator<string> {
    for (let one = this.managerOf.get(of); one !== undefined; one = this.managerOf.get(one)) yield one;
  }

  /** The People Team and admins. */
  isCompany(who: string): boolean {
    return (this.rolesOf.get(who) ?? []).some((role) => role === 'people_team' || role === 'admin');
  }

  mayChange(who: string, { asker, isOfManager, head }: Asked): boolean {
    if (this.isCompany(who)) return true;
    if (!this.managersAsk || !isOfManager || head === null) return false;
    return this.isAtOrAbove(who, asker) && this.isAtOrAbove(who, head);
  }

  async ask(): Promise<void> {
    const asker = pick(this.random, namesOf);
    const heads = namesOf.filter((one) => [...this.managerOf.values()].includes(one));
    const head = this.isCompany(asker) && this.random() < 0.3 ? null : pick(this.random, heads);
    const audience = head === null ? { type: 'tenant' } : { type: 'below', userId: this.acme.id(head) };
    const { status, body } = await this.acme.as(asker).post('/questions', aQuestion({ audience, from: week }));
    const mayAsk = this.isCompany(asker) || (head !== null && this.isAtOrAbove(asker, head));
    if (status === 409) return; // enough of them
    expect(status, `${asker} below ${head}`).to.equal(mayAsk ? 201 : 403);
    if (status === 201)
      this.questions.push({ id: String(body['id']), asker, isOfManager: !this.isCompany(asker), head });
  }

  async move(): Promise<void> {
    const [who, to] = [pick(this.random, namesOf.slice(1)), pick(this.random, namesOf)];
    if (this.isAtOrAbove(who, to)) return;
    const managerId = this.acme.id(to);
    expect(
      (await this.acme.as('Root').put(`/admin/org-chart/users/${this.acme.id(who)}/manager`, { managerId })).status,
    ).to.equal(200);
    this.managerOf.set(who, to);
  }

  async giveRole(): Promise<void> {
    const who = pick(this.random, namesOf.slice(1));
    const given = this.random() < 0.5 ? [] : [pick(this.random, roles)];
    await this.acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.roles = $given', {
      id: this.acme.id(who),
      given,
    });
    this.rolesOf.set(who, given);
  }

  async nameDeputy(): Promise<void> {
    const [who, deputy] = [pick(this.random, namesOf), pick(this.random, namesOf)];
    if (who === deputy) return;
    const term = { from: '2026-11-20', to: '2026-11-27', rights: ['read', 'answer'] };
    await this.acme.as(who).put(`/users/${this.acme.id(who)}/deputies/${this.acme.id(deputy)}`, term);
  }

  /** Everybody tries to change each question: some are let, others get 403 and change nothing. */
  async check(seen: Map<string, number>): Promise<void> {
    for (const one of this.questions) {
      for (const who of namesOf) {
        const required = this.random() < 0.5;
        const path = `/questions/${one.id}`;
        const before = (await this.acme.as('Root').get(path)).body;
        const changed = await this.acme.as(who).patch(path, { isRequired: required, text: { en: 'Other words?' } });
        const place = `${who} ${JSON.stringify(one)} ${JSON.stringify([...this.managerOf])} ${JSON.stringify([...this.rolesOf])}`;
        if (this.mayChange(who, one)) expect(changed.status, place).to.equal(200);
        else {
          expect(refusal(changed), place).to.deep.equal([403, 'FORBIDDEN']);
          expect(refusal(await this.acme.as(who).delete(path)), place).to.deep.equal([403, 'FORBIDDEN']);
          expect((await this.acme.as('Root').get(path)).body).to.deep.equal(before);
        }
        const kind = `${one.isOfManager ? 'manager' : 'company'} ${this.isCompany(who) ? 'company' : 'manager'} ${changed.status}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
  }
}

describe('who may change a question', () => {
  it(`is what a naive model says, in random companies (${byChance})`, async function () {
    const seen = new Map<string, number>();
    for (const seed of ['1', '2', byChance]) {
      api.clock.now = friday;
      const life = new Life(seed);
      await life.begin();
      for (let n = 0; n < 9; n += 1) await life.ask();
      await life.check(seen);
      for (let n = 0; n < 4; n += 1) {
        await life.move();
        await life.giveRole();
        await life.nameDeputy();
      }
      await life.check(seen);
      if (seed === '1') {
        await life.set('off');
        await life.check(seen);
      }
    }
    console.log(`      ${JSON.stringify([...seen])}`);
    for (const kind of [
      'company company 200',
      'company manager 403',
      'manager company 200',
      'manager manager 200',
      'manager manager 403',
    ])
      expect(seen.get(kind), kind).to.be.above(0);
  });

  it('is refused to the manager below whom the People Team asks, though they read it and its report', async () => {
    const acme = await company(api, 'Ada (admin)\n  Mgr\n    Emp\n  Pia (people_team)');
    await acme.as('Ada').patch('/admin/settings', { managersAsk: 'on' });
    const audience = { type: 'below', userId: acme.id('Mgr') };
    const asked = await acme
      .as('Pia')
      .post('/questions', aQuestion({ audience, text: { en: 'Do you trust them?' }, from: week }));
    const path = `/questions/${String(asked.body['id'])}`;
    expect((await acme.as('Mgr').get(path)).status).to.equal(200);
    expect(refusal(await acme.as('Mgr').patch(path, { text: { en: 'Do you distrust them?' } }))).to.deep.equal([
      403,
      'FORBIDDEN',
    ]);
    expect(refusal(await acme.as('Mgr').delete(path))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await acme.as('Ada').patch(path, { isRequired: true })).status).to.equal(200);
  });
});
