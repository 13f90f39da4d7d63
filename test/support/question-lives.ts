// Random lives of a company that asks questions: who is asked what, as src/features/questions/README.md says it, in plain words.
import { expect } from 'chai';
import { createRandom, pick, shuffle, type Random } from '../../scripts/tools/random.ts';
import { addWeeks, getCurrentMonday, toMonday } from '../../src/platform/time/weeks.ts';
import { company, userToken, client, type Client, type Company } from './company.ts';
import type { Service } from './service.ts';

type Line = { manager: Person; since: string; until: string | null };
type Person = {
  id: string;
  name: string;
  active: boolean;
  team: string | null;
  timezone: string | null;
  chosen: string | null;
  preferred: string | null;
  lines: Line[];
  /** By week: the version that was answered, by question. */
  answers: Map<string, Map<string, number>>;
};
const createPerson = (id: string, name: string, team: string | null, lines: Line[]): Person => ({
  id,
  name,
  active: true,
  team,
  timezone: null,
  chosen: null,
  preferred: null,
  lines,
  answers: new Map(),
});
type Words = [language: string, text: string][];
type Audience = { type: 'tenant' | 'team' | 'department' | 'below'; name?: string; head?: Person };
type Asked = {
  id: string;
  kind: string;
  audience: Audience;
  frequency: string;
  everyWeeks: number | null;
  from: string;
  to: string | null;
  isRequired: boolean;
  endedAt: string | null;
  /** By version, from 1. */
  words: Words[];
};
type Schedule = Pick<Asked, 'frequency' | 'everyWeeks' | 'from' | 'to'>;
/** What somebody is shown of a question. */
type Shown = { id: string; version: number; question: string; isRequired: boolean; isAnswered: boolean };

const mostAsked = 10;
const mostAnswers = 20;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const founded = '2026-01-05T09:00:00.000Z';
const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'];
const ofTenant = 'Europe/Berlin';
const teams = ['Red', 'Blue', 'Green'];
const departments = ['North', 'South'];
const values: Record<string, object> = {
  text: { text: 'Well.' },
  scale: { points: 2 },
  choice: { choices: [1] },
  yes_no: { yes: true },
};

/** When the week of a Monday begins in a time zone. */
const beginningOf = (monday: string, zone: string): string =>
  new Date(Temporal.PlainDate.from(monday).toZonedDateTime(zone).epochMilliseconds).toISOString();

/** The words of the README: every week, every n weeks from its first one, in the week of the first Monday of a month, or once. */
function isDue({ frequency, everyWeeks, from, to }: Schedule, week: string): boolean {
  let passed = 0;
  for (let monday = from; monday < week; monday = addWeeks(monday, 1)) passed += 1;
  if (week < from || (to !== null && week > to)) return false;
  if (frequency === 'once') return passed === 0;
  if (frequency === 'every_n_weeks') return passed % (everyWeeks ?? 0) === 0;
  return frequency === 'weekly' || addWeeks(week, -1).slice(0, 7) !== week.slice(0, 7);
}

/** How often something happened, to see that the lives are not empty. */
export type Seen = Record<
  'asked' | 'byMove' | 'refusedEleventh' | 'moreThanTen' | 'answered' | 'german' | 'notAsked',
  number
>;
export const nothingSeen = (): Seen => ({
  asked: 0,
  byMove: 0,
  refusedEleventh: 0,
  moreThanTen: 0,
  answered: 0,
  german: 0,
  notAsked: 0,
});

/**
 * Lets so many things happen in a company, and compares what everybody is asked with the model, several times. In a crowded
 * one much is asked below many heads, so that moves bring many questions together.
 */
export async function liveWithQuestions(
  api: Service,
  { seed, people, events, isCrowded }: { seed: string; people: number; events: number; isCrowded: boolean },
  seen: Seen,
): Promise<void> {
  const random = createRandom('questions', seed);
  const drawn = Array.from({ length: people }, (_, n) => `P${n} [${pick(random, teams)}]${n === 0 ? ' (admin)' : ''}`);
  api.clock.now = '2026-10-29T08:00:00.000Z';
  const acme = await company(api, drawn.join('\n'));
  const lives = new QuestionLives(api, acme, random, { seed, isCrowded }, seen);
  await lives.begin();
  const actions = [
    ...(['move', 'move', 'move', 'move', 'joinTeam', 'leave', 'comeBack', 'join', 'speak', 'travel'] as const),
    ...(isCrowded ? (['ask', 'ask', 'ask', 'ask', 'ask', 'ask'] as const) : []),
    ...([
      'ask',
      'ask',
      'ask',
      'ask',
      'end',
      'reword',
      'shorten',
      'answer',
      'answer',
      'answer',
      'answerUnasked',
    ] as const),
  ];
  for (let place = 1; place <= events; place += 1) {
    lives.passTime();
    await lives[pick(random, actions)]();
    if (place % Math.ceil(events / 3) === 0) await lives.check();
  }
  if (isCrowded) {
    await lives.gather();
    await lives.check();
  }
}

class QuestionLives {
  private readonly people: Person[];
  private readonly departmentOf = new Map<string, string>();
  private questions: Asked[] = [];
  private language = 'en';
  private readonly moments: string[] = [];
  private readonly admin: Client;

  private readonly api: Service;
  private readonly acme: Company;
  private readonly random: Random;
  private readonly seed: string;
  private readonly isCrowded: boolean;
  private readonly seen: Seen;

  constructor(
    api: Service,
    acme: Company,
    random: Random,
    { seed, isCrowded }: { seed: string; isCrowded: boolean },
    seen: Seen,
  ) {
    this.api = api;
    this.acme = acme;
    this.random = random;
    this.seed = seed;
    this.isCrowded = isCrowded;
    this.seen = seen;
    this.admin = acme.as('P0');
    for (const { team } of acme.people) if (team !== undefined) this.departmentOf.set(team, team);
    this.people = acme.people.map(({ id, name, team = null }) => createPerson(id, name, team, []));
  }

  private get now(): string {
    return this.api.clock.now;
  }

  private as(person: Person): Client {
    return client(this.api, () => userToken(this.api, this.acme.tenantId, person.id));
  }

  /** Draws the first reporting line, below the first person. */
  async begin(): Promise<void> {
    const lines = this.people.slice(1).map((person, before) => {
      const manager = this.people[Math.floor(this.random() * (before + 1))] as Person;
      person.lines.push({ manager, since: founded, until: null });
      return { person: person.id, manager: manager.id };
    });
    await this.acme.statement(
      `UNWIND $lines AS line
       MATCH (p:User {tenantId: $tenantId, id: line.person}), (m:User {tenantId: $tenantId, id: line.manager})
       CREATE (p)-[:REPORTS_TO {since: datetime($founded)}]->(m)`,
      { lines, founded },
    );
  }

  /** Mostly some hours; sometimes to about the beginning of a week somewhere. */
  passTime(): void {
    const at = Date.parse(this.now);
    if (this.random() < 0.15) {
      const next = addWeeks(getCurrentMonday(this.now, ofTenant), 1);
      const begin = Date.parse(beginningOf(next, pick(this.random, [ofTenant, ...zones])));
      const then = begin + pick(this.random, [-1, 0, 1]);
      if (then > at && then < at + 4 * day) return this.setTime(then);
    }
    this.setTime(at + Math.ceil(this.random() * 14 * hour));
  }

  private setTime(ms: number): void {
    this.api.clock.now = new Date(ms).toISOString();
    this.moments.push(this.now);
  }

  private pickActive(): Person {
    return pick(
      this.random,
      this.people.filter(({ active }) => active),
    );
  }

  private isAbove(head: Person, person: Person, at: string): boolean {
    const line = person.lines.find(({ since, until }) => since <= at && (until === null || at < until));
    return line !== undefined && (line.manager === head || this.isAbove(head, line.manager, at));
  }

  async move(): Promise<void> {
    const person = this.pickActive();
    if (person === this.people[0]) return;
    const current = person.lines.find(({ until }) => until === null);
    const possible = this.people.filter(
      (one) => one.active && one !== person && one !== current?.manager && !this.isAbove(person, one, this.now),
    );
    if (this.random() < 0.1 || possible.length === 0) {
      expect((await this.admin.delete(`/admin/users/${person.id}/manager`)).status).to.equal(200);
      if (current) current.until = this.now;
      return;
    }
    await this.moveBelow(person, pick(this.random, possible));
  }

  private async moveBelow(person: Person, manager: Person): Promise<void> {
    const current = person.lines.find(({ until }) => until === null);
    const path = `/admin/org-chart/users/${person.id}/manager`;
    expect((await this.admin.put(path, { managerId: manager.id })).status).to.equal(200);
    if (current) current.until = this.now;
    person.lines.push({ manager, since: this.now, until: null });
  }

  /** Brings many questions together: two new heads ask as much as they may, and their only report moves to the second one. */
  async gather(): Promise<void> {
    const first = await this.join();
    const second = await this.join();
    const report = await this.join(first);
    for (const head of [first, second]) {
      if (head === second) await this.moveBelow(report, second);
      for (let asked = 0; asked <= mostAsked; asked += 1) {
        this.setTime(Date.parse(this.now) + minute);
        await this.ask({ type: 'below', head });
      }
    }
  }

  async joinTeam(): Promise<void> {
    const person = this.pickActive();
    const team = pick(this.random, [null, ...teams]);
    const department = team !== null && this.random() < 0.4 ? pick(this.random, departments) : null;
    const { status } = await this.admin.patch(`/admin/users/${person.id}`, { team, ...(department && { department }) });
    expect(status).to.equal(200);
    person.team = team;
    if (team !== null && department) this.departmentOf.set(team, department);
  }

  /** Some leave although people report to them, as a directory lets them. */
  async leave(): Promise<void> {
    const person = this.pickActive();
    if (person === this.people[0]) return;
    const { status } = await this.admin.post(`/admin/users/${person.id}/deactivate`);
    if (status !== 200)
      await this.acme.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u.active = false', {
        id: person.id,
      });
    person.active = false;
  }

  async comeBack(): Promise<void> {
    const left = this.people.filter(({ active }) => !active);
    if (left.length === 0) return;
    const person = pick(this.random, left);
    const { status } = await this.admin.post(`/admin/users/${person.id}/activate`);
    if (status === 200) person.active = true;
  }

  async join(manager = this.pickActive()): Promise<Person> {
    const name = `P${this.people.length}`;
    const team = pick(this.random, teams);
    const body = { email: `${name}@new.example`, name, managerId: manager.id, team };
    const { status, body: made } = await this.admin.post('/admin/users', body);
    expect(status).to.equal(201);
    const line = { manager, since: this.now, until: null };
    const person = createPerson(String(made['id']), name, team, [line]);
    this.people.push(person);
    return person;
  }

  async speak(): Promise<void> {
    const person = this.pickActive();
    const way = pick(this.random, ['chosen', 'preferred', 'preferred', 'tenant'] as const);
    if (way === 'chosen') {
      person.chosen = pick(this.random, ['en', 'de']);
      const body = { preferences: [], language: person.chosen };
      expect((await this.as(person).put('/notifications/preferences', body)).status).to.equal(200);
    } else if (way === 'preferred') {
      person.preferred = pick(this.random, ['en', 'de', 'de-AT', 'fr', null]);
      const body = { preferredLanguage: person.preferred };
      expect((await this.admin.patch(`/admin/users/${person.id}`, body)).status).to.equal(200);
    } else {
      this.language = pick(this.random, ['en', 'de']);
      expect((await this.admin.patch('/admin/settings', { language: this.language })).status).to.equal(200);
    }
  }

  async travel(): Promise<void> {
    const person = this.pickActive();
    person.timezone = pick(this.random, [null, ...zones]);
    const { status } = await this.admin.patch(`/admin/users/${person.id}`, { timezone: person.timezone });
    expect(status).to.equal(200);
  }

  private draw(name: string): Words {
    const all: Words = [
      ['en', `${name} in English`],
      ['de', `${name} auf Deutsch`],
    ];
    return pick(this.random, [all, all.toReversed(), all.slice(0, 1), all.slice(1)]);
  }

  private drawAudience(): Audience {
    const most = this.isCrowded ? (['below', 'below', 'below', 'below'] as const) : (['tenant'] as const);
    const drawn = pick(this.random, ['tenant', 'team', 'department', 'below', 'below', ...most] as const);
    const known = this.people.flatMap(({ team }) => (team === null ? [] : [team]));
    const ofTeam = known.length === 0 ? undefined : pick(this.random, known);
    const name = drawn === 'department' ? this.departmentOf.get(ofTeam ?? '') : ofTeam;
    const type = (drawn === 'team' || drawn === 'department') && name === undefined ? 'tenant' : drawn;
    const isNamed = (type === 'team' || type === 'department') && name !== undefined;
    const head = this.pickActive();
    return { type, ...(type === 'below' && { head }), ...(isNamed && { name }) };
  }

  async ask(audience = this.drawAudience()): Promise<void> {
    const kind = pick(this.random, ['text', 'scale', 'choice', 'yes_no']);
    const rare = this.isCrowded ? [] : ['every_n_weeks', 'first_week_of_month', 'once'];
    const frequency = pick(this.random, ['weekly', 'weekly', ...rare]);
    const everyWeeks = frequency === 'every_n_weeks' ? pick(this.random, [2, 3]) : null;
    const from = addWeeks(getCurrentMonday(this.now, ofTenant), pick(this.random, [-3, -2, -1, 0, 0, 0, 1]));
    const to = this.random() < 0.3 && !this.isCrowded ? addWeeks(from, pick(this.random, [0, 1, 2, 5])) : null;
    const { type, name, head } = audience;
    const words = this.draw(`Q${this.questions.length}`);
    const isRequired = this.random() < 0.3;
    const schedule = { frequency, everyWeeks, from, to };
    const body = {
      kind,
      text: Object.fromEntries(words),
      ...(kind === 'scale' && { points: 3 }),
      ...(kind === 'choice' && { options: [{ en: 'A' }, { en: 'B' }] }),
      audience: { type, ...(head && { userId: head.id }), ...(name && { name }) },
      frequency,
      ...(everyWeeks && { everyWeeks }),
      isRequired,
      from,
      ...(to && { to }),
    };
    const { status, body: made } = await this.admin.post('/questions', body);
    const isMeantForSomebody = this.people.some((one) => one.active && this.isMeant(one, audience, [this.now]));
    if (type === 'below' && !isMeantForSomebody) {
      expect([status, made['message']]).to.deep.equal([400, 'Nobody is below this person, so nobody would be asked.']);
      return;
    }
    const eleventh = this.findEleventh(audience, schedule);
    const place = `${this.seed}: ${JSON.stringify(body)} at ${this.now}: ${JSON.stringify(made['message'])}`;
    expect(status, place).to.equal(eleventh === null ? 201 : 409);
    if (eleventh === null) {
      const question = {
        id: String(made['id']),
        kind,
        audience,
        ...schedule,
        isRequired,
        endedAt: null,
        words: [words],
      };
      this.questions.push(question);
    } else {
      expect(made['message'], place).to.include(`In the week of ${eleventh},`);
      this.seen.refusedEleventh += 1;
    }
  }

  /** The first week from the last one on in which somebody of the audience would be asked an eleventh question. */
  private findEleventh(audience: Audience, schedule: Schedule): string | null {
    const open = this.questions.filter(({ endedAt }) => endedAt === null);
    const inAudience = this.people.filter((one) => one.active && this.isMeant(one, audience, [this.now]));
    const lastWeek = addWeeks(getCurrentMonday(this.now, ofTenant), -1);
    const first = schedule.from < lastWeek ? lastWeek : schedule.from;
    for (let week = first; week < addWeeks(first, 60); week = addWeeks(week, 1)) {
      if (!isDue(schedule, week)) continue;
      for (const person of inAudience) {
        const asked = open.filter((one) => isDue(one, week) && this.isMeant(person, one.audience, [this.now]));
        if (asked.length >= mostAsked) return week;
      }
    }
    return null;
  }

  async end(): Promise<void> {
    const open = this.questions.filter(({ endedAt }) => endedAt === null);
    if (open.length === 0) return;
    const question = pick(this.random, open);
    expect((await this.admin.delete(`/questions/${question.id}`)).status).to.equal(204);
    const isAnswered = this.people.some(({ answers }) => [...answers.values()].some((of) => of.has(question.id)));
    if (isAnswered) question.endedAt = this.now;
    else this.questions = this.questions.filter((one) => one !== question);
  }

  async reword(): Promise<void> {
    const open = this.questions.filter(({ endedAt }) => endedAt === null);
    if (open.length === 0) return;
    const question = pick(this.random, open);
    const words = this.draw(`Again ${question.words.length}`);
    const { status } = await this.admin.patch(`/questions/${question.id}`, { text: Object.fromEntries(words) });
    expect(status).to.equal(200);
    question.words.push(words);
  }

  async shorten(): Promise<void> {
    const open = this.questions.filter(({ endedAt }) => endedAt === null);
    if (open.length === 0) return;
    const question = pick(this.random, open);
    const to = addWeeks(question.from, pick(this.random, [0, 1, 2, 3]));
    if (question.to !== null && to > question.to) return;
    const sunday = Temporal.PlainDate.from(to).add({ days: 6 }).toString();
    expect((await this.admin.patch(`/questions/${question.id}`, { to: sunday })).status).to.equal(200);
    question.to = to;
  }

  private drawWeek(person: Person): string {
    return addWeeks(this.weekOf(person), pick(this.random, [-2, -1, -1, 0, 0, 0, 0, 1]));
  }

  async answer(): Promise<void> {
    const person = this.pickActive();
    const week = this.drawWeek(person);
    const shown = this.shownTo(person, week);
    const chosen = shuffle(this.random, shown).slice(0, this.random() < 0.5 ? shown.length : 2);
    const answers = chosen.map(({ id, version }) => ({
      questionId: id,
      version,
      ...values[this.questions.find((one) => one.id === id)?.kind ?? ''],
    }));
    const { status, body } = await this.as(person).put(`/me/answers/${week}`, { answers });
    expect(status, `${this.seed}: ${person.name} answers ${week} at ${this.now}: ${JSON.stringify(body)}`).to.equal(
      200,
    );
    person.answers.set(week, new Map(chosen.map(({ id, version }) => [id, version])));
    this.seen.answered += chosen.length;
    this.compare(person, week, body);
  }

  /** Answers of what one is not asked are refused, and change nothing: the next comparison would see it. */
  async answerUnasked(): Promise<void> {
    const person = this.pickActive();
    const week = this.drawWeek(person);
    const shown = new Set(this.shownTo(person, week).map(({ id }) => id));
    const others = this.questions.filter(({ id }) => !shown.has(id));
    if (others.length === 0) return;
    const other = pick(this.random, others);
    const answers = [{ questionId: other.id, ...values[other.kind] }];
    const { status, body } = await this.as(person).put(`/me/answers/${week}`, { answers });
    expect([status, body['message']]).to.deep.equal([
      400,
      'Answer 1 is to a question that you are not asked in this week.',
    ]);
    this.seen.notAsked += 1;
  }

  private weekOf({ timezone }: Person): string {
    return getCurrentMonday(this.now, timezone ?? ofTenant);
  }

  /** Whether somebody is in an audience at one of these times; teams are those of today. */
  private isMeant(person: Person, { type, name, head }: Audience, times: string[]): boolean {
    if (type === 'tenant') return true;
    if (type === 'team') return person.team === name;
    if (type === 'department') return person.team !== null && this.departmentOf.get(person.team) === name;
    return times.some((at) => head !== undefined && this.isAbove(head, person, at));
  }

  /** What the README says that somebody is shown: what they are asked, at most ten, and what they have answered. */
  private shownTo(person: Person, week: string): Shown[] {
    const zone = person.timezone ?? ofTenant;
    const [begin, next] = [beginningOf(week, zone), beginningOf(addWeeks(week, 1), zone)];
    const isPast = next <= this.now;
    const since = begin < this.now ? begin : this.now;
    const times = [since, ...this.moments.filter((at) => at > since && (isPast ? at < next : at <= this.now))];
    const answered = person.answers.get(week) ?? new Map<string, number>();
    const asked = this.questions.filter((one) => {
      const isOver = one.endedAt !== null && one.endedAt < (isPast ? next : '9999');
      return isDue(one, week) && !isOver && this.isMeant(person, one.audience, times);
    });
    this.seen.byMove += asked.filter((one) => !this.isMeant(person, one.audience, [this.now])).length;
    if (asked.length > mostAsked) this.seen.moreThanTen += 1;
    const ten = asked.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)).slice(0, mostAsked);
    let room = mostAnswers - answered.size;
    const offered = ten.filter(({ id }) => answered.has(id) || room-- > 0);
    const besides = this.questions.filter((one) => answered.has(one.id) && !offered.includes(one));
    return [...offered, ...besides].map((one) => {
      const version = answered.get(one.id) ?? one.words.length;
      const words = one.words[version - 1] ?? [];
      const [, question = ''] = words.find(([language]) => language === this.languageOf(person)) ?? words[0] ?? [];
      if (question.includes('Deutsch')) this.seen.german += 1;
      return { id: one.id, version, question, isRequired: one.isRequired, isAnswered: answered.has(one.id) };
    });
  }

  /** The language in which they are written to. */
  private languageOf({ chosen, preferred }: Person): string {
    const said = (chosen ?? preferred ?? '').slice(0, 2);
    return said === 'en' || said === 'de' ? said : this.language;
  }

  private compare(person: Person, week: string, body: Record<string, unknown>): void {
    type Answered = { questionId: string; version: number; question: string; isRequired: boolean; answer?: object };
    const shown = (body['questions'] as Answered[]).map(
      ({ questionId: id, version, question, isRequired, answer }): Shown => {
        return { id, version, question, isRequired, isAnswered: answer !== undefined };
      },
    );
    const expected = this.shownTo(person, week);
    this.seen.asked += expected.length;
    expect(body['weekStart']).to.equal(week);
    expect(shown, `${this.seed}: ${person.name} in ${week} at ${this.now}`).to.deep.equal(expected);
  }

  /** Compares everybody's questions of this week, the next, the last two, and without a week. */
  async check(): Promise<void> {
    await Promise.all(
      this.people.map(async (person) => {
        const reader = this.as(person);
        const week = this.weekOf(person);
        if (!person.active) {
          expect((await reader.get('/me/questions')).status).to.equal(401);
          return;
        }
        for (const ahead of [-2, -1, 0, 1]) {
          const of = addWeeks(week, ahead);
          const anyDay = toMonday(of) === of ? Temporal.PlainDate.from(of).add({ days: 3 }).toString() : of;
          this.compare(person, of, (await reader.get(`/me/questions?weekStart=${anyDay}`)).body);
        }
        this.compare(person, week, (await reader.get('/me/questions')).body);
      }),
    );
  }
}
