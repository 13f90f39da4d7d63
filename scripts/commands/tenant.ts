// checkin tenant …: makes, shows and deletes tenants.
import { InvalidArgumentError, type Command } from 'commander';
import { connected } from '../connect.ts';
import { deleteTenant } from '../org/delete-tenant.ts';
import { createTenant, faultOfTenant, findTenant, type NewTenant } from '../org/tenants.ts';
import { counted, print, tell, withProgress } from '../output.ts';

type Making = { name?: string; timezone: string; nominationDays: string; json?: true };

/** Adds `tenant create`, `tenant show` and `tenant delete`. */
export function addTenant(program: Command): void {
  const tenant = program.command('tenant').description('make, show and delete tenants');

  tenant
    .command('create <slug>')
    .description('make a tenant; the slug is its short name in commands: small letters, digits, hyphens')
    .option('--name <name>', 'its name as people know it (default: the slug)')
    .option('--timezone <zone>', 'the time zone its weeks and days follow', checked('timezone'), 'UTC')
    .option(
      '--nomination-days <A-B>',
      'the days of the month on which nominations are open',
      checked('nominationDays'),
      '1-31',
    )
    .option('--json', 'print it as JSON')
    .action(async (slug: string, { name = slug, timezone, nominationDays, json }: Making, command: Command) => {
      const wish = { slug, name, timezone, nominationDays };
      const fault = faultOfTenant(wish);
      if (fault) command.error(`error: ${fault}`, { exitCode: 2 });
      const made = await connected(({ graph }) => createTenant(graph, { ...wish, now: new Date() }));
      await print(json ? JSON.stringify(made, null, 2) : `${made.slug}\t${made.id}`);
    });

  tenant
    .command('show <slug>')
    .description('show what a tenant is set to and how large it is')
    .option('--json', 'print it as JSON')
    .action(async (slug: string, { json }: { json?: true }) => {
      const shown = await connected(async ({ graph }) => {
        const found = await findTenant(graph, slug);
        const sizes = await graph.bind({ tenantId: found.id }).one<Record<string, number>>('org/count');
        return { ...found, ...sizes };
      });
      if (json) return print(JSON.stringify(shown, null, 2));
      for (const [name, value] of Object.entries(shown)) await print(`${name}\t${value}`);
    });

  tenant
    .command('delete <slug>')
    .description('delete a tenant and everything it has, for ever')
    .option('--yes', 'yes, delete it')
    .action(async (slug: string, { yes }: { yes?: true }, command: Command) => {
      if (!yes)
        command.error('error: this deletes everything the tenant has, for ever; add --yes to do it', { exitCode: 2 });
      await connected(async ({ graph }) => {
        const { id } = await findTenant(graph, slug);
        const deleted = await withProgress('deleting', (progress) => deleteTenant(graph, id, progress));
        tell(`Deleted ${slug}: ${counted(deleted, 'node')}.`);
      });
    });
}

/** Refuses a value as misuse before anything is connected. */
function checked(field: 'timezone' | 'nominationDays'): (value: string) => string {
  return (value) => {
    const sound: Omit<NewTenant, 'now'> = { slug: 'ok', name: 'ok', timezone: 'UTC', nominationDays: '1-31' };
    const fault = faultOfTenant({ ...sound, [field]: value });
    if (fault) throw new InvalidArgumentError(fault);
    return value;
  };
}
