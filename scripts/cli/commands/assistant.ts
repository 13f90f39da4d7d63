// checkin assistant: prints what the client of an assistant needs to call this service for people of a company.
import type { Command } from 'commander';
import { resourceMetadataPath, toAssistantsPath, writeScope } from '../../../src/platform/http/addresses.ts';
import { resolveSettings } from '../../../src/platform/settings/settings.ts';
import { findApi } from '../api/address.ts';
import { withCaller } from '../caller.ts';
import { apiOption, tenantOption } from '../command-tree.ts';
import { logToStderr, print, printJson } from '../output.ts';

type Options = { tenant: string; client: string; api?: string; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--client <id>', 'the id of the client at the identity provider', '<client id>')
    .addOption(apiOption())
    .option('--json', 'print addresses and files as JSON')
    .action(async ({ tenant: slug, client, api: given, json }: Options) => {
      const api = findApi(given);
      const permitted = await withCaller(slug, null, ({ tenant }) =>
        Promise.resolve(resolveSettings(tenant).assistants),
      );
      const setup = describeSetup(api, slug, client);
      if (json) return printJson({ assistants: permitted, ...setup });
      await print(formatSetup(setup));
      logToStderr(
        permitted === 'off'
          ? `Assistants are off: an admin turns them on by "checkin tenant set ${slug} assistants=read" (or write).`
          : `Assistants of ${slug} may ${permitted}.`,
      );
    });
}

type Setup = {
  address: string;
  metadata: string;
  scope: string;
  files: { client: string; file: string; content: object }[];
};

/** The addresses, and what two clients keep of a server in their files. */
export function describeSetup(api: string, slug: string, clientId: string): Setup {
  const address = `${api}${toAssistantsPath(slug)}`;
  const oauth = { clientId, scopes: ['openid', 'email', writeScope] };
  return {
    address,
    metadata: `${api}${resourceMetadataPath}${toAssistantsPath(slug)}`,
    scope: writeScope,
    files: [
      {
        client: 'Claude Code',
        file: '.mcp.json',
        content: {
          mcpServers: { 'check-in': { type: 'http', url: address, oauth: { clientId, callbackPort: 8765 } } },
        },
      },
      {
        client: 'Visual Studio Code',
        file: '.vscode/mcp.json',
        content: { servers: { 'check-in': { type: 'http', url: address, oauth } } },
      },
    ],
  };
}

function formatSetup({ address, metadata, scope, files }: Setup): string {
  const lines = [
    `Address   ${address}`,
    `Metadata  ${metadata}`,
    `Scope     ${scope}, only for changes`,
    ...files.flatMap(({ client, file, content }) => ['', `${client}, ${file}:`, JSON.stringify(content, null, 2)]),
  ];
  return lines.join('\n');
}
