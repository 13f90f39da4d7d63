// Schema migrations: once, in order, by one of several processes; an edited one is refused, and a release starts on the
// schema of a newer one that works with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import {
  listPendingMigrations,
  listStatements,
  migrate,
  requireSchema,
  type Release,
} from '../../src/graph/queries/migrations.ts';
import { readMigrationFiles, splitStatements } from '../../src/graph/queries/query-files.ts';
import { service } from '../support/service.ts';

describe('the statements of a migration', () => {
  it('end with a line that ends in a semicolon; literals and comments stay as they are', () => {
    const text = "// First\nMATCH (n) SET n.status = 'a; b';\r\n\nRETURN 1;\n// the end\n";
    expect(splitStatements(text)).to.deep.equal(["// First\nMATCH (n) SET n.status = 'a; b'", '\nRETURN 1']);
  });

  it('are left out of an empty database where they begin with a MATCH', () => {
    const text =
      '// Old\n// ones\nMATCH (n) SET n.x = 1;\nOPTIONAL MATCH (n) CREATE (:A);\n// New\nCREATE INDEX a FOR (n:A) ON (n.x);\n';
    expect(listStatements({ text }, true).map((one) => one.trim().split(' ')[0])).to.deep.equal(['OPTIONAL', '//']);
    expect(listStatements({ text }, false)).to.have.length(3);
  });
});

describe('migrations', () => {
  const api = service();
  const [first] = readMigrationFiles();

  it('are recorded with their order and checksum, and none is pending', async () => {
    const rows = await api.graph.statement(
      "MATCH (m:Migration|LaterMigration) WHERE m.version <> 'lock' RETURN m.version AS version ORDER BY version",
    );
    expect(rows.map(({ version }) => version)).to.deep.equal(readMigrationFiles().map(({ version }) => version));
    expect(await listPendingMigrations(api.graph)).to.deep.equal([]);
    expect(await migrate(api.graph)).to.deep.equal([]);
  });

  it('are applied by one of three processes that start together; the others wait and do nothing', async () => {
    await api.graph.statement('MATCH (m:Migration {version: $version}) DELETE m', { version: first?.version });
    const script = `
      import { openGraph } from './src/graph/client.ts';
      import { readConfig } from './src/config/config.ts';
      import { migrate } from './src/graph/queries/migrations.ts';
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
    const unnamed = readMigrationFiles().filter(({ version, worksWith }) => version > 'V023' && !worksWith);
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
      'Migration V001 was edited after it was applied; restore the file and add a new migration instead.',
    );
  });
});

describe('an older release', () => {
  const api = service();
  const older: Release = { version: '0.9.0', migrations: readMigrationFiles() };

  /** Runs the work on the schema of a newer release, whose last migration works with this version and those after it. */
  async function onNewerSchema<T>(label: string, worksWith: string | null, work: () => Promise<T>): Promise<T> {
    const which = { version: 'V999', worksWith };
    await api.graph.statement(`CREATE (:${label} {version: $version, checksum: 'x', worksWith: $worksWith})`, which);
    try {
      return await work();
    } finally {
      await api.graph.statement('MATCH (m:Migration|LaterMigration {version: $version}) DELETE m', which);
    }
  }

  for (const label of ['Migration', 'LaterMigration'])
    it(`works with a newer schema that says so (${label}), and finds its own migrations applied`, async () => {
      for (const oldest of ['0.1.0', '0.8.12', '0.9.0'])
        await onNewerSchema(label, oldest, () => requireSchema(api.graph, older));
    });

  it('refuses a newer schema that needs a newer release, or says nothing', async () => {
    const judge = (worksWith: string | null) =>
      onNewerSchema('Migration', worksWith, () => requireSchema(api.graph, older))
        .then(() => 'starts', (error: Error) => error.message); // prettier-ignore
    expect(await judge('0.10.0')).to.equal(
      'The database has migration V999, which needs version 0.10.0 or newer; this is 0.9.0.',
    );
    expect(await judge(null)).to.equal('The database has migration V999, which needs a newer version; this is 0.9.0.');
  });
});
