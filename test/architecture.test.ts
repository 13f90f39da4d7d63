// What is deliberately absent: each line here is a promise about the code that a newcomer can rely on.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../src/cypher.ts';

type Source = { file: string; text: string; imports: string[] };

const sources: Source[] = readdirSync(path.join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => {
    const text = readFileSync(path.join(projectFolder, 'src', file), 'utf8');
    const imports = [...text.matchAll(/\bfrom '([^']+)'/g)].map((match) => match[1] ?? '');
    return { file: file.split(path.sep).join('/'), text, imports };
  });

const filesWhere = (test: (source: Source) => boolean): string[] => sources.filter(test).map(({ file }) => file);
const importing = (name: RegExp): string[] => filesWhere(({ imports }) => imports.some((from) => name.test(from)));
const targetOf = (file: string, from: string): string =>
  path.posix.normalize(path.posix.join(path.posix.dirname(file), from));
const within = (folder: string): Source[] => sources.filter(({ file }) => file.startsWith(folder));

describe('the architecture', () => {
  it('lets only graph.ts and its parts know the database driver', () => {
    const parts = ['control.ts', 'list-reads.ts', 'neo4j.ts', 'reading.ts', 'writing.ts'];
    expect(importing(/^neo4j-driver/)).to.have.members(['graph.ts', ...parts]);
  });

  it('lets only outside/ know Redis and other services', () => {
    expect(importing(/^(redis|@aws-sdk\/.*|pdf-parse|pdfjs-dist)(\/|$)/)).to.satisfy((files: string[]) =>
      files.every((file) => file.startsWith('outside/')),
    );
  });

  it('lets only queues.ts and its part queues/bee.ts know Bee-Queue', () => {
    const files = filesWhere(({ text }) => text.includes("'bee-queue'"));
    expect(files).to.have.members(['queues.ts', 'queues/bee.ts', 'queues/bee-queue.d.ts']);
  });

  it('lets only app.ts, http/ and the health of the worker know Koa', () => {
    const files = importing(/^(@?koa)/).filter((file) => !file.startsWith('http/'));
    expect(files).to.deep.equal(['app.ts', 'worker.ts']);
  });

  it('lets only config.ts read the environment', () => {
    expect(filesWhere(({ text }) => text.includes('process.env'))).to.deep.equal(['config.ts']);
  });

  it('keeps rules pure: no clock, no chance, no input or output, nothing above them', () => {
    for (const { file, text, imports } of within('rules/')) {
      expect(text, file).to.not.match(/new Date\(\)|Date\.now|Math\.random|randomUUID|fetch\(|\bPlainDate(Time)?ISO\b/);
      const targets = imports.map((from) => (from.startsWith('.') ? targetOf(file, from) : from));
      expect(
        targets.filter((target) => /^node:|\.ts$/.test(target) && !/^(rules\/|model[/.])/.test(target)),
        file,
      ).to.deep.equal([]);
    }
  });

  it('keeps Cypher in cypher/', () => {
    const cypher = /\b(MATCH|MERGE|UNWIND|CREATE) ?\(/;
    expect(filesWhere(({ text }) => cypher.test(text))).to.deep.equal([]);
  });

  it('shows no handler a tenant or the HTTP framework', () => {
    for (const { file, text } of within('routes/')) expect(text, file).to.not.match(/tenantId|\bctx\b/);
  });

  it('imports downwards only', () => {
    const rank = (file: string): number => {
      const order = [
        ['server.ts', 'worker.ts'],
        ['app.ts'],
        ['routes/', 'jobs/index.ts'],
        ['jobs/'],
        ['outbox.ts'],
        [
          'http/endpoint.ts',
          'http/openapi.ts',
          'http/docs.ts',
          'http/field-order.ts',
          'http/health.ts',
          'http/respond.ts',
          'http/serving.ts',
          'http/profile-files.ts',
          'motivators.ts',
          'tokens.ts',
          'metrics.ts',
        ],
        [
          'http/caller.ts',
          'http/body.ts',
          'http/upload.ts',
          'http/validation.ts',
          'http/router.ts',
          'access.ts',
          'schema.ts',
          'lifecycle.ts',
          'log.ts',
        ],
        ['graph.ts', 'queues.ts', 'outside/', 'file-links.ts'],
        ['reading.ts', 'writing.ts', 'control.ts', 'list-reads.ts', 'shared-reads.ts'],
        ['neo4j.ts', 'query-plans.ts', 'turns.ts', 'load.ts', 'queues/'],
        ['coalesce.ts', 'cypher.ts', 'model.ts', 'model/', 'errors.ts', 'config.ts', 'variables.ts', 'rules/'],
      ];
      const at = order.findIndex((files) => files.some((start) => file.startsWith(start)));
      if (at < 0) throw new Error(`${file} has no place in the order of imports.`);
      return at;
    };
    for (const { file, imports } of sources) {
      for (const from of imports.filter((name) => name.startsWith('.'))) {
        const target = targetOf(file, from);
        expect(rank(target), `${file} imports ${target}`).to.be.at.least(rank(file));
      }
    }
  });

  it('keeps every file within 200 lines, opened by its one reason to exist', () => {
    for (const { file, text } of sources) {
      expect(text.split('\n').length, file).to.be.at.most(200);
      expect(text, file).to.match(/^\/\/ .{15,}/);
    }
  });

  it('keeps the graph out of the tests that run beside those that use it', () => {
    for (const folder of ['outside', 'queues', 'rules']) {
      const tests = path.join(projectFolder, 'test', folder);
      for (const file of readdirSync(tests)) {
        const text = readFileSync(path.join(tests, file), 'utf8');
        expect(text, `${folder}/${file}`).to.not.match(/support\/(service|company)|openGraph|NEO4J_/);
      }
    }
  });
});
