// The table of all commands. A new command needs a row here, and a file that defines its options and action.
import type { Entry } from '../command-tree.ts';
import { orgCommands } from './org.ts';
import { tenantCommands } from './tenant.ts';

export const commands: Entry[] = [
  {
    name: 'tenant',
    description: 'create, list, show, change, export, import and delete tenants',
    commands: tenantCommands,
    examples: ['checkin tenant list', 'checkin tenant create acme --timezone Europe/Berlin'],
  },
  {
    name: 'org',
    description: "import, export, show and change a tenant's organisation",
    commands: orgCommands,
    examples: ['checkin org import people.csv --tenant acme', 'checkin org show ann@acme.example --tenant acme'],
  },
  {
    name: 'absence',
    description: 'import and list absences of people',
    load: () => import('./absence.ts'),
    commands: [
      {
        name: 'import <file>',
        description: 'set absences of people from a CSV file or a calendar (.ics); a file with a fault changes nothing',
        examples: [
          'checkin absence import absences.csv --tenant acme --dry-run',
          'checkin absence import out-of-office.ics --tenant acme --dry-run',
        ],
      },
      {
        name: 'list',
        description: 'print the absences of a tenant as the CSV file of an import',
        examples: ['checkin absence list --tenant acme'],
      },
    ],
    examples: ['checkin absence import absences.csv --tenant acme'],
  },
  {
    name: 'access',
    description: 'who may do what with a resource, and why',
    load: () => import('./access.ts'),
    commands: [
      {
        name: 'explain <email> <action> <resource>',
        description:
          'say whether a person may do something with <type>:<id>, and why; a user may be named by e-mail address',
        examples: [
          'checkin access explain ann@acme.example summary:read summary:7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme',
          'checkin access explain ann@acme.example profile:read user:bob@acme.example --tenant acme --as-of 2026-11-01T00:00:00Z',
        ],
      },
      {
        name: 'viewers <resource>',
        description: 'list who may read <type>:<id>, with the rule that permits it',
        examples: [
          'checkin access viewers summary:7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme',
          'checkin access viewers user:bob@acme.example --action profile:read --tenant acme',
        ],
      },
    ],
    examples: ['checkin access viewers summary:7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
  },
  {
    name: 'partner',
    description: 'HR partners: who has the sight of the People Team for a part of the company',
    load: () => import('./partner.ts'),
    commands: [
      {
        name: 'ls',
        description: 'list the parts that have a partner',
        examples: ['checkin partner ls --tenant acme', 'checkin partner ls --tenant acme --json'],
      },
      {
        name: 'end <part-id...>',
        description: 'end that somebody is the partner of a part',
        examples: ['checkin partner end 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
      },
      {
        name: 'groups',
        description: 'list the parts whose partners are the members of a group of a directory',
        examples: ['checkin partner groups --tenant acme', 'checkin partner groups --tenant acme --json'],
      },
      {
        name: 'end-group <part-id...>',
        description: 'end that the members of a group are the partners of a part',
        examples: ['checkin partner end-group 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
      },
    ],
    examples: ['checkin partner ls --tenant acme'],
  },
  {
    name: 'approval',
    description: 'what waits for a second admin',
    load: () => import('./approval.ts'),
    commands: [
      {
        name: 'ls',
        description: 'list requests, and first sign-ins that an admin made possible',
        examples: ['checkin approval ls --tenant acme', 'checkin approval ls --kind sign_in --tenant acme --json'],
      },
      {
        name: 'approve <id...>',
        description: 'approve one or several; the operator may approve any',
        examples: [
          'checkin approval approve 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme',
          'checkin approval approve $(checkin approval ls --kind sign_in --tenant acme | cut -f 1) --tenant acme',
        ],
      },
      {
        name: 'reject <id...>',
        description: 'end a request; a first sign-in waits until it is approved',
        examples: ['checkin approval reject 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
      },
    ],
    examples: ['checkin approval ls --tenant acme'],
  },
  {
    name: 'question',
    description: 'list, ask and end questions beside the weekly summary',
    load: () => import('./question.ts'),
    commands: [
      {
        name: 'ls',
        description: 'list questions, newest first; as CSV they are a file that "question add" takes',
        examples: ['checkin question ls --tenant acme --open', 'checkin question ls --tenant acme --format csv'],
      },
      {
        name: 'add',
        description: 'ask a question, or those of a file',
        examples: [
          'checkin question add --kind text --text en="What blocks you?" --audience tenant --tenant acme',
          'checkin question add --kind scale --points 5 --text en="How is the mood?" --audience team:Payments --tenant acme',
          'checkin question add --kind choice --option en=Home --option en=Office --text en="Where?" --audience below:ann@acme.example --tenant acme',
          'checkin question add --file questions.csv --tenant acme --dry-run',
        ],
      },
      {
        name: 'end <id>',
        description: 'end a question: it is not asked any more; one that nobody has answered is deleted',
        examples: ['checkin question end 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
      },
    ],
    examples: ['checkin question add --file questions.csv --tenant acme --dry-run'],
  },
  {
    name: 'sign-in',
    description:
      "sign in at the company's identity provider, with a code to enter in a browser: commands then act as you",
    load: () => import('./sign-in.ts'),
    examples: ['checkin sign-in --tenant acme --client check-in-commands'],
  },
  {
    name: 'sign-out',
    description: 'forget the token of sign-in: commands act as the operator again',
    load: () => import('./sign-out.ts'),
    examples: ['checkin sign-out'],
  },
  {
    name: 'token [email]',
    description: 'print a token for a person or a service; needs TOKEN_KEY_FILE',
    load: () => import('./token.ts'),
    examples: [
      'checkin token ann@acme.example --tenant acme --expires 1h',
      'checkin token --service intranet --scope notifications:dispatch --tenant acme',
    ],
  },
  {
    name: 'assistant',
    description: 'print what the client of an assistant needs: addresses, and the files of two clients',
    load: () => import('./assistant.ts'),
    examples: ['checkin assistant --tenant acme --client check-in-assistant'],
  },
  {
    name: 'api <method-or-path> [path]',
    description: 'send a request to the API, and print the answer',
    load: () => import('./api.ts'),
    examples: [
      'checkin api /me --as ann@acme.example',
      'checkin api GET /notifications --as ann@acme.example -f limit=5',
      'checkin api POST /summaries --as ann@acme.example -f weekStart=2026-11-16 -f scores.qualityOfWork=4 …',
      'checkin api POST /goals --as ann@acme.example --data @goal.json --idempotency-key auto',
      "checkin api /users --as ann@acme.example --paginate --jq '.items[].name'",
      'checkin api PATCH /summaries/7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --as ann@acme.example -f proud="The cake"',
    ],
  },
  {
    name: 'outbox',
    description: 'list outbox events, retry dead ones, and hold them after a restore',
    load: () => import('./outbox.ts'),
    commands: [
      {
        name: 'ls',
        description: "list a tenant's oldest 1,000 events: by default those that are dead",
        examples: ['checkin outbox ls --tenant acme --status pending'],
      },
      {
        name: 'retry [ids...]',
        description: 'retry dead events: those with these ids, or all of the tenant',
        examples: ['checkin outbox retry --tenant acme'],
      },
      {
        name: 'hold',
        description: 'hold what a restored database of all tenants would send; run it before a worker starts',
        examples: ['checkin outbox hold'],
      },
      {
        name: 'release',
        description: 'send what is on hold since a restore: of one tenant, or of all',
        examples: ['checkin outbox release', 'checkin outbox release --tenant acme'],
      },
    ],
    examples: ['checkin outbox ls --tenant acme'],
  },
  {
    name: 'audit',
    description: 'the audit log of a tenant: verify and export it',
    load: () => import('./audit.ts'),
    commands: [
      {
        name: 'verify',
        description: 'find entries that were changed or removed; exit code 1 if there are any',
        examples: ['checkin audit verify --tenant acme'],
      },
      {
        name: 'export',
        description: 'print all entries, oldest first, a JSON document a line',
        examples: ['checkin audit export --tenant acme > audit.jsonl'],
      },
    ],
    examples: ['checkin audit verify --tenant acme'],
  },
  {
    name: 'retention',
    description: 'count what the setting retention of a tenant, or other rules, would delete; deletes nothing',
    load: () => import('./retention.ts'),
    examples: ['checkin retention --tenant acme --rules notifications=90,summaries=730'],
  },
  {
    name: 'service',
    description: 'create, list and revoke tokens of services, such as directories',
    load: () => import('./service.ts'),
    commands: [
      {
        name: 'create <name>',
        description: 'create a token for a service, such as a directory, and print it; it is shown only once',
        examples: [
          'checkin service create okta --scope scim --tenant acme',
          'checkin service create intranet --scope notifications:dispatch changes:read --days 90 --tenant acme',
        ],
      },
      {
        name: 'ls',
        description: "list the tokens of a tenant's services, with their last use",
        examples: ['checkin service ls --tenant acme'],
      },
      {
        name: 'revoke <id>',
        description: 'end a token with the next request',
        examples: ['checkin service revoke 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
      },
    ],
    examples: ['checkin service create okta --scope scim --tenant acme'],
  },
  {
    name: 'webhook',
    description: 'watch the events of webhooks',
    commands: [
      {
        name: 'listen <port>',
        description:
          'receive events on this machine, verify and print them; until it is interrupted, or --count have come',
        load: () => import('./webhook-listen.ts'),
        examples: ['checkin webhook listen 9099 --secret whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
      },
    ],
    examples: ['checkin webhook listen 9099'],
  },
  {
    name: 'digest',
    description: 'the weekly digest, and the reminder to people without goals',
    commands: [
      {
        name: 'run',
        description: 'send both now, unless already sent for that week; the digest covers the week before it',
        load: () => import('./digest.ts'),
        examples: ['checkin digest run --tenant acme --dry-run'],
      },
    ],
    examples: ['checkin digest run --tenant acme --dry-run'],
  },
  {
    name: 'trends',
    description: 'significant changes of scores',
    commands: [
      {
        name: 'run',
        description: "detect them now, and replace that week's flags",
        load: () => import('./trends.ts'),
        examples: ['checkin trends run --tenant acme --week 2026-11-09 --dry-run'],
      },
    ],
    examples: ['checkin trends run --tenant acme --dry-run'],
  },
  {
    name: 'report',
    description: "the People Team's reports, as a table, CSV, JSON or an HTML page",
    load: () => import('./report.ts'),
    examples: [
      'checkin report digest --tenant acme --as ann@acme.example',
      'checkin report overview --tenant acme --out overview.html',
    ],
  },
  {
    name: 'motivators',
    description: 'the motivators of people, from the external provider',
    commands: [
      {
        name: 'sync',
        description: 'fetch the motivators of all people in a tenant; exit code 1 when one of them fails',
        load: () => import('./motivators.ts'),
        examples: ['checkin motivators sync --tenant acme'],
      },
    ],
    examples: ['checkin motivators sync --tenant acme'],
  },
  {
    name: 'import',
    description: 'imports of insights profiles',
    examples: ['checkin import wait 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme'],
    commands: [
      {
        name: 'wait <jobId>',
        description: 'wait until the PDF of an import is parsed, and print the status; exit code 1 when it failed',
        load: () => import('./import.ts'),
        examples: ['checkin import wait 7c0f3c52-6a55-4f0c-9f0e-6d2b9c3b2f11 --tenant acme --timeout 120'],
      },
    ],
  },
  {
    name: 'sample-profile <email>',
    description: 'generate a sample insights profile of a person as a PDF, to try the import; the same one each time',
    load: () => import('./sample-profile.ts'),
    examples: ['checkin sample-profile ann@acme.example --tenant acme --out ann.pdf'],
  },
  {
    name: 'query <name>',
    description: 'print a query of cypher/ with its includes, to paste into Neo4j Browser',
    load: () => import('./query.ts'),
    examples: ['checkin query reports/org'],
  },
  {
    name: 'migrate',
    description: 'apply pending schema migrations; safe to repeat',
    load: () => import('./migrate.ts'),
    examples: ['checkin migrate'],
  },
  {
    name: 'seed',
    description: 'create the demo companies, with people of every role; safe to repeat',
    load: () => import('./seed.ts'),
    examples: ['checkin seed --json'],
  },
  {
    name: 'backup <folder>',
    description: 'write the data of the embedded stack to a new folder; the stack must be stopped, or --restart',
    load: () => import('./backup.ts'),
    examples: ['checkin backup /backups/2026-11-22', 'checkin backup /backups/2026-11-22 --restart'],
  },
  {
    name: 'restore <folder>',
    description: 'restore a backup into a state folder without data; nobody is mailed again',
    load: () => import('./restore.ts'),
    examples: ['checkin restore /backups/2026-11-22'],
  },
  {
    name: 'erasures',
    description: 'the erasures that a restored database has lost',
    commands: [
      {
        name: 'repeat',
        description: 'erase people and delete tenants of the erasure log who are back after a restore; safe to repeat',
        load: () => import('./erasures-repeat.ts'),
        examples: ['checkin erasures repeat'],
      },
    ],
    examples: ['checkin erasures repeat'],
  },
  {
    name: 'completion',
    description: 'print a script with which bash or zsh completes commands and options',
    load: () => import('./completion.ts'),
    examples: ['checkin completion bash > ~/.checkin-completion'],
  },
  {
    name: 'doctor',
    description: 'check the configuration, the servers, the schema and all organisations; exit code 1 on a fault',
    load: () => import('./doctor.ts'),
    examples: ['checkin doctor'],
  },
];
