// The channels of a notification: the preferences of people, and the policies with which tenants switch channels off.
import type { Language } from '../../platform/lib/languages.ts';
import { channelIds, channels, listDefaults, type Channel } from './channels.ts';
import type { ChannelDefinition, ChannelTenant } from './channels/define-channel.ts';
import { isSecurityNotice, notificationTypes, type NotificationType } from './registry.ts';

/** What a tenant says of channels: those that its policy switches off by type, and those for which it has an address. */
export type TenantChannels = ChannelTenant & { channelsOff?: readonly string[] | null };

/** What a person has chosen of the channels of a type, as it is stored: see `isOff`. */
export type Choice = readonly string[];
/** What the query notifications/preferences returns; `channels` are the preferences as JSON. */
export type StoredPreferences = { channels: string | null; language: Language | null; tenant: TenantChannels | null };
/** The choices of a person by type; types without a choice are absent. */
export type Preferences = Partial<Record<NotificationType, Choice>>;

export function isNotificationType(name: string): name is NotificationType {
  return Object.hasOwn(notificationTypes, name);
}

/** The channels that a policy switches off for a type. A policy is a list of entries such as `announcement:email`. */
export function listDisabledChannels(type: NotificationType, policy: readonly string[]): Channel[] {
  if (isSecurityNotice(type)) return [];
  return channelIds.filter((channel) => policy.includes(`${type}:${channel}`));
}

/**
 * Whether a choice switches a channel off. It means the same after a channel was added: a channel is off because the choice says so,
 * never because the choice is older. It says `-chat` of a channel that is off. Choices of the two oldest channels were first
 * stored as lists of those that are on, and still are.
 */
export function isOff({ id, isOffUnlessListed }: ChannelDefinition, choice: Choice): boolean {
  return isOffUnlessListed ? !choice.includes(id) : choice.includes(`-${id}`);
}

/**
 * The choice that a person makes by listing channels. It says nothing new of a channel that is no default in the tenant at this
 * time, since nobody could choose it: what the choice of before said of it stays.
 *
 * @param all see `channels`
 * @param before the stored choice, if there is one
 */
export function toChoice(
  all: readonly ChannelDefinition[],
  listed: readonly string[],
  before: Choice | undefined,
  tenant: ChannelTenant,
): string[] {
  return all.flatMap((channel) => {
    const isKept = channel.isOn(tenant) ? listed.includes(channel.id) : before === undefined || !isOff(channel, before);
    if (channel.isOffUnlessListed) return isKept ? [channel.id] : [];
    return isKept ? [] : [`-${channel.id}`];
  });
}

/** The channels that a choice leaves on, whether or not they are defaults; all of them without a choice. */
const listChosen = (choice: Choice | undefined): Channel[] =>
  channels.filter((channel) => choice === undefined || !isOff(channel, choice)).map(({ id }) => id);

/**
 * The channels of a type for a person: the defaults, of these the person's preferences, minus the tenant's policy.
 *
 * @param defaults see `listDefaults`
 * @param preferred the channels that the person's choice leaves on; null without a choice, which keeps all
 * @param switchedOff the channels the tenant's policy switches off for this type
 */
export function resolveChannels(
  defaults: readonly Channel[],
  preferred: readonly Channel[] | null,
  switchedOff: readonly Channel[],
): Channel[] {
  return defaults.filter(
    (channel) => (preferred === null || preferred.includes(channel)) && !switchedOff.includes(channel),
  );
}

/**
 * The channels of a notification: decided when it is delivered, and again when it is sent outside of the application.
 *
 * @param chosen the preferences of the recipient as JSON, if they have some
 */
export function chooseChannels(type: NotificationType, chosen: string | undefined, tenant: TenantChannels): Channel[] {
  const preferences = chosen === undefined || isSecurityNotice(type) ? {} : (JSON.parse(chosen) as Preferences);
  const switchedOff = listDisabledChannels(type, tenant.channelsOff ?? []);
  return resolveChannels(listDefaults(tenant), listChosen(preferences[type]), switchedOff);
}

/** Whether a policy entry consists of a channel and a registered type that can be switched off. */
export function isPolicyEntry(entry: string): boolean {
  const [type = '', channel = '', ...rest] = entry.split(':');
  return (
    isNotificationType(type) && !isSecurityNotice(type) && channelIds.some((id) => id === channel) && rest.length === 0
  );
}

/** Lists every type with its default channels, the person's choice (or the defaults), and the channels switched off. */
export function resolvePreferences(
  chosen: Preferences,
  tenant: TenantChannels,
): { type: NotificationType; channels: Channel[]; defaults: Channel[]; switchedOff: Channel[] }[] {
  const defaults = listDefaults(tenant);
  return (Object.keys(notificationTypes) as NotificationType[]).map((type) => {
    const own = listChosen(isSecurityNotice(type) ? undefined : chosen[type]);
    const switchedOff = listDisabledChannels(type, tenant.channelsOff ?? []);
    return { type, channels: defaults.filter((channel) => own.includes(channel)), defaults, switchedOff };
  });
}
