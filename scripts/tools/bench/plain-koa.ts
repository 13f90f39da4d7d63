// The floor of the requests: one route as a team would write it with the same packages, without this service and without a database. It
// verifies the token, validates the id and answers a canned summary, in a process of its own with the defaults of Node.
import { createServer } from 'node:http';
import Router from '@koa/router';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import Koa from 'koa';
import helmet from 'koa-helmet';
import jwt from 'koa-jwt';
import { readConfig } from '../../../src/platform/config/config.ts';
import { createLocalKeySource } from '../../../src/platform/http/caller/token-keys.ts';
import { listen } from '../../../src/platform/http/process/lifecycle.ts';
import { cannedSummary } from './canned-summary.ts';

const { TOKEN_KEY_FILE = '', TOKEN_ISSUER: issuer, TOKEN_AUDIENCE: audience } = readConfig();
const secret = await createLocalKeySource(TOKEN_KEY_FILE);
const ajv = addFormats.default(new Ajv());
const properties = { id: { type: 'string', format: 'uuid' } };
const isValid = ajv.compile({ type: 'object', properties, required: ['id'] });

const router = new Router({ prefix: '/v1' });
router.get('/floor/plain-koa/:id', (ctx) => {
  if (!isValid(ctx.params)) ctx.throw(400);
  ctx.body = cannedSummary;
});
const app = new Koa();
app.use(helmet());
app.use(jwt({ secret: secret as unknown as jwt.SecretLoader, algorithms: ['RS256', 'ES256'], issuer, audience }));
app.use(router.routes());
const handle = app.callback();
const server = createServer((request, response) => void handle(request, response));
const { port } = await listen(server, 0, '127.0.0.1');
process.send?.({ port });
process.once('disconnect', () => process.exit()); // the benchmark has ended
