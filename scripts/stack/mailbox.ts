// The local SES: takes the e-mails of a development machine and shows them in a browser.
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { portFrom } from './ports.ts';

/** Required, not imported: what `import` makes of this CommonJS package depends on who loads this file. */
const ses = createRequire(import.meta.url)('aws-ses-v2-local') as typeof import('aws-ses-v2-local');

export type Mailbox = { url: string; stop: () => Promise<void> };

/** Starts the inbox in this process on 127.0.0.1, at MAILBOX_PORT or a free port. Mails live in memory only. */
export async function startMailbox(): Promise<Mailbox> {
  const server = await ses.default({ host: '127.0.0.1', port: await portFrom('MAILBOX_PORT') });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
