// The target of links in notifications while there is no web app: a page that shows the matching API request.
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { findStablePort } from './ports.ts';

type WebApp = { url: string; stop: () => Promise<void> };

const security = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

/**
 * Starts it in this process on 127.0.0.1. It shows no data: access is decided by the API.
 *
 * @param options.dir stores the port: links in earlier mails stay valid
 * @param options.api the address of the API, without a path
 */
export async function startWebApp({ dir, api }: { dir: string; api: string }): Promise<WebApp> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const port = await findStablePort('WEB_PORT', join(dir, 'port'));
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '').split('?');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...security }).end(renderPage(path, api));
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The paths in links are those of the API. */
function renderPage(path: string, api: string): string {
  const [, summaryId] = /^\/summaries\/([0-9a-f-]{36})$/.exec(path) ?? [];
  const answer = summaryId
    ? `<p>The API has the summary. With a token of a person who may read it:</p>
<pre>curl -H "Authorization: Bearer $(npm run -s checkin -- token &lt;e-mail&gt; --tenant &lt;slug&gt;)" \\
  ${api}/v1/summaries/${summaryId}</pre>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Team Check-in Service</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
pre { overflow-x: auto; }
</style>
</head>
<body>
<h1>A link of a notification</h1>
<p>It leads to <code>${escape(path)}</code> in the web app, which is not part of this checkout.</p>
${answer}
<p><a href="${api}/docs">Try the API</a></p>
</body>
</html>
`;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`);
