// Signs access tokens of demo people with the local key.
import type { Config } from '../../../src/platform/config/config.ts';
import type { GraphClient } from '../../../src/platform/graph/client.ts';
import { writeScope } from '../../../src/platform/http/addresses.ts';
import { signToken } from '../../../src/platform/http/caller/token-keys.ts';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';

/**
 * Adds a token to each person of a company.
 *
 * @param options.expires a duration such as `8h`
 * @throws {Error} if the company or a person does not exist
 */
export async function signTokens<Person extends { email: string }>(
  graph: GraphClient,
  config: Config,
  { slug, people, expires }: { slug: string; people: readonly Person[]; expires: string },
): Promise<(Person & { token: string })[]> {
  const { TOKEN_KEY_FILE = '', TOKEN_ISSUER: issuer, TOKEN_AUDIENCE: audience } = config;
  const tenant = await findTenantId(graph, slug);
  return Promise.all(
    people.map(async (person) => {
      const { id: sub } = await findPerson(graph, tenant, person.email);
      return {
        ...person,
        token: await signToken(TOKEN_KEY_FILE, { sub, tenant, scope: writeScope }, { issuer, audience }, expires),
      };
    }),
  );
}
