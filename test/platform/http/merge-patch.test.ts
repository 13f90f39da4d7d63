// A PATCH takes JSON and merge patches (RFC 7396), and null clears what can be without a value. The client that makes the patches is a
// library that nobody here wrote.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { TSchema } from '@sinclair/typebox';
import mergePatch from 'json-merge-patch';
import { changeWording } from '../../../src/features/questions/wordings.ts';
import { settingNames, settings } from '../../../src/platform/settings/settings.ts';
import { sections, servedSections } from '../../../src/app/sections.ts';
import { buildOpenApi } from '../../../src/platform/http/openapi/openapi.ts';
import { fingerprint, sharedCompany, type Answer } from '../../support/company.ts';
import { aGoal, aQuestion, aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';

const api = service();
const acme = sharedCompany(api, 'Ada (admin)\n  Mia [Sales] (senior_manager)\n    Bob [Sales]');
const merge = { 'content-type': 'application/merge-patch+json' };
type Values = Record<string, unknown>;

const patches = servedSections.flatMap(({ endpoints, isDocumented = true }) =>
  endpoints.flatMap((declared) =>
    declared.method === 'PATCH' && declared.body ? [{ declared, body: declared.body, isDocumented }] : [],
  ),
);
const takesNull = ({ type, anyOf }: TSchema): boolean =>
  type === 'null' || ((anyOf as TSchema[] | undefined) ?? []).some(takesNull);

/** A thing that each PATCH changes: who may, where it is, and how it is read. */
const things: Record<string, { who: string; make: () => Promise<string> }> = {
  updateUser: { who: 'Ada', make: () => Promise.resolve(`/admin/users/${acme.id('Bob')}`) },
  updateSettings: { who: 'Ada', make: () => Promise.resolve('/admin/settings') },
  updateSummary: { who: 'Bob', make: () => makeSummary('2026-11-16') },
  editResponse: {
    who: 'Mia',
    make: async () => {
      const path = `${await makeSummary('2026-11-09')}/response`;
      await acme.as('Mia').post(path, { body: 'Thanks.' });
      return path;
    },
  },
  changeQuestion: {
    who: 'Ada',
    make: () =>
      make('Ada', '/questions', {
        ...aQuestion(),
        kind: 'scale',
        points: 5,
        text: { en: 'How was it?' },
        low: { en: 'Bad' },
        isRequired: true,
      }),
  },
  updateGoal: { who: 'Bob', make: () => make('Bob', '/goals', aGoal({ description: 'Soon.' })) },
  moveGoal: { who: 'Bob', make: async () => `${await make('Bob', '/goals', aGoal())}/move` },
  updateIdentityProvider: { who: 'Ada', make: addProvider },
  updateWebhook: {
    who: 'Ada',
    make: () => make('Ada', '/admin/webhooks', { url: 'http://127.0.0.1:9/hooks', types: ['user.created'] }),
  },
};
const makeSummary = (weekStart: string): Promise<string> => make('Bob', '/summaries', aSummary({ weekStart }));
async function addProvider(): Promise<string> {
  const id = randomUUID();
  await acme.statement(
    `CREATE (:IdentityProvider:$($label) {tenantId: $tenantId, id: $id, issuer: 'https://i.example', audience: 'check-in', key: $id,
       personClaim: 'email', clientId: 'page', scopes: 'openid', createdAt: datetime('2026-11-20T09:00:00Z')})`,
    { id },
  );
  return `/admin/identity-providers/${id}`;
}
async function make(who: string, path: string, body: object): Promise<string> {
  const { status, body: made }: Answer<{ id: string }> = await acme.as(who).post<{ id: string }>(path, body);
  expect(status, JSON.stringify(made)).to.equal(201);
  return `${path}/${made.id}`;
}

describe('every PATCH', () => {
  it('is tried by this file', () => {
    const documented = patches.filter(({ isDocumented }) => isDocumented);
    expect(Object.keys(things)).to.have.members(documented.map(({ declared }) => declared.operationId));
  });

  it('has both types in the OpenAPI document, and nothing else has', () => {
    type Operation = { requestBody?: { content: Record<string, unknown> }; responses: Record<string, Values> };
    const document = buildOpenApi(sections, '/v1') as { paths: Record<string, Record<string, Operation>> };
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const types = Object.keys(requestBody?.content ?? {});
        const both = ['application/json', merge['content-type']];
        if (method === 'patch') expect(types, path).to.deep.equal(both);
        else expect(types, path).to.not.include(merge['content-type']);
        if (method === 'patch') expect(responses['415']).to.have.property('$ref').that.includes('OfPatch');
      }
  });

  it('declares an object in its body only if all fields are required, or if its handler merges it', () => {
    const isWhole = ({ properties = {}, required = [] }: TSchema): boolean =>
      Object.keys(properties as object).length === (required as string[]).length;
    const objects = patches.flatMap(({ declared, body }) =>
      Object.entries(body['properties'] as Record<string, TSchema>).flatMap(([name, schema]) => {
        const parts = [schema, ...((schema['anyOf'] as TSchema[] | undefined) ?? [])];
        const isPart = parts.some((part) => part['properties'] && !isWhole(part));
        return isPart ? [`${declared.operationId} ${name}`] : [];
      }),
    );
    expect(objects).to.deep.equal(['text', 'low', 'high'].map((name) => `changeQuestion ${name}`));
  });
});

for (const { declared, body, isDocumented } of patches) {
  if (!isDocumented) continue;
  const { operationId } = declared;
  const { who, make: makeThing } = things[operationId] as (typeof things)[string];
  const fields = Object.entries(body['properties'] as Record<string, TSchema>);
  describe(`${operationId}`, () => {
    let path: string;
    before(async () => {
      path = await makeThing();
    });

    it('refuses null, by name, for every field that cannot be cleared, and changes nothing', async () => {
      const refused = fields.filter(([, schema]) => !takesNull(schema)).map(([name]) => name);
      const required = (body['required'] as string[] | undefined) ?? [];
      const unchanged = await fingerprint(api, acme.tenantId);
      for (const name of refused) {
        for (const headers of [{}, merge]) {
          const { status, body: told } = await acme.as(who).patch<Values>(path, { [name]: null }, headers);
          expect([status, told['code']], name).to.deep.equal([400, 'VALIDATION_ERROR']);
          expect(told['message']).to.include(`${name} cannot be cleared: it must not be null.`);
        }
      }
      const message = fields.length > 1 && required.length === 0 ? 'has an unknown field' : '';
      const { status, body: told } = await acme.as(who).patch<Values>(path, { neverDeclared: null }, merge);
      expect([status, told['code']]).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(told['message']).to.include(message);
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(unchanged);
    });

    it('refuses other types, and names those that it takes', async () => {
      for (const type of ['application/json-patch+json', 'text/plain', 'application/merge-patch+xml']) {
        const { status, body: told, headers } = await acme.as(who).patch<Values>(path, '{}', { 'content-type': type });
        expect([status, told['code']]).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE']);
        expect(headers.get('accept-patch')).to.equal('application/json, application/merge-patch+json');
        expect(told['message']).to.include('application/json or application/merge-patch+json');
      }
    });
  });
}

describe('a body of another method', () => {
  it('is no merge patch, and the refusal names what is accepted', async () => {
    const { status, body, headers } = await acme.as('Bob').post<Values>('/goals', aGoal(), merge);
    expect([status, headers.get('accept')]).to.deep.equal([415, 'application/json']);
    expect(body['message']).to.include('application/json in UTF-8');
  });

  it('is a patch of SCIM at a PATCH of SCIM: no merge patch', async () => {
    const answer = await fetch(`${api.url}/scim/v2/Users/${randomUUID()}`, {
      method: 'PATCH',
      headers: { ...merge, authorization: `Bearer ${await acme.token('Ada')}` },
      body: '{}',
    });
    expect(answer.status).to.be.oneOf([403, 415]);
    if (answer.status === 415) expect(answer.headers.get('accept-patch')).to.not.include('merge-patch');
  });
});

describe('a merge patch', () => {
  /** Reads, changes the value, sends the difference as the library finds it, and reads again. */
  async function edit(
    who: string,
    path: string,
    change: (before: Values) => void,
    own: readonly string[],
  ): Promise<Values> {
    const read = async (): Promise<Values> => {
      // The answer to a change of a user has all that it can change, which no GET has.
      const isUser = path.startsWith('/admin/users/');
      const { body } = await (isUser
        ? acme.as(who).patch<Values>(path, { name: 'Bob' })
        : acme.as(who).get<Values>(path));
      return Object.fromEntries(Object.entries(body).filter(([name]) => own.includes(name)));
    };
    const before = await read();
    const wanted = structuredClone(before);
    change(wanted);
    const patch = mergePatch.generate(before, wanted) as object;
    const { status, body } = await acme.as(who).patch(path, patch, merge);
    expect(status, JSON.stringify([patch, body])).to.equal(200);
    const after = await read();
    expect(after).to.deep.equal(wanted);
    expect(mergePatch.apply(before, patch)).to.deep.equal(after);
    return after;
  }
  const thing = (operationId: string): Promise<string> => (things[operationId] as (typeof things)[string]).make();

  it('clears the description of a goal, and leaves what it does not name', async () => {
    const own = ['title', 'description', 'type', 'status'];
    const path = await thing('updateGoal');
    await edit('Bob', path, (goal) => void (goal['title'] = 'Another'), own);
    const after = await edit('Bob', path, (goal) => void delete goal['description'], own);
    expect(after).to.not.have.property('description');
    await edit('Bob', path, (goal) => void (goal['description'] = 'Again.'), own);
  });

  it('clears fields of a user', async () => {
    const own = ['jobTitle', 'team', 'timezone', 'region', 'employeeNumber', 'roles', 'checkInsExpected', 'name'];
    const path = await thing('updateUser');
    await edit('Ada', path, (user) => void Object.assign(user, { timezone: 'Asia/Tokyo', employeeNumber: 'E-1' }), own);
    await edit(
      'Ada',
      path,
      (user) => {
        for (const name of ['jobTitle', 'team', 'timezone', 'employeeNumber']) delete user[name];
      },
      own,
    );
    await edit('Ada', path, (user) => void (user['roles'] = ['senior_manager']), own);
    const { body } = await acme.as('Ada').patch<Values>(path, { roles: null, emailStopped: null }, merge);
    expect(body['roles']).to.deep.equal([]);
  });

  it('changes the words of a question in one language, and takes the words at an end of a scale away', async () => {
    const own = ['text', 'low', 'high', 'isRequired'];
    const path = await thing('changeQuestion');
    await edit('Ada', path, (question) => void Object.assign(question['text'] as object, { de: 'Wie war es?' }), own);
    await edit('Ada', path, (question) => void delete (question['text'] as Values)['en'], own);
    await edit('Ada', path, (question) => void (question['high'] = { de: 'Gut' }), own);
    await edit('Ada', path, (question) => void delete question['low'], own);
    const none = await acme.as('Ada').patch<Values>(path, { text: { de: null } }, merge);
    expect([none.status, none.body['message']]).to.deep.equal([400, 'text must have words in a language.']);
    const { body } = await acme.as('Ada').patch<Values>(path, { text: { en: 'As JSON' }, isRequired: null });
    expect([body['text'], body['isRequired']], 'JSON replaces all words').to.deep.equal([{ en: 'As JSON' }, false]);
    const dated = await acme.as('Ada').patch<Values>(path, { to: '2026-12-20' }, merge);
    expect(dated.status).to.equal(200);
    const later = await acme.as('Ada').patch<Values>(path, { to: null }, merge);
    expect([later.status, later.body['message']]).to.deep.equal([
      400,
      'to must not be later than it is; ask a new question for later weeks.',
    ]);
  });

  it('sets a webhook to all types, and changes its status', async () => {
    const path = await thing('updateWebhook');
    await edit('Ada', path, (webhook) => void (webhook['status'] = 'disabled'), ['url', 'types', 'status']);
    const { body } = await acme.as('Ada').patch<Values>(path, { types: null }, merge);
    expect(body['types']).to.deep.equal([]);
  });

  it('edits a summary as a whole, and a response', async () => {
    const path = await makeSummary('2026-11-02');
    const { status } = await acme.as('Bob').patch(path, aSummary({ weekStart: '2026-11-02', proud: 'More' }), merge);
    expect(status).to.equal(200);
    const response = await acme.as('Mia').post<Values>(`${path}/response`, { body: 'Thanks.' });
    const patch = mergePatch.generate(response.body, { ...response.body, body: 'Thank you.' }) as object;
    expect((await acme.as('Mia').patch<Values>(`${path}/response`, patch, merge)).body['body']).to.equal('Thank you.');
  });

  it('sets any setting to its default by null', async () => {
    const changed = { minimumGroup: 7, language: 'de', channelsOff: ['announcement:email'], name: 'Acme' };
    await acme.as('Ada').patch('/admin/settings', changed);
    const nulls = Object.fromEntries(settingNames.flatMap((name) => (name === 'rateLimits' ? [] : [[name, null]])));
    const { status, body } = await acme.as('Ada').patch<Values>('/admin/settings', nulls, merge);
    expect(status, JSON.stringify(body)).to.equal(200);
    for (const name of Object.keys(nulls))
      expect(body[name], name).to.deep.equal(settings[name as keyof typeof settings].default);
  });

  it('is another request than the same text as JSON, for a repeat with the same key', async () => {
    const path = await thing('changeQuestion');
    const send = (headers: Record<string, string>) =>
      acme.as('Ada').patch(path, { text: { de: 'Und nun?' } }, { ...headers, 'idempotency-key': 'one' });
    const statuses = [(await send(merge)).status, (await send(merge)).status, (await send({})).status];
    expect(statuses).to.deep.equal([200, 200, 422]);
  });
});

describe('changed words', () => {
  it('are those of the change as JSON, and those of both as a merge patch', () => {
    const before = { text: { en: 'a', de: 'b' }, low: { en: 'c' } };
    const change = { text: { de: null, es: 'd' }, low: undefined, high: undefined, options: undefined };
    expect(changeWording(before, change, true)).to.deep.equal({ text: { en: 'a', es: 'd' }, low: { en: 'c' } });
    expect(changeWording(before, change, false)).to.deep.equal({ text: { es: 'd' }, low: { en: 'c' } });
    expect(changeWording(before, { ...change, low: null }, true)).to.not.have.property('low');
  });
});
