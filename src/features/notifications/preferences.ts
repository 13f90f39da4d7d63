// The channels of a notification: the preferences of people, and the policies with which tenants switch channels off.
import { channels, notificationTypes, type Channel, type NotificationType } from './registry.ts';

/** The channels a person has chosen, by type; types without a choice are absent. */
export type Preferences = Partial<Record<NotificationType, Channel[]>>;

export function isNotificationType(name: string): name is NotificationType {
  return Object.hasOwn(notificationTypes, name);
}

/** Whether nobody can switch it off: it is about who may sign in as somebody, or see them. */
export function isSecurityNotice(type: NotificationType): boolean {
  return 'isSecurity' in notificationTypes[type];
}

/** The channels that a policy switches off for a type. A policy is a list of entries such as `announcement:email`. */
export function listDisabledChannels(type: NotificationType, policy: readonly string[]): Channel[] {
  if (isSecurityNotice(type)) return [];
  return channels.filter((channel) => policy.includes(`${type}:${channel}`));
}

/**
 * The channels of a type for a person: the person's preferences minus the tenant's policy.
 *
 * @param preferred the channels the person chose for this type; null without a choice, which keeps all
 * @param switchedOff the channels the tenant's policy switches off for this type
 */
export function resolveChannels(preferred: readonly Channel[] | null, switchedOff: readonly Channel[]): Channel[] {
  return channels.filter(
    (channel) => (preferred === null || preferred.includes(channel)) && !switchedOff.includes(channel),
  );
}

/**
 * The channels of a notification: decided when it is delivered, and for its e-mail again when that is sent.
 *
 * @param chosen the preferences of the recipient as JSON, if they have some
 * @param policy see `listDisabledChannels`
 */
export function chooseChannels(
  type: NotificationType,
  chosen: string | undefined,
  policy: readonly string[],
): Channel[] {
  const preferences = chosen === undefined || isSecurityNotice(type) ? {} : (JSON.parse(chosen) as Preferences);
  return resolveChannels(preferences[type] ?? null, listDisabledChannels(type, policy));
}

/** Whether a policy entry consists of a channel and a registered type that can be switched off. */
export function isPolicyEntry(entry: string): boolean {
  const [type = '', channel = '', ...rest] = entry.split(':');
  return (
    isNotificationType(type) &&
    !isSecurityNotice(type) &&
    channels.some((name) => name === channel) &&
    rest.length === 0
  );
}

/** Lists every type with its default channels, the person's choice (or the defaults), and the channels switched off. */
export function resolvePreferences(
  chosen: Preferences,
  policy: readonly string[],
): { type: NotificationType; channels: Channel[]; defaults: Channel[]; switchedOff: Channel[] }[] {
  return (Object.keys(notificationTypes) as NotificationType[]).map((type) => {
    const defaults = [...channels];
    const own = isSecurityNotice(type) ? undefined : chosen[type];
    return { type, channels: own ?? defaults, defaults, switchedOff: listDisabledChannels(type, policy) };
  });
}
