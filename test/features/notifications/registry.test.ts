// The registry of notification types: which channels a type goes through, and payloads.
import { expect } from 'chai';
import { createNotifyHandler } from '../../../src/features/notifications/notify.ts';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import { compileValidator } from '../../../src/platform/schema/validation.ts';
import { resolveChannels } from '../../../src/features/notifications/preferences.ts';
import type { Channel } from '../../../src/features/notifications/channels.ts';
import { notificationTypes, type NotificationType } from '../../../src/features/notifications/registry.ts';

const types = Object.keys(notificationTypes) as NotificationType[];

describe('the channels of a notification', () => {
  const table: [preferred: Channel[] | null, off: Channel[], left: Channel[]][] = [
    [null, [], ['in_app', 'email']],
    [null, ['in_app'], ['email']],
    [null, ['email'], ['in_app']],
    [null, ['in_app', 'email'], []],
    [[], [], []],
    [[], ['in_app'], []],
    [[], ['email'], []],
    [[], ['in_app', 'email'], []],
    [['in_app'], [], ['in_app']],
    [['in_app'], ['in_app'], []],
    [['in_app'], ['email'], ['in_app']],
    [['in_app'], ['in_app', 'email'], []],
    [['email'], [], ['email']],
    [['email'], ['in_app'], ['email']],
    [['email'], ['email'], []],
    [['email'], ['in_app', 'email'], []],
    [['email', 'in_app'], [], ['in_app', 'email']],
    [['email', 'in_app'], ['in_app'], ['email']],
    [['email', 'in_app'], ['email'], ['in_app']],
    [['email', 'in_app'], ['email', 'in_app'], []],
  ];

  it('are the defaults, of those the preferred, less what policy switches off', () => {
    for (const [preferred, off, left] of table)
      expect(resolveChannels(['in_app', 'email'], preferred, off), JSON.stringify({ preferred, off })).to.deep.equal(
        left,
      );
  });
});

describe('the registry of notification types', () => {
  it('names for trends of groups the roles that see them in the report', () => {
    expect(notificationTypes['trend.flagged'].readers.roles).to.deep.equal(rolesThatHold('trends:read'));
  });

  for (const type of types) {
    it(`has an example of ${type} that satisfies its schema, which takes further keys and misses none`, () => {
      const { payload, example, description } = notificationTypes[type];
      const check = compileValidator(payload);
      expect(description).to.match(/^[A-Z].{20,}\.$/);
      expect(check(example)).to.equal(null);
      expect(check({ ...example, further: { keys: ['are', 'fine'] } })).to.equal(null);
      for (const field of payload.required ?? []) {
        expect(check({ ...example, [field]: undefined }), field).to.equal(`must have the field ${field}.`);
        expect(check({ ...example, [field]: { a: 1 } }), field).to.match(new RegExp(`^${field} must be`));
      }
    });
  }
});

describe('the readers of a type', () => {
  it('go with the events of that type alone: a batch carries them once for each event', async () => {
    const asked: unknown[] = [];
    const graph = {
      maybe: (_name: string, { readers }: { readers: object }) => {
        asked.push(Object.keys(readers));
        return Promise.resolve(null); // the person it is about has been erased
      },
    } as never;
    const notify = createNotifyHandler({ graph, counter: {} as never, now: () => new Date() });
    const event = { id: 'e', key: 'k', status: 'pending', attempts: 1, createdAt: new Date().toISOString() } as const;
    const { signal } = new AbortController();
    for (const type of [...types, 'no such type'])
      expect(await notify({ ...event, type }, graph, signal, 'acme')).to.deep.equal({ done: 'skipped' });
    expect(asked).to.deep.equal([...types.map((type) => [type]), []]);
  });
});
