// What an attempt at a message asks the database. The graph is a stand-in that notes it.
import { expect } from 'chai';
import { emailChannel } from '../../../src/features/notifications/channels/email.ts';
import { createSendHandler } from '../../../src/features/notifications/send-message.ts';
import { readersByType } from '../../../src/features/notifications/readers.ts';
import type { OutboxEvent } from '../../../src/platform/outbox/event-types.ts';
import type { Outcome } from '../../../src/platform/outbox/outcome.ts';

/** An attempt at an e-mail whose event says `says`, of a notification of type `is`, whose recipient has left. */
async function attempt(says: string | undefined, is: string): Promise<{ outcome: Outcome; readers: object }> {
  let readers = {};
  const graph = {
    maybe: (_name: string, params: { readers: object }) => {
      ({ readers } = params);
      return Promise.resolve({ notification: { type: is }, recipient: null });
    },
  } as never;
  const send = createSendHandler(emailChannel, { now: () => new Date() } as never);
  const event = { id: 'e', subjectId: 'n', ...(says !== undefined && { notificationType: says }) } as OutboxEvent;
  const outcome = await send(event, graph, new AbortController().signal, 'acme');
  return { outcome, readers };
}

describe('an attempt at an e-mail', () => {
  it('asks whom it is meant for by the readers of its own type alone, whatever the type is', async () => {
    for (const type of Object.keys(readersByType)) {
      const { outcome, readers } = await attempt(type, type);
      expect([outcome, readers]).to.deep.equal([{ done: 'skipped' }, { [type]: readersByType[type] }]);
    }
  });

  it('asks by the readers of all types where an older release made the event', async () => {
    expect((await attempt(undefined, 'announcement')).readers).to.deep.equal(readersByType);
  });

  it('knows no readers of a type of a newer release, which is left to that one', async () => {
    expect((await attempt('from.later', 'from.later')).readers).to.deep.equal({});
  });

  it('is not sent when its notification is of another type, by whose readers nobody was asked for', async () => {
    const failure = await attempt('announcement', 'digest.weekly').catch(String);
    expect(failure).to.include('of another type');
  });
});
