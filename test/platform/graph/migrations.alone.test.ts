// Schema migrations: once, in order, by one of several processes; an edited one is refused. What the baseline replaced must be
// complete, and a release starts on the schema of a newer one that works with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder, readVersion } from '../../../src/platform/lib/project-folder.ts';
import {
  beforeBaseline,
  listAppliedMigrations,
  listPendingMigrations,
  migrate,
  requireSchema,
  type Release,
} from '../../../src/platform/graph/queries/migrations.ts';
import { readMigrationFiles, splitStatements } from '../../../src/platform/graph/queries/query-files.ts';
import { service } from '../../support/service.ts';

describe('the statements of a migration', () => {
  it('end with a line that ends in a semicolon; literals and comments stay as they are', () => {
    const text = "// First\nMATCH (n) SET n.status = 'a; b';\r\n\nRETURN 1;\n// the end\n";
    expect(splitStatements(text)).to.deep.equal(["// First\nMATCH (n) SET n.status = 'a; b'", '\nRETURN 1']);
  });
});

describe('migrations', () => {
  const api = service();
  const [first] = readMigrationFiles();

  it('are recorded with their order and checksum, and none is pending; a new database has no others', async () => {
    const rows = await api.graph.statement(
      "MATCH (m:Migration) WHERE m.version <> 'lock' RETURN m.version AS version ORDER BY version",
    );
    expect(rows[0]).to.deep.equal({ version: 'V037' });
    expect(rows.map(({ version }) => version)).to.deep.equal(readMigrationFiles().map(({ version }) => version));
    expect(await listPendingMigrations(api.graph)).to.deep.equal([]);
    expect(await migrate(api.graph)).to.deep.equal([]);
  });

  it('are applied by one of three processes that start together; the others wait and do nothing', async () => {
    await api.graph.statement('MATCH (m:Migration {version: $version}) DELETE m', { version: first?.version });
    const script = `
      import { openGraph } from './src/platform/graph/client.ts';
      import { readConfig } from './src/platform/config/config.ts';
      import { migrate } from './src/platform/graph/queries/migrations.ts';
      const graph = openGraph(readConfig());
      const applied = await migrate(graph);
      await graph.close();
      console.log(JSON.stringify(applied));`;
    const runs = Array.from({ length: 3 }, async () => {
      const run = spawn(process.execPath, ['--input-type=module', '-e', script]);
      let printed = '';
      run.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      run.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await once(run, 'close');
      return printed.trim();
    });
    expect((await Promise.all(runs)).sort()).to.deep.equal([`["${first?.version}"]`, '[]', '[]']);
  });

  it('name the oldest version that works with them', () => {
    const unnamed = readMigrationFiles().filter(({ worksWith }) => !worksWith);
    expect(unnamed.map(({ version }) => version)).to.deep.equal([]);
  });

  it('refuse to go on when an applied one was edited', async () => {
    const checksum = (
      await api.graph.statement('MATCH (m:Migration {version: $version}) RETURN m.checksum AS checksum', {
        version: first?.version,
      })
    )[0]?.['checksum'];
    const set = (to: unknown) =>
      api.graph.statement('MATCH (m:Migration {version: $version}) SET m.checksum = $to', {
        version: first?.version,
        to,
      });
    await set('edited');
    const refusal = await migrate(api.graph).catch((error: Error) => error.message);
    await set(checksum);
    expect(refusal).to.equal(
      'Migration V037 was edited after it was applied; restore the file and add a new migration instead.',
    );
  });
});

describe('the baseline', () => {
  const api = service();
  const [baseline] = readMigrationFiles();
  const versions = (first: number, last: number): string[] =>
    Array.from({ length: last - first + 1 }, (_, place) => `V${String(first + place).padStart(3, '0')}`);

  /** Runs the work on a database without the baseline, as releases before it have left it. */
  async function onEarlierSchema<T>(recorded: string[], work: () => Promise<T>): Promise<T> {
    await api.graph.statement("MATCH (m:Migration) WHERE m.version <> 'lock' DELETE m");
    // release 0.3.0 has recorded those from V024 on with another label
    await api.graph.statement(
      `UNWIND $recorded AS version
       CALL (version) {
         WITH version WHERE version < 'V024' CREATE (m:Migration) RETURN m
         UNION
         WITH version WHERE version >= 'V024' CREATE (m:LaterMigration) RETURN m
       }
       SET m.version = version, m.checksum = 'of ' + version, m.worksWith = CASE WHEN version >= 'V024' THEN '0.1.0' END`,
      { recorded },
    );
    try {
      return await work();
    } finally {
      await api.graph.statement("MATCH (m:Migration|LaterMigration) WHERE m.version < 'V037' DELETE m");
      await migrate(api.graph);
    }
  }

  const listSchema = (): Promise<unknown> =>
    api.graph.statement(
      `SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint, options
       RETURN name, type, labelsOrTypes, properties, owningConstraint, options ORDER BY name`,
    );

  for (const last of [1, 23, 32])
    it(`is refused, and applied nowhere, where a commit before the baseline has stopped at V${String(last).padStart(3, '0')}`, async () => {
      const refusal =
        `The database has migration V${String(last).padStart(3, '0')} and not V036, so it was made by an older commit. Two steps lead here: ` +
        'run "checkin migrate" of the commit d6f27da19d6eace3e38d2fa16e197818261e3b10, whose version is 0.3.0 as that of commits before ' +
        'it is, and then "checkin migrate" of this one. The page scripts/ops/README.md has the commands, under Upgrades.';
      await onEarlierSchema(versions(1, last), async () => {
        for (const look of [migrate, requireSchema, listPendingMigrations]) {
          const said = await look(api.graph).then(
            () => 'accepted',
            (error: Error) => error.message,
          );
          expect(said).to.equal(refusal);
        }
        const recorded = await api.graph.statement('MATCH (m:Migration {version: $version}) RETURN m', {
          version: baseline?.version,
        });
        expect(recorded).to.deep.equal([]);
      });
    });

  it('is pending where release 0.3.0 has migrated, makes it like a new database, and keeps the record of before', async () => {
    const before = await listSchema();
    await onEarlierSchema([...versions(1, 32), 'V036'], async () => {
      await api.graph.statement('CREATE INDEX user_by_role_request FOR (u:User) ON (u.tenantId, u.roleRequestId)');
      await api.graph.statement(
        'CREATE CONSTRAINT later_migration_version FOR (m:LaterMigration) REQUIRE m.version IS UNIQUE',
      );
      expect((await listPendingMigrations(api.graph)).map(({ version }) => version)).to.include('V037');
      expect(await migrate(api.graph)).to.deep.equal(readMigrationFiles().map(({ version }) => version));
      expect(await migrate(api.graph)).to.deep.equal([]);
      await requireSchema(api.graph);
      expect(await listSchema()).to.deep.equal(before);
      // an archive of this database and one of a new database name the same migrations
      const listed = (await listAppliedMigrations(api.graph)).map(({ version }) => version);
      expect(listed).to.deep.equal(readMigrationFiles().map(({ version }) => version));
      const kept = await api.graph.statement(
        "MATCH (m:Migration|LaterMigration) WHERE m.version < 'V037' RETURN count(*) AS count",
      );
      expect(kept).to.deep.equal([{ count: 33 }]);
    });
  });

  it('is made a version of its own by each change of the schema: the table of versions names the last migration of this one', () => {
    const page = readFileSync(path.join(projectFolder, 'cypher/schema/README.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (V\d{3}) \|$/gm)].map((row) => row.slice(1));
    const last = readMigrationFiles().at(-1)?.version;
    const [newest = []] = rows;
    expect(
      newest.slice(0, 2),
      'a new migration: raise the version in package.json, and add a row for it',
    ).to.deep.equal([readVersion(), last]);
    const versions = rows.map(([version]) => version);
    const migrations = rows.map(([, migration]) => migration);
    expect(new Set(versions).size).to.equal(rows.length);
    expect(migrations, 'a version without a change of the schema needs no row').to.deep.equal(
      [...new Set(migrations)].sort().reverse(),
    );
  });

  it('is reached over the commit that the page names, with the commands of the refusal', () => {
    const page = readFileSync(path.join(projectFolder, 'scripts/ops/README.md'), 'utf8');
    expect(page).to.include(`git worktree add ../check-in-before-baseline ${beforeBaseline.commit}\n`);
  });

  it('lets processes of release 0.3.0 go on beside it', () => {
    expect(baseline).to.include({ version: 'V037', worksWith: '0.3.0' });
  });
});

describe('an older release', () => {
  const api = service();
  const older: Release = { version: '0.9.0', migrations: readMigrationFiles() };

  /** Runs the work on the schema of a newer release, whose last migration works with this version and those after it. */
  async function onNewerSchema<T>(worksWith: string | null, work: () => Promise<T>): Promise<T> {
    const which = { version: 'V999', worksWith };
    await api.graph.statement("CREATE (:Migration {version: $version, checksum: 'x', worksWith: $worksWith})", which);
    try {
      return await work();
    } finally {
      await api.graph.statement('MATCH (m:Migration {version: $version}) DELETE m', which);
    }
  }

  it('works with a newer schema that says so, and finds its own migrations applied', async () => {
    for (const oldest of ['0.3.0', '0.8.12', '0.9.0'])
      await onNewerSchema(oldest, () => requireSchema(api.graph, older));
  });

  it('refuses a newer schema that needs a newer release, or says nothing', async () => {
    const judge = (worksWith: string | null) =>
      onNewerSchema(worksWith, () => requireSchema(api.graph, older))
        .then(() => 'starts', (error: Error) => error.message); // prettier-ignore
    expect(await judge('0.10.0')).to.equal(
      'The database has migration V999, which needs version 0.10.0 or newer; this is 0.9.0.',
    );
    expect(await judge(null)).to.equal('The database has migration V999, which needs a newer version; this is 0.9.0.');
  });
});
