// The way of a database from an old commit, over the last one before the baseline of the schema, to this one: nothing is lost, and
// whoever leaves out the middle is told where to go.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { skipWithReason } from '../../scripts/stack/remarks.ts';
import { beforeBaseline, migrate } from '../../src/platform/graph/queries/migrations.ts';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import { service } from '../support/service.ts';

const oldest = 'bc6217e2349d0980759361c3b38b22d7eb40665f';
const withinMs = 20 * 60_000;
const call = promisify(execFile);
const git = (...words: string[]): Promise<unknown> => call('git', words, { cwd: projectFolder });

describe('a database of an old commit', () => {
  const api = service();
  const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'));
  after(async function () {
    this.timeout(withinMs);
    rmSync(folder, { recursive: true });
    await git('worktree', 'prune');
  });

  /** Checks a commit out beside this one. */
  async function checkOut(commit: string): Promise<string> {
    const worktree = path.join(folder, commit.slice(0, 8));
    await git('worktree', 'add', '--detach', worktree, commit);
    return worktree;
  }

  /** Runs a command of a commit, which first installs its packages, and returns the code of its end with what it said. */
  async function checkin(worktree: string, ...words: string[]): Promise<{ code: number; said: string }> {
    const environment = { ...process.env, NODE_COMPILE_CACHE: '' };
    const options = { cwd: worktree, env: environment, timeout: withinMs, maxBuffer: 64 * 1024 * 1024 };
    return call('sh', ['scripts/run', 'checkin', ...words], options).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        said: `${error.stdout}${error.stderr}`,
      }),
    );
  }

  /** How many nodes of each label and relationships of each type there are, without the records of migrations. */
  async function count(): Promise<Record<string, number>> {
    const nodes = await api.graph.statement(
      `MATCH (n) WHERE NOT n:Migration AND NOT n:LaterMigration
       RETURN head([label IN labels(n) WHERE NOT label STARTS WITH 'T_']) AS name, count(*) AS count ORDER BY name`,
    );
    const lines = await api.graph.statement('MATCH ()-[r]->() RETURN type(r) AS name, count(*) AS count ORDER BY name');
    return Object.fromEntries([...nodes, ...lines].map(({ name, count: of }) => [String(name), Number(of)]));
  }

  /** Removes everything, as in a database that nobody has used yet. */
  async function empty(): Promise<void> {
    await api.graph.statement('MATCH (n) DETACH DELETE n');
    for (const { name } of await api.graph.statement('SHOW CONSTRAINTS YIELD name RETURN name'))
      await api.graph.statement(`DROP CONSTRAINT ${String(name)}`);
    for (const { name } of await api.graph.statement(
      "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name",
    ))
      await api.graph.statement(`DROP INDEX ${String(name)}`);
  }

  it('goes over the commit that the refusal names to this one, with every node and relationship', async function () {
    const isThere = (commit: string): Promise<boolean> =>
      git('cat-file', '-e', `${commit}^{commit}`).then(
        () => true,
        () => false,
      );
    for (const commit of [oldest, beforeBaseline.commit]) {
      if (await isThere(commit)) continue;
      skipWithReason(`the upgrade from ${oldest.slice(0, 8)}: this clone lacks the commit ${commit.slice(0, 8)}`);
      return;
    }
    const [old, middle] = [await checkOut(oldest), await checkOut(beforeBaseline.commit)];
    try {
      await empty();
      const report: string[] = [];
      const step = async (name: string, at: string, ...words: string[]): Promise<string> => {
        const { code, said } = await checkin(at, ...words);
        report.push(`${name}: checkin ${words.join(' ')} → ${code}`, ...said.trim().split('\n').slice(-3));
        expect(code, report.join('\n')).to.equal(0);
        return said;
      };
      await step('old', old, 'migrate');
      await step('old', old, 'seed');
      const before = await count();
      expect(before['Summary']).to.be.above(100);
      const refused = await checkin(projectFolder, 'migrate');
      expect(refused.code).to.not.equal(0);
      expect(refused.said).to.include(beforeBaseline.commit);
      expect(await count()).to.deep.equal(before);
      await step('middle', middle, 'migrate');
      await step('new', projectFolder, 'migrate');
      expect(await count()).to.deep.equal(before);
      for (const slug of ['harbour', 'kowhai']) await step('new', projectFolder, 'org', 'check', '--tenant', slug);
    } finally {
      await empty();
      await migrate(api.graph);
    }
  }).timeout(3 * withinMs);
});
