// The feature notifications: what it brings to the processes.
import { defineFeature, type JobServices } from '../../platform/feature.ts';
import { NoPayload } from '../../platform/outbox/event-types.ts';
import { chatEndpoints } from './channels/chat/endpoints.ts';
import { outsideChannels } from './channels.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { createSender } from '../webhooks/send.ts';
import { notifications } from './endpoints.ts';
import { createNotifyHandler } from './notify.ts';
import { notificationPreferences } from './preference-endpoints.ts';
import { createSendHandler } from './send-message.ts';

const openChannelServices = ({ keys, allowsLoopback }: JobServices) => ({
  secrets: createSecretBox(keys),
  post: createSender({ allowLoopback: allowsLoopback }),
});

export const notificationsFeature = defineFeature({
  about: 'the registry of types, delivery, e-mails, channels, bounces',
  endpoints: { Notifications: [...notifications, ...notificationPreferences, ...chatEndpoints] },
  events: Object.fromEntries(outsideChannels.map(({ outside }) => [outside.event, NoPayload])),
  work: {
    notifications: createNotifyHandler,
    'mass-notifications': createNotifyHandler,
    ...Object.fromEntries(
      outsideChannels.flatMap((channel) =>
        [channel.outside.queue, `mass-${channel.outside.queue}`].map((queue) => [
          queue,
          (services: JobServices) => createSendHandler(channel, { ...services, ...openChannelServices(services) }),
        ]),
      ),
    ),
  },
});
