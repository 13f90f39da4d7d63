// Due events in groups: few of them, and none that would stop the others.
import { expect } from 'chai';
import { eventTypes } from '../../../src/app/event-types.ts';
import { groupEvents } from '../../../src/platform/outbox/group-events.ts';

type DueEvent = Parameters<typeof groupEvents>[0][number] & { id: string };
const group = (events: DueEvent[]) => groupEvents(events, eventTypes);
const due = (id: string, event: Partial<DueEvent> = {}): DueEvent => ({
  tenantId: 'acme',
  id,
  queue: 'notifications',
  type: 'weekly_summary.submitted',
  attempts: 0,
  recipients: 1,
  ...event,
});
const many = (count: number, event: Partial<DueEvent> = {}): DueEvent[] =>
  Array.from({ length: count }, (_, place) => due(String(place), event));
const sizes = (due: DueEvent[]): number[] => group(due).map(({ events }) => events.length);

describe('a group of events', () => {
  it('has up to a hundred events, each in one group and in their order', () => {
    const groups = group(many(250));
    expect(groups.map(({ events }) => events.length)).to.deep.equal([100, 100, 50]);
    expect(groups.flatMap(({ events }) => events)).to.deep.equal(many(250));
  });

  it('has events of one tenant, queue and type', () => {
    const others = [
      due('b', { tenantId: 'globex' }),
      due('c', { type: 'announcement' }),
      due('e', { queue: 'emails' }),
    ];
    const groups = group([due('a'), ...others, due('d')]);
    expect(groups.map(({ tenantId, queue, events }) => [tenantId, queue, ...events.map(({ id }) => id)])).to.deep.equal(
      [
        ['acme', 'notifications', 'a', 'd'],
        ['globex', 'notifications', 'b'],
        ['acme', 'notifications', 'c'],
        ['acme', 'emails', 'e'],
      ],
    );
  });

  it('has no more recipients than one statement stores, except those of one event', () => {
    expect(sizes(many(6, { recipients: 100 }))).to.deep.equal([2, 2, 2]);
    expect(sizes([due('a'), due('b', { recipients: 1_000 }), due('c')])).to.deep.equal([1, 1, 1]);
  });

  it('has a single event that was tried before: it may be what ended the others', () => {
    expect(sizes([due('a'), due('b', { attempts: 1 }), due('c'), due('d', { attempts: 4 })])).to.deep.equal([2, 1, 1]);
  });

  it('has a single event that was postponed three times, for the same reason; the database was slow for those before', () => {
    const left = [undefined, 2_000, 3_000, 4_500, 60_000].map((leftMs, at) => due(`${at}`, leftMs ? { leftMs } : {}));
    expect(sizes([...left, due('last')])).to.deep.equal([4, 1, 1]);
  });

  it('has a single event of a type whose work is of its own', () => {
    for (const type of ['digest.weekly', 'no such type']) expect(sizes(many(3, { type }))).to.deep.equal([1, 1, 1]);
    expect(sizes(many(3, { type: 'email.send', queue: 'emails' }))).to.deep.equal([1, 1, 1]);
  });
});
