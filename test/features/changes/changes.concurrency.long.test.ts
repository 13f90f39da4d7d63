// The change log while many write at once: a reader that follows it gets every change exactly once, in order per subject.
import { expect } from 'chai';
import pino from 'pino';
import { publishChanges, startPublisher } from '../../../src/platform/audit/publish.ts';
import type { ChangeEntry } from '../../../src/platform/schema/changes.ts';
import { company, type Client, type Company } from '../../support/company.ts';
import { aGoal } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const writers = 16;
const rounds = 8;
const names = Array.from({ length: writers }, (_, number) => `W${number}`);

type Page = { items: ChangeEntry[]; nextCursor: string; hasMore: boolean };
const wrote = new Map<string, string[]>();
let acme: Company;

function expectChange(subjectId: string, change: string): void {
  wrote.set(subjectId, [...(wrote.get(subjectId) ?? []), change]);
}

/** A busy machine may refuse a request; a goal that was created all the same is left out of the comparison. */
async function createGoal(who: Client): Promise<{ id: string }> {
  for (;;) {
    const { status, body } = await who.post<{ id: string }>('/goals', aGoal());
    if (status === 201) return body;
  }
}

/** Changes a goal again and again, one change after the other. */
async function writeGoals(who: Client): Promise<void> {
  const body = await createGoal(who);
  expectChange(body.id, 'goal.created');
  const steps: [change: object, expected: string][] = [
    [{ title: 'One' }, 'goal.updated title'],
    [{ status: 'completed' }, 'goal.completed status'],
    [{ description: 'Two' }, 'goal.updated description'],
    [{ status: 'active' }, 'goal.updated status'],
    [{ title: 'Three', description: 'Four' }, 'goal.updated title,description'],
    [{ title: 'Five', description: 'Six' }, 'goal.updated title,description'],
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const [change, expected] of steps) {
      const unique = Object.fromEntries(
        Object.entries(change).map(([name, value]) => [name, name === 'status' ? value : `${String(value)} ${round}`]),
      );
      const answer = await who.patch(`/goals/${body.id}`, unique);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      expectChange(body.id, expected);
    }
  }
}

/** Sends changes of one goal at the same moment, and returns its status after them. */
async function writeAtOnce(who: Client): Promise<{ id: string; status: string }> {
  const body = await createGoal(who);
  for (let round = 0; round < rounds; round += 1) {
    const statuses = ['completed', 'active', 'completed', 'active', 'completed'];
    await Promise.all(statuses.map((status) => who.patch(`/goals/${body.id}`, { status })));
  }
  return { id: body.id, status: (await who.get<{ status: string }>(`/goals/${body.id}`)).body.status };
}

describe('the change log under concurrent writes', () => {
  it('reaches a reader that follows it completely, once, and in order per subject, from two publishers', async () => {
    acme = await company(api, `Ada (admin)\n${names.map((name) => `  ${name}`).join('\n')}`);
    const services = { graph: api.graph, now: () => new Date(api.clock.now), log: pino({ level: 'silent' }) };
    const publishers = [startPublisher(services), startPublisher(services)];
    let isPublished = false;
    const followed: ChangeEntry[] = [];
    let pages = 0;
    async function follow(): Promise<void> {
      let cursor = '';
      let isLast: boolean;
      do {
        isLast = isPublished;
        const { body } = await acme.as('Ada').get<Page>(`/changes?limit=7${cursor}`);
        followed.push(...body.items);
        pages += 1;
        cursor = `&cursor=${body.nextCursor}`;
        isLast &&= !body.hasMore;
        if (!body.hasMore && !isLast) await new Promise((next) => setTimeout(next, 25));
      } while (!isLast);
    }
    const reading = follow();
    const writing = Promise.all(names.map((name) => writeGoals(acme.as(name))));
    const [atOnce] = await Promise.all([writeAtOnce(acme.as('W0')), writing]);
    await Promise.all(publishers.map((publisher) => publisher.stop()));
    while (await publishChanges(api.graph, 'test', new Date())) continue;
    isPublished = true;
    await reading;

    expect(new Set(followed.map(({ id }) => id)).size).to.equal(followed.length);
    const bySubject = new Map<string, string[]>();
    for (const { type, changed, subject } of followed) {
      const change = [type, changed.join()].filter(Boolean).join(' ');
      bySubject.set(subject.id, [...(bySubject.get(subject.id) ?? []), change]);
    }
    const changesAtOnce = bySubject.get(atOnce.id) ?? [];
    bySubject.delete(atOnce.id);
    for (const id of bySubject.keys()) if (!wrote.has(id)) bySubject.delete(id);
    expect([...bySubject].sort()).to.deep.equal([...wrote].sort());
    const isCompleted = changesAtOnce.at(-1) === 'goal.completed status';
    expect(isCompleted).to.equal(atOnce.status === 'completed');
    const statuses = changesAtOnce.slice(1);
    const expected = statuses.map((_, place) => (place % 2 === 0 ? 'goal.completed status' : 'goal.updated status'));
    expect(statuses).to.deep.equal(expected);
    expect(pages).to.be.above(20);
  });
});
