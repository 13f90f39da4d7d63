// ETag, If-None-Match and If-Match: of single resources, and of the changes to them.
import { expect } from 'chai';
import {
  entityTagsPattern,
  matchesStrongly,
  matchesWeakly,
  parseEntityTags,
  computeEntityTag,
} from '../../../src/platform/http/entity-tags.ts';
import { headerParameters } from '../../../src/platform/http/openapi/describe-headers.ts';
import { listHeaderNames } from '../../../src/platform/http/request/parser.ts';
import { sections } from '../../../src/app/sections.ts';
import { company, freshCompany } from '../../support/company.ts';
import { askAs, type Ask, type Requested } from '../../support/conditions.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { expectRefusal } from './wire.ts';

const api = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob [Apps]\n    Cy\n  Dee');
let ada: Ask;
let bob: Ask;
let cy: Ask;
beforeEach(() => {
  [ada, bob, cy] = ['Ada', 'Bob', 'Cy'].map((name) => askAs(api, acme, name)) as [Ask, Ask, Ask];
});

const tagOf = ({ headers }: Requested): string => String(headers.etag);
const created = async (who: Ask, path: string, body: unknown): Promise<string> =>
  `${path}/${String((await who('POST', path, {}, body)).body['id'])}`;

describe('the ETag of a single resource', () => {
  const resources: Record<string, () => string | Promise<string>> = {
    'the caller': () => '/me',
    'a user': () => `/users/${acme.id('Cy')}`,
    'a summary': () => created(cy, '/summaries', aSummary()),
    'a goal': () => created(cy, '/goals', aGoal()),
    'the own board': () => '/goals/board',
    'preferences of channels': () => '/notifications/preferences',
    'a count': () => '/notifications/unread-count',
    'the nomination window': () => '/mvp/nominations/window',
  };
  for (const [what, prepare] of Object.entries(resources)) {
    it(`stays while ${what} stays, and makes the next response a 304`, async () => {
      const path = await prepare();
      const first = await cy('GET', path);
      expect(first.status).to.equal(200);
      expect(tagOf(first)).to.match(/^"[0-9a-f]{32}"$/);
      expect(first.headers['cache-control']).to.equal('private, no-cache');
      for (const sent of [tagOf(first), `W/${tagOf(first)}`, `"a", ${tagOf(first)}`, '*']) {
        const again = await cy('GET', path, { 'if-none-match': sent });
        expect([again.status, again.text, tagOf(again)]).to.deep.equal([304, '', tagOf(first)]);
        expect(again.headers).to.not.have.any.keys('content-type', 'content-length', 'content-encoding');
        expect(again.headers['cache-control']).to.equal('private, no-cache');
      }
      const other = await cy('GET', path, { 'if-none-match': '"a", W/"b"' });
      expect([other.status, other.text]).to.deep.equal([200, first.text]);
      const head = await cy('HEAD', path);
      expect([head.status, tagOf(head)]).to.deep.equal([200, tagOf(first)]);
    });
  }

  it('changes with the representation', async () => {
    const path = await created(cy, '/summaries', aSummary());
    const summary = await cy('GET', path);
    const board = await cy('GET', '/goals/board');
    await bob('POST', `${path}/response`, {}, { body: 'Well done.' });
    await cy('POST', '/goals', {}, aGoal());
    for (const [of, known] of Object.entries({ [path]: summary, '/goals/board': board })) {
      const now = await cy('GET', of, { 'if-none-match': tagOf(known) });
      expect(now.status).to.equal(200);
      expect(tagOf(now)).to.not.equal(tagOf(known));
    }
  });

  it('belongs to what this caller sees of it', async () => {
    const path = `/goals/board?userId=${acme.id('Cy')}`;
    const own = await cy('GET', path);
    const manager = await bob('GET', path);
    expect(tagOf(own)).to.not.equal(tagOf(manager));
    expect((await bob('GET', path, { 'if-none-match': tagOf(own) })).status).to.equal(200);
  });

  it('does not open what the caller may not see', async () => {
    const globex = await company(api, 'Eve (people_team)');
    const path = await created(cy, '/goals', aGoal());
    const { headers } = await cy('GET', path);
    const eve = askAs(api, globex, 'Eve');
    expectRefusal(await eve('GET', path, { 'if-none-match': String(headers.etag) }), 403, 'FORBIDDEN');
    expectRefusal(await eve('GET', path, { 'if-none-match': '*' }), 403, 'FORBIDDEN');
    expectRefusal(await eve('PATCH', path, { 'if-match': String(headers.etag) }, { title: 'Mine' }), 403, 'FORBIDDEN');
    expect((await cy('GET', path)).body['title']).to.equal('Write the guide');
  });

  it('names the coding of a compressed response, also in its 304', async () => {
    const path = await created(cy, '/summaries', aSummary({ learned: 'word '.repeat(500) }));
    const plain = tagOf(await cy('GET', path));
    for (const coding of ['br', 'gzip']) {
      const tag = tagOf(await cy('GET', path, { 'accept-encoding': coding }));
      expect(tag).to.equal(plain.replace(/"$/, `-${coding}"`));
      const again = await cy('GET', path, { 'accept-encoding': coding, 'if-none-match': tag });
      expect([again.status, again.text, tagOf(again)]).to.deep.equal([304, '', tag]);
      expect(again.headers).to.not.have.any.keys('content-type', 'content-encoding');
      expect(again.headers.vary).to.match(/Accept-Encoding/i);
      expect(
        (await cy('PATCH', path, { 'if-match': tag }, aSummary({ learned: 'word '.repeat(500) }))).status,
      ).to.equal(200);
    }
  });

  it('is not sent with lists, signed links and errors, which nobody may store', async () => {
    const paths = [
      '/teams',
      `/org/users/${acme.id('Bob')}/chain`,
      '/summaries/reports/weekly-digest',
      '/goals/reports/non-setters',
      '/summaries/insights/trends',
    ];
    const answers = [
      ...(await Promise.all(paths.map((path) => bob('GET', path, { 'if-none-match': '*' })))),
      await bob('GET', `/summaries/${acme.id('Cy')}`),
      await cy('POST', '/goals', {}, aGoal({ title: '' })),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 404, 400]);
    for (const { headers } of answers) {
      expect(headers['cache-control']).to.equal('no-store');
      expect(headers).to.not.have.property('etag');
    }
  });
});

describe('Last-Modified of a summary', () => {
  it('is when it was written, answered or edited last', async () => {
    const path = await created(cy, '/summaries', aSummary());
    const times: unknown[] = [];
    const look = async (): Promise<unknown> => times.push((await bob('GET', path)).headers['last-modified']);
    await look();
    api.clock.now = '2026-11-20T11:00:00.000Z';
    await bob('POST', `${path}/response`, {}, { body: 'Well done.' });
    await look();
    api.clock.now = '2026-11-20T12:00:00.000Z';
    await cy('PATCH', path, {}, aSummary());
    await look();
    expect(times).to.deep.equal([10, 11, 12].map((hour) => `Fri, 20 Nov 2026 ${hour}:00:00 GMT`));
    const known = await bob('GET', path, { 'if-none-match': '*' });
    expect([known.status, known.headers['last-modified']]).to.deep.equal([304, times[2]]);
  });
});

describe('the ETag of a change', () => {
  it('is that of the resource it returns', async () => {
    const goal = await cy('POST', '/goals', {}, aGoal());
    const goalPath = `/goals/${String(goal.body['id'])}`;
    const summary = await cy('POST', '/summaries', {}, aSummary());
    const summaryPath = `/summaries/${String(summary.body['id'])}`;
    const steps: [path: string, change: () => Promise<Requested>][] = [
      [goalPath, () => Promise.resolve(goal)],
      [goalPath, () => cy('PATCH', goalPath, {}, { description: 'Long', status: 'completed' })],
      [goalPath, () => cy('PATCH', `${goalPath}/move`, {}, { targetWeek: 'next' })],
      [summaryPath, () => Promise.resolve(summary)],
      [summaryPath, () => cy('PATCH', summaryPath, {}, aSummary({ proud: '<b>More</b>' }))],
      [
        '/notifications/preferences',
        () => cy('PUT', '/notifications/preferences', {}, { preferences: [{ type: 'announcement', channels: [] }] }),
      ],
    ];
    for (const [path, change] of steps) {
      const changed = await change();
      if (changed !== goal && changed !== summary) expect(tagOf(changed)).to.equal(tagOf(await cy('GET', path)));
      expect(changed.headers['cache-control']).to.equal('no-store');
      expect(tagOf(changed)).to.match(/^"/);
    }
    const fresh = await cy('POST', '/goals', {}, aGoal());
    expect(tagOf(fresh)).to.equal(tagOf(await cy('GET', `/goals/${String(fresh.body['id'])}`)));
  });

  it('is not sent when the change returns something else', async () => {
    const path = `/admin/org-chart/users/${acme.id('Cy')}/manager`;
    const moved = await ada('PUT', path, {}, { managerId: acme.id('Dee') });
    expect([moved.status, moved.headers.etag]).to.deep.equal([200, undefined]);
  });
});

describe('If-Match', () => {
  type Case = { resource: () => Promise<string>; who: () => Ask; method: string; path: (of: string) => string };
  const changes: Record<string, Case & { body: (turn: number) => unknown }> = {
    'an edit of a goal': {
      resource: () => created(cy, '/goals', aGoal()),
      who: () => cy,
      method: 'PATCH',
      path: (of) => of,
      body: (turn) => ({ title: `Goal ${turn}` }),
    },
    'an edit of a summary': {
      resource: () => created(cy, '/summaries', aSummary()),
      who: () => cy,
      method: 'PATCH',
      path: (of) => of,
      body: (turn) => aSummary({ learned: `Lesson ${turn}` }),
    },
    'a new manager': {
      resource: () => Promise.resolve(`/users/${acme.id('Cy')}`),
      who: () => ada,
      method: 'PUT',
      path: () => `/admin/org-chart/users/${acme.id('Cy')}/manager`,
      body: (turn) => ({ managerId: acme.id(turn % 2 ? 'Dee' : 'Ada') }),
    },
    preferences: {
      resource: () => Promise.resolve('/notifications/preferences'),
      who: () => cy,
      method: 'PUT',
      path: (of) => of,
      body: (turn) => ({ preferences: [{ type: 'announcement', channels: turn % 2 ? ['email'] : ['in_app'] }] }),
    },
  };
  for (const [what, { resource, who, method, path, body }] of Object.entries(changes)) {
    it(`lets ${what} pass while the ETag is current, and refuses it afterwards`, async () => {
      const of = await resource();
      const stale = tagOf(await who()('GET', of));
      expect((await who()(method, path(of), { 'if-match': `"a", ${stale}` }, body(1))).status).to.equal(200);
      const changed = await who()('GET', of);
      expectRefusal(await who()(method, path(of), { 'if-match': stale }, body(2)), 412, 'PRECONDITION_FAILED');
      expectRefusal(
        await who()(method, path(of), { 'if-match': `W/${tagOf(changed)}` }, body(2)),
        412,
        'PRECONDITION_FAILED',
      );
      expect((await who()('GET', of)).text).to.equal(changed.text);
      expect((await who()(method, path(of), { 'if-match': '*' }, body(2))).status).to.equal(200);
      expect((await who()(method, path(of), {}, body(3))).status).to.equal(200);
    });

    it(`lets one of 16 clients make ${what}, and refuses all others`, async () => {
      const of = await resource();
      const current = tagOf(await who()('GET', of));
      const clients = Array.from({ length: 16 }, (_, turn) =>
        who()(method, path(of), { 'if-match': current }, body(turn)),
      );
      const statuses = (await Promise.all(clients)).map(({ status }) => status);
      expect(statuses.sort()).to.deep.equal([200, ...Array<number>(15).fill(412)]);
    });
  }

  it('holds against a response that comes meanwhile', async () => {
    const path = await created(cy, '/summaries', aSummary());
    const known = tagOf(await cy('GET', path));
    await bob('POST', `${path}/response`, {}, { body: 'Well done.' });
    expectRefusal(
      await cy('PATCH', path, { 'if-match': known }, aSummary({ learned: 'x' })),
      412,
      'PRECONDITION_FAILED',
    );
  });

  it('goes behind every other refusal', async () => {
    const path = await created(cy, '/goals', aGoal());
    const stale = { 'if-match': '"a"' };
    expectRefusal(await bob('PATCH', path, stale, { title: 'T' }), 403, 'FORBIDDEN');
    expectRefusal(await cy('PATCH', `/goals/${acme.id('Cy')}`, stale, { title: 'T' }), 404, 'GOAL_NOT_FOUND');
    expectRefusal(await cy('PATCH', path, stale, { title: '' }), 400, 'VALIDATION_ERROR');
    const manager = `/admin/org-chart/users/${acme.id('Cy')}/manager`;
    expectRefusal(await bob('PUT', manager, stale, { managerId: acme.id('Dee') }), 403, 'FORBIDDEN');
  });

  it('comes after the replay of a change that is sent again', async () => {
    const path = await created(cy, '/goals', aGoal());
    const headers = { 'if-match': tagOf(await cy('GET', path)), 'idempotency-key': acme.id('Cy') };
    const first = await cy('PATCH', path, headers, { title: 'Again' });
    const again = await cy('PATCH', path, headers, { title: 'Again' });
    expect([again.status, again.text, tagOf(again)]).to.deep.equal([200, first.text, tagOf(first)]);
    expect(again.headers['idempotency-replayed']).to.equal('true');
  });

  it('can be sent again with another ETag and the same key after a 412', async () => {
    const path = await created(cy, '/goals', aGoal());
    const key = { 'idempotency-key': 'k' };
    expectRefusal(await cy('PATCH', path, { ...key, 'if-match': '"a"' }, { title: 'T' }), 412, 'PRECONDITION_FAILED');
    const current = { ...key, 'if-match': tagOf(await cy('GET', path)) };
    expect((await cy('PATCH', path, current, { title: 'T' })).status).to.equal(200);
  });

  it('is declared by every PUT, PATCH and DELETE, and by no other endpoint', () => {
    for (const declared of sections.flatMap(({ endpoints }) => endpoints)) {
      const isExpected = ['PUT', 'PATCH', 'DELETE'].includes(declared.method);
      expect(listHeaderNames(declared).includes('If-Match'), `${declared.method} ${declared.path}`).to.equal(
        isExpected,
      );
    }
  });
});

describe('entity tags in headers', () => {
  const lists: [header: string, tags: unknown][] = [
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['W/"a"', ['W/"a"']],
    ['"a","b,c" , W/"d"', ['"a"', '"b,c"', 'W/"d"']],
    [', "a",, "b",', ['"a"', '"b"']],
    ['""', ['""']],
    ['', null],
    ['a', null],
    ['"a', null],
    ['"a""b"', null],
    ['"a" "b"', null],
    ['*, "a"', null],
    ['w/"a"', null],
    ['"a b"', null],
    [`"${'a,'.repeat(20_000)}`, null],
  ];
  for (const [header, tags] of lists) {
    it(`${tags ? 'are read from' : 'are refused in'} ${JSON.stringify(header.slice(0, 30))}`, () => {
      expect(parseEntityTags(header)).to.deep.equal(tags);
      expect(new RegExp(entityTagsPattern).test(header), 'the pattern of the document').to.equal(tags !== null);
    });
  }

  it('match weakly for reads and strongly for changes', () => {
    expect([matchesWeakly(['W/"a"'], '"a"'), matchesStrongly(['W/"a"'], '"a"')]).to.deep.equal([true, false]);
    expect([matchesWeakly(['"a"'], '"a"'), matchesStrongly(['"b"', '"a"'], '"a"')]).to.deep.equal([true, true]);
    expect(computeEntityTag('{}')).to.not.equal(computeEntityTag('[]'));
    expect(headerParameters['If-Match'].description, 'the document says so').to.include('W/"…"');
  });

  it('that are malformed are a 400 that names the header', async () => {
    const path = await created(cy, '/goals', aGoal());
    const read = expectRefusal(await cy('GET', path, { 'if-none-match': 'abc' }), 400, 'VALIDATION_ERROR');
    const change = expectRefusal(
      await cy('PATCH', path, { 'if-match': 'abc' }, { title: 'T' }),
      400,
      'VALIDATION_ERROR',
    );
    expect([read, change].map((message) => message.split(' ')[0])).to.deep.equal(['If-None-Match', 'If-Match']);
    expect((await cy('POST', '/goals', { 'if-match': 'abc' }, aGoal())).status).to.equal(201);
  });
});
