// checkin token: a token for a person or a service, signed with this checkout's own key.
import { Option, type Command } from 'commander';
import { serviceScopes } from '../../src/access.ts';
import { signToken } from '../../src/tokens.ts';
import { connected } from '../connect.ts';
import { normalEmail } from '../org/columns.ts';
import { findPerson } from '../org/find-person.ts';
import { findTenant } from '../org/tenants.ts';
import { print } from '../output.ts';

type Wish = { tenant: string; expires: string; service?: string; scope?: string };

/** Adds `token`. */
export function addToken(program: Command): void {
  program
    .command('token [email]')
    .description('print a token for someone, or for a service; only where tokens are signed with a key file')
    .requiredOption('--tenant <slug>', 'the tenant')
    .option('--expires <duration>', 'how long it is good for, such as 30m, 8h or 7d', '8h')
    .option('--service <name>', 'for a service instead of a person; needs --scope')
    .addOption(new Option('--scope <scope>', 'what the service may do').choices(serviceScopes))
    .action(async (email: string | undefined, { tenant, expires, service, scope }: Wish, command: Command) => {
      const misuse = misuseOf(email, {
        tenant,
        expires,
        ...(service !== undefined && { service }),
        ...(scope && { scope }),
      });
      if (misuse) command.error(`error: ${misuse}`, { exitCode: 2 });
      await connected(async ({ graph, config }) => {
        const { TOKEN_KEY_FILE, TOKEN_ISSUER: issuer, TOKEN_AUDIENCE: audience } = config;
        if (!TOKEN_KEY_FILE)
          throw new Error('Tokens come from your identity provider (TOKEN_JWKS_URL); ask it for one.');
        const { id } = await findTenant(graph, tenant);
        const subject = email === undefined ? `service:${service}` : await activePerson(graph, id, email);
        const claims = { sub: subject, tenant: id, ...(scope && { scope }) };
        await print(await signToken(TOKEN_KEY_FILE, claims, { issuer, audience }, expires));
      });
    });
}

async function activePerson(graph: Parameters<typeof findPerson>[0], tenantId: string, email: string): Promise<string> {
  const person = await findPerson(graph, tenantId, email);
  if (!person.active) throw new Error(`${normalEmail(email)} has left; a token would be of no use.`);
  return person.id;
}

function misuseOf(email: string | undefined, { expires, service, scope }: Wish): string | null {
  if ((email === undefined) === (service === undefined)) return 'name either a person by e-mail address or a --service';
  if (service !== undefined && !/^[a-z][a-z0-9-]{0,60}$/.test(service)) {
    return 'a service is named in small letters, digits and hyphens';
  }
  if ((service === undefined) !== (scope === undefined)) return '--service and --scope belong together';
  if (!/^[1-9]\d{0,5}[smhd]$/.test(expires)) return '--expires is a duration such as 30m, 8h or 7d';
  return null;
}
