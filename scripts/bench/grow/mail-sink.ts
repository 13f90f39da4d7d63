// Accepts the e-mails of the benchmark in place of SES, and counts how often each notification was mailed.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type SentMail = { Content: { Simple: { Headers: { Name: string; Value: string }[] } } };

/** `counts` is by `X-Notification-Id`. */
export type MailSink = { url: string; counts: ReadonlyMap<string, number>; stop(): Promise<void> };

/** Listens on 127.0.0.1. Unlike the mailbox of `npm start`, it does not parse the mails, and keeps none. */
export async function startMailSink(): Promise<MailSink> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return response.writeHead(404).end('{}'); // the quota: the worker's own rate applies
      const { Headers: headers } = (JSON.parse(body) as SentMail).Content.Simple;
      const id = headers.find(({ Name: name }) => name === 'X-Notification-Id')?.Value ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"1"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
