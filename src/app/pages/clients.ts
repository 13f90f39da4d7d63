// The clients that were proven, and the page that shows how to make each. test/platform/http/openapi.clients.long.test.ts, and for
// those that take minutes openapi.clients.nightly.test.ts, run these very lines, so that the page says what works: they make each
// client, and call the running API with it.
import { download, versions, type ClientRecipe, type FirstCall } from './client-recipe.ts';
import { compiledClients } from './compiled-clients.ts';

/** The client that this repository makes; test/scripts/client.test.ts runs its steps and its first call. */
export const ownClient: ClientRecipe & { first: FirstCall } = {
  title: 'TypeScript by npm run client',
  needs: ['node'],
  steps: ['npm run client -- --out check-in', `npm install openapi-fetch@${versions.openapiFetch}`],
  first: {
    file: 'first.ts',
    code: `import { env } from 'node:process';
import { createCheckInClient } from './check-in/index.ts';

const { API = '', TOKEN = '' } = env;
const client = createCheckInClient({ baseUrl: \`\${API}/v1\`, token: () => TOKEN });
const me = await client.GET('/me');
if (me.error) throw new Error(me.error.message);
console.log(me.data.name);
`,
    run: 'node first.ts',
  },
  remark:
    'The first line is for a checkout of the service. It writes the types of all paths and bodies, and a function that adds the token ' +
    'to each request.',
};

/** The clients that generators make of the document. */
export const generatedClients: readonly ClientRecipe[] = [
  {
    title: 'TypeScript by hey-api',
    needs: ['node'],
    steps: [
      `npm install @hey-api/openapi-ts@${versions.heyApi} typescript@5.9.3 @types/node@26.6.6`,
      'npx openapi-ts -i openapi.json -o out -c @hey-api/client-fetch',
    ],
    first: {
      file: 'first.ts',
      code: `import { env } from 'node:process';
import { createClient, createConfig } from './out/client';
import { getMe } from './out';

const { API = '', TOKEN = '' } = env;
const client = createClient(createConfig({ baseUrl: \`\${API}/v1\`, auth: () => TOKEN }));
void getMe({ client }).then(({ data }) => console.log(data?.name));
`,
      run: 'npx tsc --strict --target es2022 --module nodenext --skipLibCheck first.ts && node first.js',
    },
  },
  {
    title: 'TypeScript by openapi-fetch',
    needs: ['node'],
    steps: [
      `npm install openapi-fetch@${versions.openapiFetch} openapi-typescript@${versions.openapiTypescript} typescript@5.9.3 @types/node@26.6.6`,
      'npx openapi-typescript openapi.json -o schema.d.ts',
    ],
    first: {
      file: 'first.ts',
      code: `import { env } from 'node:process';
import createClient from 'openapi-fetch';
import type { paths } from './schema';

const { API = '', TOKEN = '' } = env;
const client = createClient<paths>({ baseUrl: \`\${API}/v1\`, headers: { Authorization: \`Bearer \${TOKEN}\` } });
void client.GET('/me').then(({ data }) => console.log(data?.name));
`,
      run: 'npx tsc --strict --target es2022 --module nodenext --skipLibCheck first.ts && node first.js',
    },
    remark:
      'The first client does the same, with the types made by the service. A body with a file needs a <code>bodySerializer</code>.',
  },
  {
    title: 'Python by openapi-python-client',
    needs: ['python3'],
    steps: [
      'python3 -m venv python',
      `python/bin/pip install openapi-python-client==${versions.openapiPythonClient}`,
      'python/bin/openapi-python-client generate --path openapi.json --output-path out',
      'python/bin/pip install ./out',
    ],
    first: {
      file: 'first.py',
      code: `import os

from team_check_in_service_client import AuthenticatedClient
from team_check_in_service_client.api.people import get_me

client = AuthenticatedClient(base_url=os.environ["API"] + "/v1", token=os.environ["TOKEN"])
print(get_me.sync(client=client).name)
`,
      run: 'python/bin/python first.py',
    },
    remark: 'The client is typed, and every call also has an asynchronous form.',
  },
  {
    title: 'Python by openapi-generator',
    needs: ['python3', 'java'],
    steps: [
      'python3 -m venv python',
      `python/bin/pip install openapi-generator-cli==${versions.openapiGenerator}`,
      'python/bin/openapi-generator-cli generate -i openapi.json -o out -g python',
      'python/bin/pip install ./out',
    ],
    first: {
      file: 'first.py',
      code: `import os

import openapi_client

configuration = openapi_client.Configuration(host=os.environ["API"] + "/v1", access_token=os.environ["TOKEN"])
print(openapi_client.PeopleApi(openapi_client.ApiClient(configuration)).get_me().name)
`,
      run: 'python/bin/python first.py',
    },
  },
  ...compiledClients,
];

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const block = (lines: string): string => `<pre><code>${escapeHtml(lines.trimEnd())}</code></pre>`;
const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('#', 'sharp')
    .replaceAll(/[^a-z0-9]+/g, '-');

function describe({ title, needs, steps, first, remark }: ClientRecipe): string {
  const call = first
    ? `<p>A first call, <code>${first.file}</code>:</p>\n${block(first.code)}\n${block(first.run)}`
    : '';
  return `<h2 id="${anchor(title)}">${title}</h2>
<p>Needs ${needs.map((name) => `<code>${name}</code>`).join(', ')}.${remark === undefined ? '' : ` ${remark}`}</p>
${block(steps.join('\n'))}
${call}`;
}

const row = ({ title }: ClientRecipe, proven: string): string =>
  `<tr><th scope="row"><a href="#${anchor(title)}">${title}</a></th><td>${proven}</td></tr>`;

/** The content of /docs/clients. */
export const clientsContent = `<h1>Clients</h1>
<p>How to make a typed client of this API. Tests of the service run the lines of this page, in these versions
(<code>test/platform/http/openapi.clients.long.test.ts</code>, <code>openapi.clients.nightly.test.ts</code> for those that take minutes, and
<code>test/scripts/client.test.ts</code> for the first client).
<code>API</code> is the address of the service without a path, such as <code>http://127.0.0.1:3000</code>, and <code>TOKEN</code> is the
access token of a person; export both. On a developer’s machine,
<code>npm run -s checkin -- token &lt;e-mail&gt; --tenant &lt;slug&gt;</code> prints one; others
<a href="/docs">get it from their identity provider</a>. Begin in an empty folder with the document:</p>
${block(download)}
<table>
<thead><tr><th scope="col">Client</th><th scope="col">What was proven</th></tr></thead>
<tbody>
${row(ownClient, 'compiled and called, but for upload and pages')}
${generatedClients.map((one) => row(one, one.first ? 'compiled and called' : 'generated, not compiled')).join('\n')}
</tbody>
</table>
<p>The calls read and write a summary, get a 409 with its code and one with a code that the client does not know, upload a file, and turn
pages.</p>
<p>A client must accept what is added later: further fields, error codes and other values that the document lists in words. Those that
were called do. Send changes with an <code>Idempotency-Key</code>, and repeat them with the same one after a lost connection or a 503.</p>
${[ownClient, ...generatedClients].map(describe).join('\n')}`;
