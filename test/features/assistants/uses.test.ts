// Which assistants act for whom is noted once, however many calls come at once.
import { expect } from 'chai';
import { createUses } from '../../../src/features/assistants/uses.ts';

type Graph = Parameters<ReturnType<typeof createUses>>[0];

describe('a note that an assistant acts for somebody', () => {
  const user = { tenantId: 'tenant', userId: 'user' };
  let notes: unknown[];
  let answer: () => Promise<unknown>;
  const graph = {
    bind: (scope: object) => ({
      write(_query: string, { client }: { client: string }) {
        notes.push({ ...scope, client });
        return answer();
      },
    }),
  } as unknown as Graph;
  beforeEach(() => {
    notes = [];
    answer = () => Promise.resolve(null);
  });

  it('is made once for calls at the same time, and all of them wait for it', async () => {
    const written = Promise.withResolvers<null>();
    answer = () => written.promise;
    const note = createUses(() => new Date(0));
    let done = 0;
    const calls = Array.from({ length: 100 }, async () => {
      await note(graph, user, 'c');
      done += 1;
    });
    expect([notes.length, done]).to.deep.equal([1, 0]);
    written.resolve(null);
    await Promise.all(calls);
    expect([notes.length, done]).to.deep.equal([1, 100]);
  });

  it('is made again after a failure, after an hour, and for another company, person or client', async () => {
    let now = 0;
    const note = createUses(() => new Date(now));
    answer = () => Promise.reject(new Error('The database is gone.'));
    const failed = await note(graph, user, 'c').catch((error: unknown) => error);
    expect(failed).to.be.an('error');
    answer = () => Promise.resolve(null);
    await note(graph, user, 'c');
    await note(graph, user, 'c');
    await note(graph, { ...user, tenantId: 'other' }, 'c');
    await note(graph, { ...user, userId: 'other' }, 'c');
    await note(graph, user, 'd');
    now += 60 * 60_000;
    await note(graph, user, 'c');
    expect(notes).to.have.length(6);
  });
});
