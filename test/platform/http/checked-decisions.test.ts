// The check that tests make of every answer: a handler decides by the permission that its endpoint declares.
import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import {
  permit,
  permitPart,
  permitRowsByQuery,
  type AnyPermission,
  type Standing,
} from '../../../src/platform/access/permissions.ts';
import type { Caller } from '../../../src/platform/http/caller.ts';
import { checkDecisions } from '../../../src/platform/http/declaration/endpoint-router.ts';
import { createEndpointFactory, type Call } from '../../../src/platform/http/endpoint.ts';

const admin: Standing = { roles: ['admin'] };

/** Answers a call of an endpoint that declares this permission; a refusal or a fault is its message. */
async function answer(
  permission: AnyPermission | null,
  decide: () => unknown,
  callerKind: Caller['kind'] = 'user',
  alsoDecides?: AnyPermission[],
): Promise<string> {
  const endpoint = createEndpointFactory<object>()({
    method: 'GET',
    path: '/things',
    operationId: 'getThings',
    summary: 'Get things.',
    success: 200,
    errors: [],
    ...(permission && { permission }),
    ...(alsoDecides && { alsoDecides }),
    response: Type.String(),
    async handler() {
      await Promise.resolve();
      decide();
      return Promise.resolve('things');
    },
  });
  return checkDecisions('GET /things', endpoint)({ callerKind } as Call).then(String, (error: Error) => error.message);
}

describe('an answer to a user', () => {
  it('needs the declared permission, in whatever way it is decided', async () => {
    expect(await answer('audit:read', () => permit(admin, 'audit:read'))).to.equal('things');
    expect(await answer('org:read', () => permit(admin, 'org:read'))).to.equal('things');
    expect(await answer('summary:read', () => permitRowsByQuery('summary:read'))).to.equal('things');
    expect(await answer(null, () => undefined)).to.equal('things');
  });
  it('fails if no permission was decided', async () => {
    const fault = 'GET /things declares the permission audit:read and decides by none.';
    expect(await answer('audit:read', () => undefined)).to.equal(fault);
  });
  it('fails if another permission was decided, alone or as well', async () => {
    const alone = await answer('audit:read', () => permit(admin, 'plan:manage'));
    expect(alone).to.equal('GET /things declares the permission audit:read and decides by plan:manage.');
    const besides = await answer('audit:read', () => {
      permit(admin, 'audit:read');
      permit(admin, 'plan:manage');
    });
    expect(besides).to.equal('GET /things declares the permission audit:read and decides by audit:read, plan:manage.');
  });
  it('fails if a permission was decided and none is declared', async () => {
    const undeclared = await answer(null, () => permit(admin, 'audit:read'));
    expect(undeclared).to.equal('GET /things declares the permission (none) and decides by audit:read.');
  });
  it('is not the concern of another request at the same time', async () => {
    const [decided, forgotten] = await Promise.all([
      answer('audit:read', () => permit(admin, 'audit:read')),
      answer('audit:read', () => undefined),
    ]);
    expect(decided).to.equal('things');
    expect(forgotten).to.include('decides by none');
  });
});

describe('an answer of which a further permission decides a part', () => {
  const person: Standing = { roles: [] };
  const declared = ['ai-insights:read', 'absence:read'] as const;
  const answerWith = (decide: () => unknown, kind: Caller['kind'] = 'user'): Promise<string> =>
    answer('audit:read', decide, kind, [...declared]);

  it('needs that it is declared, and decided whether or not the caller holds it', async () => {
    const decide = (standing: Standing) => (): void => {
      permit(admin, 'audit:read');
      permitPart(standing, 'ai-insights:read');
      permitRowsByQuery('absence:read');
    };
    expect(await answerWith(decide(admin))).to.equal('things');
    expect(await answerWith(decide(person))).to.equal('things');
    const undeclared = await answer('audit:read', decide(person));
    expect(undeclared).to.equal(
      'GET /things declares the permission audit:read and decides by audit:read, ai-insights:read, absence:read.',
    );
  });
  it('fails if one of the declared was not decided', async () => {
    const fault = await answerWith(() => {
      permit(admin, 'audit:read');
      permitPart(admin, 'ai-insights:read');
    });
    expect(fault).to.equal(
      'GET /things declares the permission audit:read, ai-insights:read, absence:read and decides by audit:read, ai-insights:read.',
    );
    const first = await answerWith(() => {
      permitPart(admin, 'ai-insights:read');
      permitRowsByQuery('absence:read');
    });
    expect(first).to.include('decides by ai-insights:read, absence:read.');
  });
  it('may have no permission of its own', async () => {
    const decided = await answer(null, () => permitPart(person, 'chain:read'), 'user', ['chain:read']);
    expect(decided).to.equal('things');
    const forgotten = await answer(null, () => undefined, 'user', ['chain:read']);
    expect(forgotten).to.equal('GET /things declares the permission chain:read and decides by none.');
  });
  it('is not asked of a service', async () => {
    expect(await answerWith(() => undefined, 'service')).to.equal('things');
  });
});

describe('a refusal', () => {
  it('is left as it is', async () => {
    const refused = await answer('audit:read', () => permit({ roles: [] }, 'audit:read'));
    expect(refused).to.equal('You are not permitted to do this.');
  });
});

describe('an answer to a service', () => {
  it('needs no permission: its scope has decided', async () => {
    expect(await answer('changes:read', () => undefined, 'service')).to.equal('things');
  });
});
