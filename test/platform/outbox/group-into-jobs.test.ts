// Due events as jobs: few of them, and none that would stop the others.
import { expect } from 'chai';
import { eventTypes } from '../../../src/app/event-types.ts';
import { groupIntoJobs as group, type DueEvent } from '../../../src/platform/outbox/relay.ts';

const groupIntoJobs = (events: DueEvent[]) => group(events, eventTypes);
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
const sizes = (events: DueEvent[], queue: 'notifications' | 'emails' = 'notifications'): number[] =>
  (groupIntoJobs(events).get(queue) ?? []).map(({ ids }) => ids.length);

describe('a job', () => {
  it('has up to a hundred events, each in one job and in their order', () => {
    const jobs = groupIntoJobs(many(250)).get('notifications') ?? [];
    expect(jobs.map(({ ids }) => ids.length)).to.deep.equal([100, 100, 50]);
    expect(jobs.flatMap(({ ids }) => ids)).to.deep.equal(many(250).map(({ id }) => id));
  });

  it('has events of one tenant and of one type', () => {
    const events = [due('a'), due('b', { tenantId: 'globex' }), due('c', { type: 'announcement' }), due('d')];
    const jobs = groupIntoJobs(events).get('notifications') ?? [];
    expect(jobs.map(({ tenantId, ids }) => [tenantId, ...ids])).to.deep.equal([
      ['acme', 'a', 'd'],
      ['globex', 'b'],
      ['acme', 'c'],
    ]);
  });

  it('has no more recipients than one statement stores, except those of one event', () => {
    expect(sizes(many(6, { recipients: 100 }))).to.deep.equal([2, 2, 2]);
    expect(sizes([due('a'), due('b', { recipients: 1_000 }), due('c')])).to.deep.equal([1, 1, 1]);
  });

  it('has a single event that was tried before: it may be what ended the others', () => {
    expect(sizes([due('a'), due('b', { attempts: 1 }), due('c'), due('d', { attempts: 4 })])).to.deep.equal([2, 1, 1]);
  });

  it('has a single event of a type whose work is of its own', () => {
    for (const type of ['digest.weekly', 'no such type']) expect(sizes(many(3, { type }))).to.deep.equal([1, 1, 1]);
    expect(sizes(many(3, { type: 'email.send', queue: 'emails' }), 'emails')).to.deep.equal([1, 1, 1]);
  });
});
