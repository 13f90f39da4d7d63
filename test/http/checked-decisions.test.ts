// The check that tests make of every answer: a handler decides by the permission that its endpoint declares.
import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { permit, permitRowsByQuery, type AnyPermission, type Standing } from '../../src/access/permissions.ts';
import type { Caller } from '../../src/http/caller/caller.ts';
import { checkDecisions } from '../../src/http/declaration/endpoint-router.ts';
import { createEndpointFactory, type Call } from '../../src/http/declaration/endpoint.ts';

const admin: Standing = { roles: ['admin'] };

/** Answers a call of an endpoint that declares this permission; a refusal or a fault is its message. */
async function answer(
  permission: AnyPermission | null,
  decide: () => unknown,
  callerKind: Caller['kind'] = 'user',
): Promise<string> {
  const endpoint = createEndpointFactory<object>()({
    ...{ method: 'GET', path: '/things', operationId: 'getThings', summary: 'Get things.', success: 200, errors: [] },
    ...(permission && { permission }),
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
