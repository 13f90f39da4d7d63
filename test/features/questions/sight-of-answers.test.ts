// Whoever may read a summary may read its answers, and nobody else: random triples of reader, author and week, while people
// move, leave, are erased, and name deputies.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRandom, pick, shuffle, type Random } from '../../../scripts/tools/random.ts';
import { addDays, addWeeks, getCurrentMonday, toLocalDate } from '../../../src/platform/time/weeks.ts';
import { casesOf } from '../../support/cases.ts';
import { company, refusal, sharedCompany, type Answer, type Client, type Company } from '../../support/company.ts';
import { decisionClient, type Decided } from '../../support/decisions.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const byChance = String(Math.floor(Math.random() * 2 ** 31));
const size = { people: 16, rounds: 3 };
const { triples, seeds } = casesOf(
  import.meta,
  { triples: 300, seeds: ['1'] },
  { triples: 10_000, seeds: [...Array.from({ length: 5 }, (_, n) => `long ${n}`), byChance] },
);
const atOnce = 32;
const hour = 3_600_000;
const timezone = 'Europe/Berlin';

const api = service();

type Author = { name: string; id: string; isActive: boolean; isErased: boolean };
type Written = { author: Author; summaryId: string; week: string; text: string | null };
type Seen = { triples: number; decided: number } & Record<200 | 403 | 404 | 401, number>;

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const next = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

class Sight {
  private readonly people: Author[];
  private readonly admin: Client;
  private written: Written[] = [];
  private questionId = '';

  private readonly acme: Company;
  private readonly neighbour: Company;
  private readonly random: Random;
  private readonly seen: Seen;

  constructor(acme: Company, neighbour: Company, random: Random, seen: Seen) {
    this.acme = acme;
    this.neighbour = neighbour;
    this.random = random;
    this.seen = seen;
    this.admin = acme.as('P0');
    this.people = acme.people.map(({ name, id }) => ({ name, id, isActive: true, isErased: false }));
  }

  /** Everybody answers and submits for two weeks; some without an answer, some for another week afterwards. */
  async begin(): Promise<void> {
    const lines = this.people.slice(1).map(({ id }, before) => {
      return { id, manager: (this.people[Math.floor(this.random() * (before + 1))] as Author).id };
    });
    await this.acme.statement(
      `UNWIND $lines AS line
       MATCH (p:User {tenantId: $tenantId, id: line.id}), (m:User {tenantId: $tenantId, id: line.manager})
       CREATE (p)-[:REPORTS_TO {since: p.createdAt}]->(m)`,
      { lines },
    );
    const week = getCurrentMonday(api.clock.now, timezone);
    const asked = { kind: 'text', text: { en: 'How?' }, audience: { type: 'tenant' }, frequency: 'weekly' };
    const { body } = await this.admin.post('/questions', { ...asked, isRequired: false, from: addWeeks(week, -2) });
    this.questionId = String(body['id']);
    const sent = this.people.flatMap((author) => [week, addWeeks(week, -1)].map((of) => ({ author, of })));
    await inTurns(sent, async ({ author, of }) => {
      const isSilent = this.random() < 0.1;
      const isMoved = this.random() < 0.1;
      if (!isSilent) await this.answer(author, of, `${author.name} ${of}`);
      const text = isSilent || isMoved ? null : `${author.name} ${of}`;
      const as = this.acme.as(author.name);
      const { status, body: made } = await as.post('/summaries', aSummary({ weekStart: of }));
      expect(status).to.equal(201);
      const summaryId = String(made['id']);
      // an answer belongs to a week: the summary leaves it
      const moved = addWeeks(of, -4);
      if (isMoved) await as.patch(`/summaries/${summaryId}`, aSummary({ weekStart: moved }));
      this.written.push({ author, summaryId, week: isMoved ? moved : of, text });
    });
  }

  private async answer(author: Author, week: string, text: string): Promise<void> {
    const answers = [{ questionId: this.questionId, text }];
    const { status } = await this.acme.as(author.name).put(`/me/answers/${week}`, { answers });
    expect(status).to.equal(200);
  }

  private get active(): Author[] {
    return this.people.filter(({ isActive }) => isActive);
  }

  async change(): Promise<void> {
    for (let times = 0; times < 4; times += 1) {
      api.clock.now = new Date(Date.parse(api.clock.now) + 5 * hour).toISOString();
      const [person, other] = shuffle(this.random, this.active) as [Author, Author];
      await this.admin.put(`/admin/org-chart/users/${person.id}/manager`, { managerId: other.id }); // or a cycle
      await this.nameDeputy();
      if (person.name !== 'P0' && this.random() < 0.3) {
        await this.admin.post(`/admin/users/${person.id}/deactivate`);
        const { body } = await this.admin.get(`/users/${person.id}`);
        person.isActive = body['active'] === true;
      }
    }
    const last = this.active.findLast(({ name }) => name !== 'P0') as Author;
    const { status } = await this.admin.post(`/admin/users/${last.id}/erase`);
    if (status === 200) Object.assign(last, { isActive: false, isErased: true });
    const [own] = shuffle(
      this.random,
      this.written.filter(({ author, text }) => author.isActive && text !== null),
    );
    if (!own) return;
    own.text = `${own.text} again`;
    await this.answer(own.author, own.week, own.text);
  }

  private async nameDeputy(): Promise<void> {
    const [manager, deputy] = shuffle(this.random, this.active) as [Author, Author];
    const today = toLocalDate(api.clock.now, timezone);
    const rights = pick(this.random, [['read'], ['answer'], ['read', 'answer']]);
    const term = { from: today, to: addDays(today, pick(this.random, [0, 0, 3])), rights };
    await this.acme.as(manager.name).put(`/users/${manager.id}/deputies/${deputy.id}`, term);
  }

  /** Compares so many triples, and what an access decision says of them, now and as of an hour later. */
  async compare(count: number): Promise<void> {
    const readers = [
      ...this.people.map(({ name }) => this.acme.as(name)),
      this.neighbour.as('Zoe'),
      this.neighbour.as('Pat'),
    ];
    const unknown = { author: this.people[0] as Author, summaryId: randomUUID(), week: '', text: null };
    const all = readers.flatMap((reader, at) => [...this.written, unknown].map((of) => ({ reader, at, of })));
    const chosen = shuffle(this.random, all).slice(0, count);
    const found = new Map<string, number>();
    const now = api.clock.now;
    await inTurns(chosen, async ({ reader, at, of }) => {
      const place = `${this.people[at]?.name ?? 'a neighbour'} reads ${of.author.name} in ${of.week} at ${now}`;
      const summary = await reader.get(`/summaries/${of.summaryId}`);
      const answers = await reader.get(`/summaries/${of.summaryId}/answers`);
      expect(refusal(answers), place).to.deep.equal(refusal(summary));
      this.seen.triples += 1;
      this.seen[summary.status as 200] += 1;
      if (summary.status === 200) this.expectOwn(answers, of, place);
      if (this.people[at]?.isActive && !of.author.isErased) found.set(`${at} ${of.summaryId}`, summary.status);
    });
    await this.compareDecisions(found, {});
    api.clock.now = new Date(Date.parse(now) + hour).toISOString();
    await this.compareDecisions(found, { asOf: now });
  }

  private expectOwn({ body }: Answer, { text }: Written, place: string): void {
    const { answers } = body as { answers: { answer: { text: string } }[] };
    expect(
      answers.map(({ answer }) => answer.text),
      place,
    ).to.deep.equal(text === null ? [] : [text]);
  }

  private async compareDecisions(found: Map<string, number>, context: object): Promise<void> {
    const asked = [...found.keys()].filter((key) => this.written.some(({ summaryId }) => key.endsWith(summaryId)));
    for (let from = 0; from < asked.length; from += 200) {
      const some = asked.slice(from, from + 200);
      const evaluations = some.map((key) => {
        const [at, id] = key.split(' ');
        return {
          subject: { type: 'user', id: this.people[Number(at)]?.id },
          action: { name: 'summary:read' },
          resource: { type: 'summary', id },
        };
      });
      const { status, body } = await decisionClient(api, this.acme)('evaluations', { context, evaluations });
      expect(status, JSON.stringify(body)).to.equal(200);
      for (const [at, { decision }] of (body as { evaluations: Decided[] }).evaluations.entries()) {
        const key = some[at] ?? '';
        const place = `${this.people[Number(key.split(' ')[0])]?.name} of ${key} ${JSON.stringify(context)}`;
        expect(decision, place).to.equal(found.get(key) === 200);
        this.seen.decided += 1;
      }
    }
  }
}

describe('the sight of answers', () => {
  it(`is that of summaries in ${triples} triples (${byChance})`, async function () {
    const seen: Seen = { triples: 0, decided: 0, 200: 0, 403: 0, 404: 0, 401: 0 };
    for (const seed of seeds) {
      const random = createRandom('sight', seed);
      const roles = ['admin', 'people_team', 'senior_leadership', 'senior_manager'];
      const names = Array.from({ length: size.people }, (_, n) => `P${n}${roles[n] ? ` (${roles[n]})` : ''}`);
      api.clock.now = friday;
      const neighbour = await company(api, 'Zoe (admin)\n  Pat (people_team)');
      const sight = new Sight(await company(api, names.join('\n')), neighbour, random, seen);
      await sight.begin();
      for (let round = 0; round < size.rounds; round += 1) {
        await sight.compare(Math.ceil(triples / seeds.length / size.rounds));
        await sight.change();
      }
      await sight.compare(50);
    }
    expect(seen.triples).to.be.at.least(triples);
    for (const [name, count] of Object.entries(seen)) expect(count, name).to.be.above(0);
    console.log(`      ${JSON.stringify(seen)}`);
  });
});

describe('the answers of somebody else', () => {
  const acme = sharedCompany(
    api,
    `
    Ada (admin)
      Bob
        Cy
      Pia (people_team)`,
  );
  it('can be written by nobody: not by a manager, a deputy, an admin or the People Team', async () => {
    const week = '2026-11-16';
    const asked = { kind: 'text', text: { en: 'How?' }, audience: { type: 'tenant' }, frequency: 'weekly' };
    const { body: question } = await acme.as('Ada').post('/questions', { ...asked, isRequired: false, from: week });
    const answers = [{ questionId: question['id'], text: 'Mine.' }];
    await acme.as('Cy').put(`/me/answers/${week}`, { answers });
    const { body: summary } = await acme.as('Cy').post('/summaries', aSummary({ weekStart: week }));
    const path = `/summaries/${String(summary['id'])}/answers`;
    const term = { from: '2026-11-20', to: '2026-11-21', rights: ['read', 'answer'] };
    await acme.as('Bob').put(`/users/${acme.id('Bob')}/deputies/${acme.id('Pia')}`, term);
    const theirs = [{ questionId: question['id'], text: 'Not mine.' }];
    for (const name of ['Ada', 'Bob', 'Pia']) {
      const who = acme.as(name);
      expect((await who.put(path, { answers: theirs })).status).to.be.oneOf([404, 405]);
      expect((await who.put(`/me/answers/${week}?userId=${acme.id('Cy')}`, { answers: theirs })).status).to.equal(400);
      expect((await who.put(`/me/answers/${week}`, { userId: acme.id('Cy'), answers: theirs })).status).to.equal(400);
      const ofOther = [{ ...theirs[0], userId: acme.id('Cy') }];
      expect((await who.put(`/me/answers/${week}`, { answers: ofOther })).status).to.equal(400);
      expect((await who.put(`/me/answers/${week}`, { answers: theirs })).status).to.equal(200); // their own
    }
    const { body } = await acme.as('Bob').get<{ answers: { answer: { text: string } }[] }>(path);
    expect(body.answers.map(({ answer }) => answer.text)).to.deep.equal(['Mine.']);
  });
});
