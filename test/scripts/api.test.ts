// checkin api: requests as a person, against the API, and against an API that misbehaves.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { listenLocally } from '../../scripts/stack/ports.ts';
import { company, sharedCompany } from '../support/company.ts';
import { service } from '../support/service.ts';
import { shell, type Ran } from '../support/shell.ts';

const api = service();
const { folder, run, start } = shell();
const acme = sharedCompany(api, 'Ada (admin)\n  Bob\n    Cyd\n    Dan\nPia (people_team)');
const email = (name: string): string => acme.people.find((one) => one.name === name)?.email ?? '';
const write = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};
/** Runs `checkin api` with these words. */
const request = (words: string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  run(['api', ...words], { CHECKIN_API: api.url, CHECKIN_TENANT: acme.tenantId, ...env });
const as = (name: string): string[] => ['--as', email(name)];
const week = [
  ...['weekStart=2026-11-16', 'scores.qualityOfWork=4', 'scores.personalWellbeing=2', 'scores.professionalWellbeing=4'],
  ...['proud=12', 'obstacles=', 'learned=', 'important='],
].flatMap((field) => ['-f', field]);

describe('checkin api', () => {
  it('answers as one person, whatever the path begins with', async () => {
    for (const given of ['/me', 'me', '/v1/me', `${api.url}/v1`]) {
      const isAddress = given.startsWith('http');
      const { code, out, err } = await request([isAddress ? 'me' : given, ...as('Bob')], {
        ...(isAddress && { CHECKIN_API: given }),
      });
      expect([code, err]).to.deep.equal([0, '']);
      expect(out).to.match(/^\{.*\}\n$/);
      expect(JSON.parse(out)).to.include({ id: acme.id('Bob') });
    }
  });

  it('sends the fields of a body with the types of the document, and selects with jq', async () => {
    const made = await request([
      'POST',
      '/summaries',
      ...as('Cyd'),
      ...week,
      '--jq',
      '.id, .scores.qualityOfWork, .proud',
    ]);
    expect([made.code, made.err]).to.deep.equal([0, '']);
    const [id = '', ...values] = made.out.split('\n');
    expect(values).to.deep.equal(['4', '12', '']);
    const read = await request([`/summaries/${id}`, ...as('Bob'), '--jq', '[.user.name, .scores]']);
    expect(read.out).to.equal('["Cyd",{"qualityOfWork":4,"personalWellbeing":2,"professionalWellbeing":4}]\n');
    const again = await request(['/summaries', ...as('Cyd'), ...week]); // a body makes it a POST
    expect([again.code, again.out]).to.deep.equal([1, '']);
    expect(again.err).to.match(/^HTTP 409 SUMMARY_EXISTS: .+\nLocation: \S+\/summaries\/[0-9a-f-]+\n$/);
  });

  it('takes a body from the words, from a file and from the standard input', async () => {
    const goal = JSON.stringify({ title: 'Write', type: 'professional', targetWeek: 'this' });
    const file = write('goal.json', goal);
    for (const data of [goal, `@${file}`]) {
      const { code, out, err } = await request(['/goals', ...as('Dan'), '--data', data, '--jq', '.title']);
      expect([code, out, err]).to.deep.equal([0, 'Write\n', '']);
    }
    const child = spawn(process.execPath, ['scripts/checkin.ts', 'api', '/goals', '--data', '-', '--jq', '.title'], {
      env: { ...process.env, STATE_DIR: folder, CHECKIN_API: api.url, CHECKIN_TOKEN: await acme.token('Dan') },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(goal);
    expect(await text(child.stdout)).to.equal('Write\n');
    const missing = await request(['/goals', ...as('Dan'), '--data', '@/nowhere.json']);
    expect([missing.code, missing.err]).to.deep.equal([1, '/nowhere.json cannot be read (ENOENT).\n']);
  });

  it('puts the fields of a GET into its query', async () => {
    const { out } = await request(['GET', '/users', ...as('Ada'), '-f', 'limit=2', '--jq', '.items|length']);
    expect(out).to.equal('2\n');
  });

  it('follows the cursors of a list, and prints it as one page', async () => {
    const paged = await request(['/users?limit=2', ...as('Ada'), '--paginate']);
    expect([paged.code, paged.err]).to.deep.equal([0, '']);
    const whole = await request(['/users', ...as('Ada')]);
    expect(JSON.parse(paged.out)).to.deep.equal(JSON.parse(whole.out));
    expect(paged.out.split('\n')).to.have.length(5 + 3); // an item a line
    const names = await request(['/users?limit=2', ...as('Ada'), '--paginate', '--jq', '.items[].name']);
    expect(names.out).to.equal('Ada\nBob\nCyd\nDan\nPia\n');
    const chain = await request([`/org/users/${acme.id('Ada')}/chain`, ...as('Ada'), '--paginate', '--jq', 'length']);
    expect(chain.out).to.equal('3\n'); // no page: as it is
    const none = await request(['/notifications', ...as('Pia'), '--paginate']);
    expect(none.out).to.equal('{"items":[]}\n');
  });

  it('shows status and headers with -i, and sends those of -H', async () => {
    const read = await request(['/me', ...as('Bob'), '-i']);
    const [head = '', body = ''] = read.out.split('\n\n');
    expect(head)
      .to.match(/^HTTP\/1\.1 200 OK\n/)
      .and.match(/^content-type: application\/json/m);
    expect(JSON.parse(body)).to.include({ id: acme.id('Bob') });
    const etag = /^etag: (.*)$/m.exec(head)?.[1] ?? '';
    const same = await request(['/me', ...as('Bob'), '-i', '-H', `If-None-Match: ${etag}`]);
    expect([same.code, same.out.split('\n')[0]]).to.deep.equal([0, 'HTTP/1.1 304 Not Modified']);
  });

  it('makes a change once with a key', async () => {
    const field = ['title=Once', 'type=personal', 'targetWeek=this'].flatMap((one) => ['-f', one]);
    const words = ['/goals', ...as('Bob'), ...field, '--jq', '.id', '--idempotency-key'];
    const [first, second, other] = [
      await request([...words, 'key-1']),
      await request([...words, 'key-1']),
      await request([...words, 'auto']),
    ];
    expect(first.out)
      .to.match(/^[0-9a-f-]{36}\n$/)
      .and.equal(second.out);
    expect(other.out).to.not.equal(first.out);
    expect(other.code).to.equal(0);
  });

  it('uploads a file', async () => {
    const file = write('people.csv', `email,name\nnew@${acme.tenantId}.example,New\n`);
    const sent = await request(['/admin/organisation/imports?dryRun=true', ...as('Ada'), '--file', file]);
    expect([sent.code, sent.err]).to.deep.equal([0, '']);
    expect(JSON.parse(sent.out)).to.include({ status: 'queued', dryRun: true });
    const missing = await request(['/admin/organisation/imports', ...as('Ada'), '--file', '/nowhere.csv']);
    expect([missing.code, missing.err]).to.deep.equal([1, '/nowhere.csv cannot be read (ENOENT).\n']);
  });

  it('says a refusal on the standard error, with whatever its body says more', async () => {
    const refused = await request([`/org/users/${acme.id('Ada')}/chain`, ...as('Bob')]);
    expect(refused).to.deep.equal({ code: 1, out: '', err: 'HTTP 403 FORBIDDEN: You are not permitted to do this.\n' });
    const details = ['-H', 'Accept: application/problem+json', '-f', 'title=x'];
    const invalid = await request(['/goals', ...as('Bob'), ...details]);
    const [first, more = '{}'] = invalid.err.split('\n');
    expect(first).to.match(/^HTTP 400 VALIDATION_ERROR/);
    expect(JSON.parse(more)).to.have.property('errors');
    const unknown = await request(['/nowhere', ...as('Bob')]);
    expect(unknown.err).to.match(/^HTTP 404 NOT_FOUND: /);
  });

  it('says which methods a path supports when it does not support one', async () => {
    const { code, err } = await request(['DELETE', '/goals', ...as('Dan')]);
    expect(code).to.equal(1);
    expect(err).to.match(/^HTTP 405 METHOD_NOT_ALLOWED: .*\nAllow: POST, HEAD, GET\n/);
  });

  it('says who can ask when nobody does; what needs nobody is answered', async () => {
    const { code, out, err } = await request(['/me']);
    expect([code, out]).to.deep.equal([1, '']);
    expect(err).to.match(
      /^HTTP 401 UNAUTHENTICATED: .*\nSay who asks: --as <email>, checkin sign-in, or CHECKIN_TOKEN\.\n$/,
    );
    expect((await request(['/openapi.json', '--jq', '.openapi'])).out).to.equal('3.1.0\n');
  });

  it('ends a wrong call with code 2 before anything is sent', async () => {
    for (const [words, reason] of [
      [['/me', '--jq', '.a |'], /^error: --jq: syntax error/],
      [['FETCH', '/me'], /^error: a method is one of GET, POST/],
      [['GET', '/me', '-X', 'GET'], /^error: name the method once/],
      [['/goals', '-f', 'a=1', '--data', '{}'], /^error: a body is either/],
      [['GET', '/goals', '--data', '{}'], /^error: a GET has no body/],
      [['POST', '/goals', '--paginate'], /^error: --paginate is for a GET/],
      [['https://evil.example/me'], /^error: give a path, such as \/me/],
      [['/goals', '-f', 'title'], /Write it as name=value/],
      [['/me', '-H', 'a b: c'], /Write it as name:value/],
      [['/me', '-H', 'Authorization: Bearer x'], /^error: a token belongs into CHECKIN_TOKEN/],
      [['/me', '--idempotency-key', 'a\nb'], /A key has 1 to 255/],
      [['/goals', '-f', 'title=a', '-f', 'title=b'], /^error: -f title is given twice/],
    ] as [string[], RegExp][]) {
      const { code, out, err } = await request([...words, ...as('Bob')]);
      expect([code, out], words.join(' ')).to.deep.equal([2, '']);
      expect(err).to.match(reason);
    }
  });
});

describe('who checkin api asks as', () => {
  const signed = async (tenantId: string): Promise<number> => {
    const [row] = await api.graph.statement(
      "MATCH (e:AuditEntry {tenantId: $tenantId, action: 'token.sign'}) RETURN count(e) AS entries",
      { tenantId },
    );
    return Number(row?.['entries']);
  };

  it('is anybody for the operator, which the audit log says', async () => {
    const before = await signed(acme.tenantId);
    expect((await request(['/me', ...as('Cyd')])).code).to.equal(0);
    expect(await signed(acme.tenantId)).to.equal(before + 1);
  });

  it('is nobody else for a person: --as is refused, and signs nothing', async () => {
    const before = await signed(acme.tenantId);
    const CHECKIN_TOKEN = await acme.token('Cyd');
    const own = await request(['/me', '--jq', '.id'], { CHECKIN_TOKEN });
    expect(own).to.deep.equal({ code: 0, out: `${acme.id('Cyd')}\n`, err: '' });
    const other = await request(['/me', ...as('Ada')], { CHECKIN_TOKEN });
    expect([other.code, other.out]).to.deep.equal([1, '']);
    expect(other.err).to.match(/^This command is for who operates the service/);
    expect(await signed(acme.tenantId)).to.equal(before);
  });

  it('is nobody who has left, or whom nobody knows, or where tokens come from a provider', async () => {
    const left = await company(api, 'Ada (admin)\n  Zoe †');
    const of = (name: string): string => left.people.find((one) => one.name === name)?.email ?? '';
    const env = { CHECKIN_TENANT: left.tenantId };
    expect((await request(['/me', '--as', of('Zoe')], env)).err).to.match(/is inactive; a token would be rejected/);
    expect((await request(['/me', '--as', 'nobody@a.example'], env)).err).to.match(/^Nobody in this tenant has/);
    const elsewhere = {
      ...env,
      TOKEN_KEY_FILE: '',
      TOKEN_JWKS_URL: 'https://idp.example/keys',
      FILE_LINK_KEY: 'k'.repeat(32),
    };
    expect((await request(['/me', '--as', of('Ada')], elsewhere)).err).to.match(
      /^Tokens come from your identity provider/,
    );
  });

  it('is found without a tenant, unless several tenants have somebody with the address', async () => {
    const [one, two] = [await company(api, 'Uma\nUdo'), await company(api, 'Uma')];
    const shared = `uma@${one.tenantId}.example`;
    await one.statement('MATCH (u:User {tenantId: $tenantId, name: "Uma"}) SET u.email = $shared', { shared });
    const ask = () => request(['/me', '--as', shared, '--jq', '.id'], { CHECKIN_TENANT: '' });
    expect(await ask()).to.deep.equal({ code: 0, out: `${one.id('Uma')}\n`, err: '' });
    await two.statement('MATCH (u:User {tenantId: $tenantId, name: "Uma"}) SET u.email = $shared', { shared });
    const { code, err } = await ask();
    expect(code).to.equal(1);
    expect(err).to.match(/^Several tenants have somebody active .* choose one with --tenant \(.+, .+\)\.\n$/);
    expect(err).to.include(one.tenantId).and.include(two.tenantId);
    await one.statement('MATCH (u:User {tenantId: $tenantId, name: "Uma"}) SET u.active = false');
    expect((await ask()).out).to.equal(`${two.id('Uma')}\n`);
    expect((await request(['/me', '--as', 'nobody@a.example'], { CHECKIN_TENANT: '' })).err).to.equal(
      'Nobody active has the address "nobody@a.example".\n',
    );
  });
});

describe('checkin api and an API that misbehaves', () => {
  let stop: () => Promise<void>;
  let url = '';
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: string[] = [];
  before(async () => {
    ({ url, stop } = await listenLocally(
      createServer((request_, response) => {
        asked.push(`${request_.method} ${request_.url} ${request_.headers.authorization ?? ''}`);
        answer(request_, response);
      }),
    ));
  });
  after(() => stop());
  beforeEach(() => void (asked.length = 0));
  const token = 'secret-token';
  const call = (words: string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    request(words, { CHECKIN_API: url, CHECKIN_TOKEN: token, ...env });
  const json = (response: ServerResponse, body: unknown, status = 200, headers = {}): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  it('says that there is no answer in time, and how to repeat a change', async () => {
    answer = () => undefined;
    const read = await call(['/me', '--timeout', '1']);
    expect(read).to.deep.equal({ code: 1, out: '', err: `The API at ${url} did not answer within 1 s.\n` });
    const changed = await call(['POST', '/goals', '--data', '{}', '--timeout', '1', '--idempotency-key', 'k1']);
    expect(changed.err).to.equal(
      `The API at ${url} did not answer within 1 s. It is not known whether the change was made. To repeat it safely: --idempotency-key k1\n`,
    );
    answer = (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    expect((await call(['/me', '--timeout', '1', '--jq', '.'])).err).to.match(/did not answer within 1 s/);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      setImmediate(() => response.destroy());
    };
    expect((await call(['/me', '--jq', '.'])).err).to.equal(`The answer of the API at ${url} broke off.\n`);
  });

  it('follows no redirect and no cursor twice', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/x' }).end();
    expect((await call(['/me'])).err).to.equal('HTTP 302 Found\nLocation: http://127.0.0.1:9/x\n');
    expect(asked).to.deep.equal([`GET /v1/me Bearer ${token}`]);
    answer = (_request, response) => json(response, { items: [1], nextCursor: 'again' });
    const { code, out } = await call(['/users', '--paginate']);
    expect([code, out]).to.deep.equal([0, '{"items":[\n1,\n1\n]}\n']);
  });

  it('ends the pages of a feed that always has a cursor, and leaves a list open that breaks off', async () => {
    answer = ({ url: path_ = '' }, response) =>
      json(
        response,
        path_.includes('cursor') ? { items: [], nextCursor: 'c2' } : { items: ['a'], nextCursor: 'c1', hasMore: true },
      );
    expect((await call(['/changes', '--paginate'])).out).to.equal('{"items":[\n"a"\n]}\n');
    answer = ({ url: path_ = '' }, response) =>
      path_.includes('cursor')
        ? json(response, { code: 'RATE_LIMITED', message: 'Slower.' }, 429, { 'retry-after': '7' })
        : json(response, { items: ['a'], nextCursor: 'c1' });
    expect(await call(['/users', '--paginate'])).to.deep.equal({
      code: 1,
      out: '{"items":[\n"a"',
      err: 'HTTP 429 RATE_LIMITED: Slower.\nTry again after 7 s.\n',
    });
  });

  it('says what is no JSON, and names a request to report', async () => {
    answer = (_request, response) =>
      void response.writeHead(502, { 'content-type': 'text/html', 'x-request-id': 'r1' }).end('<h1>Bad</h1>');
    expect((await call(['/me'])).err).to.equal('HTTP 502 Bad Gateway\n<h1>Bad</h1>\nX-Request-Id: r1\n');
    answer = (_request, response) =>
      void response.writeHead(500, { 'content-type': 'application/json' }).end('{"code"');
    expect((await call(['/me'])).err).to.equal('HTTP 500 Internal Server Error\n{"code"\n');
    answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n');
    expect((await call(['/me'])).out).to.equal('a,b\n');
    expect((await call(['/me', '--jq', '.'])).err).to.equal('--jq needs JSON, and the answer is none.\n');
    answer = (_request, response) => void response.writeHead(204).end();
    expect(await call(['DELETE', '/me', '--jq', '.'])).to.deep.equal({ code: 0, out: '', err: '' });
  });

  it('says no token, whatever goes wrong', async () => {
    answer = (_request, response) => json(response, [1]);
    for (const [bad, words] of [
      ['se\ncret', ['/me']],
      ['sécret', ['/me']],
      [token, ['/me', '--jq', '.a.b']],
      [token, ['/me', '--api', 'http://me:pass-word@127.0.0.1:1']],
      [token, ['/me', '--api', 'ftp://127.0.0.1']],
    ] as [string, string[]][]) {
      const { code, out, err } = await call(words, { CHECKIN_TOKEN: bad });
      expect([code, out], words.join(' ')).to.deep.equal([1, '']);
      expect(err).to.match(/^\S.*\.?\n$/);
      expect(err).to.not.match(/s.?\n?cret|pass-word/);
    }
  });

  it('holds one page of a list at a time', async () => {
    const item = 'x'.repeat(1_000_000);
    let pages = 0;
    answer = (_request, response) => {
      pages += 1;
      json(response, { items: Array.from({ length: 8 }, () => item), ...(pages < 20 && { nextCursor: `c${pages}` }) });
    };
    const { code, out, err } = await start(['api', '/users', '--paginate', '--jq', '.items[] | length'], {
      CHECKIN_API: url,
      CHECKIN_TOKEN: token,
      NODE_OPTIONS: '--max-old-space-size=64',
    });
    expect([code, err]).to.deep.equal([0, '']);
    expect(out.trim().split('\n')).to.have.length(160);
  });
});

describe('the address of the API', () => {
  it('is that of the running stack, or what is set', async () => {
    const none = { CHECKIN_API: '', PUBLIC_URL: '', CHECKIN_TOKEN: 'x', XDG_STATE_HOME: path.join(folder, 'empty') };
    mkdirSync(path.join(folder, 'empty'), { recursive: true });
    const { code, err } = await request(['/me'], none);
    expect(code).to.equal(1);
    expect(err).to.match(/^No servers found: run "npm start" .* or set CHECKIN_API to the address of an API\.\n$/);
    const other = await request(['/openapi.json', '--jq', '.openapi'], {
      ...none,
      CHECKIN_TOKEN: '',
      PUBLIC_URL: api.url,
    });
    expect(other.out).to.equal('3.1.0\n');
  });
});
