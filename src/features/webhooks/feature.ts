// The feature webhooks: what it brings to the processes.
import { defineFeature } from '../../platform/feature.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { webhooks } from './endpoints.ts';
import { startResealing } from './reseal.ts';
import { startWebhooks } from './runner.ts';
import { createSender } from './send.ts';

export const webhooksFeature = defineFeature({
  about: 'addresses of other systems that are told what happens',
  endpoints: { Webhooks: webhooks },
  loops: [startResealing],
  runners: [
    (services) =>
      startWebhooks({
        ...services,
        secrets: createSecretBox(services.keys),
        send: createSender({ allowLoopback: services.allowsLoopback }),
        onAttempt: services.metrics.webhook,
      }),
  ],
});
