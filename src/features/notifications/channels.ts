// The channels of notifications. Everything that differs between them is in their literals, and follows from this list.
import { chatChannel } from './channels/chat/chat.ts';
import { emailChannel } from './channels/email.ts';
import { inAppChannel } from './channels/in-app.ts';
import type { ChannelTenant } from './channels/define-channel.ts';

/** In the order in which the API lists them. */
export const channels = [inAppChannel, emailChannel, chatChannel] as const;
export type Channel = (typeof channels)[number]['id'];

export const channelIds: readonly Channel[] = channels.map(({ id }) => id);

/** The channels that reach people outside of the application. */
export const outsideChannels = channels.flatMap((channel) => (channel.outside === null ? [] : [channel]));

/** The default channels of every type in a tenant. */
export const listDefaults = (tenant: ChannelTenant): Channel[] =>
  channels.filter((channel) => channel.isOn(tenant)).map(({ id }) => id);
