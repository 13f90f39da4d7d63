// A directory: requests to the SCIM endpoints with a service token, and bodies as Okta and Entra send them.
import { tokenOf } from './company.ts';
import type { Service } from './service.ts';

export type ScimAnswer = { status: number; headers: Headers; body: ScimBody };
export type ScimBody = Record<string, unknown> & {
  id: string;
  userName: string;
  displayName: string;
  active: boolean;
  Resources: ScimBody[];
  totalResults: number;
  scimType?: string;
  detail?: string;
};
export type Directory = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>;

export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Requests of a directory of a tenant, as the service `okta`. */
export function directory(service: Service, tenantId: string, scope = 'scim'): Directory {
  let token: Promise<string> | undefined;
  return async (method, path, body, headers = {}) => {
    token ??= tokenOf(service, { sub: 'service:okta', tenant: tenantId, scope });
    const response = await fetch(`${service.url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as ScimBody };
  };
}

/** Like `directory`, with a new company for each test. */
export const directoryOf =
  (service: Service, of: { tenantId: string }): Directory =>
  (...request) =>
    directory(service, of.tenantId)(...request);

export const patchOf = (...operations: object[]): object => ({ schemas: [patchSchema], Operations: operations });

/** A new user as Okta sends it. */
export const oktaUser = (name: string, more: object = {}): Record<string, unknown> => ({
  schemas: [core],
  userName: `${name.toLowerCase()}@acme.test`,
  name: { givenName: name, familyName: 'Okta' },
  emails: [{ primary: true, value: `${name.toLowerCase()}@acme.test`, type: 'work' }],
  displayName: `${name} Okta`,
  locale: 'en-US',
  externalId: `00u${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

/** A new user as Entra sends it. */
export const entraUser = (name: string, more: object = {}): Record<string, unknown> => ({
  schemas: [core, enterprise],
  externalId: `entra-${name.toLowerCase()}`,
  userName: `${name.toLowerCase()}@acme.test`,
  active: true,
  addresses: [{ primary: false, type: 'work', country: 'Germany', locality: 'Berlin' }],
  displayName: `${name} Entra`,
  emails: [{ primary: true, type: 'work', value: `${name.toLowerCase()}@acme.test` }],
  meta: { resourceType: 'User' },
  name: { familyName: 'Entra', formatted: `${name} Entra`, givenName: name },
  phoneNumbers: [{ primary: true, type: 'work', value: '+49 30 1234' }],
  preferredLanguage: 'en-US',
  title: 'Engineer',
  [enterprise]: { department: 'Engineering', employeeNumber: `4711-${name}` },
  ...more,
});
