// Which channels a notification takes: what a person prefers, and what a tenant's policy switches off.
import { channels, notificationTypes, type Channel, type NotificationType } from './registry.ts';

/** A person's stated preferences: by type the channels they want. */
export type Preferences = Partial<Record<NotificationType, Channel[]>>;

/** Whether a word is the name of a registered type. */
export function isNotificationType(word: string): word is NotificationType {
  return Object.hasOwn(notificationTypes, word);
}

/** The channels that a policy switches off for a type; a policy is a list of words such as `announcement:email`. */
export function listDisabledChannels(type: NotificationType, policy: readonly string[]): Channel[] {
  return channels.filter((channel) => policy.includes(`${type}:${channel}`));
}

/** Whether a word of a policy names a type and a channel. */
export function isPolicyWord(word: string): boolean {
  const [type = '', channel = '', more] = word.split(':');
  return isNotificationType(type) && channels.some((name) => name === channel) && more === undefined;
}

/** Every type with its own channels, those a person chose or else the same, and those switched off. */
export function resolvePreferences(
  chosen: Preferences,
  policy: readonly string[],
): { type: NotificationType; channels: Channel[]; defaults: Channel[]; switchedOff: Channel[] }[] {
  return (Object.keys(notificationTypes) as NotificationType[]).map((type) => {
    const defaults = [...notificationTypes[type].channels];
    return { type, channels: chosen[type] ?? defaults, defaults, switchedOff: listDisabledChannels(type, policy) };
  });
}
