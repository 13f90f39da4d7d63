// Small rules around notifications: preferences and policy, and pauses between attempts.
import { expect } from 'chai';
import {
  isNotificationType,
  isPolicyEntry,
  resolvePreferences,
  listDisabledChannels,
} from '../../../src/features/notifications/preferences.ts';
import { notificationTypes } from '../../../src/features/notifications/registry.ts';
import { retryDelay } from '../../../src/platform/outbox/backoff.ts';

describe('preferences and policy', () => {
  it('know the registered types, and nothing that objects inherit', () => {
    for (const type of Object.keys(notificationTypes)) expect(isNotificationType(type)).to.equal(true);
    for (const word of ['', 'party', 'constructor', '__proto__', 'toString'])
      expect(isNotificationType(word)).to.equal(false);
  });

  it('switch off a channel by type and channel alone', () => {
    expect(listDisabledChannels('announcement', ['announcement:email', 'digest.weekly:in_app'])).to.deep.equal([
      'email',
    ]);
    expect(listDisabledChannels('announcement', [])).to.deep.equal([]);
    expect(isPolicyEntry('announcement:email')).to.equal(true);
    for (const word of ['announcement', 'announcement:', ':email', 'party:email', 'announcement:email:']) {
      expect(isPolicyEntry(word), word).to.equal(false);
    }
  });

  it('show for every type the chosen channels, otherwise the defaults', () => {
    const shown = resolvePreferences({ announcement: ['email'] }, { channelsOff: ['announcement:email'] });
    expect(shown.map(({ type }) => type)).to.deep.equal(Object.keys(notificationTypes));
    expect(shown.find(({ type }) => type === 'announcement')).to.deep.equal({
      type: 'announcement',
      channels: ['email'],
      defaults: ['in_app', 'email'],
      switchedOff: ['email'],
    });
    expect(shown.find(({ type }) => type === 'digest.weekly')?.channels).to.deep.equal(['in_app', 'email']);
  });
});

describe('the pause after a failed attempt', () => {
  it('grows four times as long each time, up to 15 minutes, the later half of it by chance', () => {
    expect([1, 2, 3, 4, 5, 6, 9].map((attempts) => retryDelay(attempts, 1))).to.deep.equal([
      2_000, 8_000, 32_000, 128_000, 512_000, 900_000, 900_000,
    ]);
    expect([0, 0.5, 1].map((chance) => retryDelay(2, chance))).to.deep.equal([4_000, 6_000, 8_000]);
  });
});
