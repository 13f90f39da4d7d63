// What a channel says of itself: one literal each, in this folder. channels.ts lists them.
import type { JobServices } from '../../../platform/feature.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Outcome } from '../../../platform/outbox/outcome.ts';
import type { QueueName } from '../../../platform/outbox/queues/queues.ts';
import type { Scores } from '../../../platform/schema/scores.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Send } from '../../webhooks/send.ts';
import type { NotificationType } from '../registry.ts';

/** What decides in a tenant which channels are on. */
export type ChannelTenant = {
  /** The channels for which the tenant has an address, by id. */
  addressedChannels?: readonly string[] | null;
};

/** `email` is the address for this notification, which may be an earlier one. Nothing is mailed to one that `isStopped`. */
export type Recipient = { id: string; name: string; email: string; isStopped: boolean };

/** A notification on its way to one person. */
export type Message = {
  notificationId: string;
  tenantId: string;
  tenantName: string;
  type: NotificationType;
  payload: Record<string, unknown>;
  /** Average scores of a digest. No record has them, because it would outlive scores that are erased, or expire. */
  averages: Scores | null;
  language: Language;
  /** An address of the web app or of another place; null without one. */
  link: string | null;
  recipient: Recipient;
};

/** What channels send with. */
export type ChannelServices = Pick<JobServices, 'graph' | 'mailer' | 'unsubscribeLinks' | 'now'> & {
  metrics: Pick<JobServices['metrics'], 'email' | 'message'>;
  /** Opens the secrets of receivers. */
  secrets: SecretBox;
  /** Sends a request to an address of a customer. */
  post: Send;
};

/** A queue beside which there is one for mass notifications. */
type MessageQueue = { [Queue in QueueName]: `mass-${Queue}` extends QueueName ? Queue : never }[QueueName];

/** How a channel reaches people outside of the application. `Content` is what is sent, `Result` what became of it. */
type Outside<Content, Result extends { outcome: string }> = {
  /** Its queue; that of mass notifications has the same name with `mass-` before it. */
  queue: MessageQueue;
  /** Where a person is reached; null if nothing is sent there any more. */
  address(recipient: Recipient): string | null;
  /** Makes what is sent to the address. */
  render(message: Message, address: string, services: ChannelServices): Content;
  /** Makes one attempt. */
  send(content: Content, services: ChannelServices, signal: AbortSignal): Promise<Result>;
  /** What follows from the result: how the attempt ended for the event. */
  afterwards(result: Result | { outcome: 'stopped' }, services: ChannelServices): Outcome;
};

/** Makes one attempt. */
type SendMessage = (message: Message, services: ChannelServices, signal: AbortSignal) => Promise<Outcome>;

/** How messages of a channel are sent: as events of the type `event`. */
export type Sending = { event: `${string}.send`; queue: MessageQueue; send: SendMessage };

export type ChannelDefinition<Id extends string = string> = {
  /** Its name in the API, in stored choices and in policies. */
  id: Id;
  /** Its name on pages. */
  title: string;
  /** It is as old as the first choices, which were lists of the chosen channels: one that does not list it switches it off. */
  isOffUnlessListed?: true;
  /** Whether it is a default of every type in this tenant. */
  isOn(tenant: ChannelTenant): boolean;
  /** Null for the record in the application, which each delivery stores. */
  outside: Sending | null;
};
type Inside<Id extends string> = ChannelDefinition<Id> & { outside: null };
export type OutsideChannel<Id extends string = string> = ChannelDefinition<Id> & { outside: Sending };

/** Defines a channel. Its messages are events of the type `<id>.send`. */
export function defineChannel<const Id extends string>(channel: Inside<Id>): Inside<Id>;
export function defineChannel<const Id extends string, Content, Result extends { outcome: string }>(
  channel: Omit<ChannelDefinition<Id>, 'outside'> & { outside: Outside<Content, Result> },
): OutsideChannel<Id>;
export function defineChannel<const Id extends string, Content, Result extends { outcome: string }>({
  outside,
  ...channel
}: Omit<ChannelDefinition<Id>, 'outside'> & { outside: Outside<Content, Result> | null }): ChannelDefinition<Id> {
  if (outside === null) return { ...channel, outside };
  return {
    ...channel,
    outside: {
      event: `${channel.id}.send`,
      queue: outside.queue,
      async send(message, services, signal) {
        const to = outside.address(message.recipient);
        const result =
          to === null
            ? ({ outcome: 'stopped' } as const)
            : await outside.send(outside.render(message, to, services), services, signal);
        services.metrics.message(channel.id, result.outcome);
        return outside.afterwards(result, services);
      },
    },
  };
}
