// What is deliberately absent: each line here is a promise about the code that a newcomer can rely on.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../src/project-folder.ts';

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
  it('lets only graph/ know the database driver', () => {
    const files = importing(/^neo4j-driver/);
    expect(files).to.include('graph/driver.ts');
    expect(files.filter((file) => !file.startsWith('graph/'))).to.deep.equal([]);
  });

  it('lets one room each know Redis, AWS and PDFs', () => {
    expect(importing(/^redis$/)).to.have.members(['queues/redis.ts']);
    expect(importing(/^@aws-sdk\//)).to.have.members(['email/ses.ts', 'storage/bucket.ts']);
    expect(importing(/^(pdf-parse|pdfjs-dist)(\/|$)/)).to.have.members(['pdf/pages.ts']);
  });

  it('lets only queues/ know Bee-Queue', () => {
    const files = filesWhere(({ text }) => text.includes("'bee-queue'"));
    expect(files).to.have.members(['queues/queues.ts', 'queues/connection.ts', 'queues/bee-queue.d.ts']);
  });

  it('lets only app.ts, http/ and the health of the worker know Koa', () => {
    const files = importing(/^(@?koa)/).filter((file) => !file.startsWith('http/'));
    expect(files).to.deep.equal(['app.ts', 'worker.ts']);
  });

  it('lets only config.ts read the environment', () => {
    expect(filesWhere(({ text }) => text.includes('process.env'))).to.deep.equal(['config.ts']);
  });

  it('keeps rules pure: no clock, no chance, no input or output, nothing above them', () => {
    const pure = sources.filter(({ file }) => /^(notifications|profile-parser|rules|trends)\//.test(file));
    expect(pure.length).to.be.above(10);
    for (const { file, text, imports } of pure) {
      expect(text, file).to.not.match(/new Date\(\)|Date\.now|Math\.random|randomUUID|fetch\(|\bPlainDate(Time)?ISO\b/);
      const targets = imports.map((from) => (from.startsWith('.') ? targetOf(file, from) : from));
      expect(
        targets.filter(
          (target) =>
            /^node:|\.ts$/.test(target) && !/^(model|notifications|profile-parser|rules|trends)\//.test(target),
        ),
        file,
      ).to.deep.equal([]);
    }
  });

  it('keeps Cypher in cypher/', () => {
    const cypher = /\b(MATCH|MERGE|UNWIND|CREATE) ?\(/;
    expect(filesWhere(({ text }) => cypher.test(text))).to.deep.equal([]);
  });

  it('shows no handler a tenant or the HTTP framework', () => {
    const handlers = within('routes/').filter(({ file }) => file !== 'routes/endpoint.ts');
    expect(handlers.length).to.be.greaterThan(5);
    for (const { file, text } of handlers) expect(text, file).to.not.match(/tenantId|\bctx\b/);
  });

  it('imports downwards only', () => {
    const rank = (file: string): number => {
      const order = [
        ['server.ts', 'worker.ts'],
        ['app.ts'],
        ['routes/', 'jobs/index.ts', 'reports/'],
        ['jobs/', 'org/'],
        ['outbox/'],
        [
          'http/authentication.ts',
          'http/docs.ts',
          'http/downloads.ts',
          'http/endpoint.ts',
          'http/field-order.ts',
          'http/health.ts',
          'http/metrics.ts',
          'http/openapi.ts',
          'http/respond.ts',
          'http/server.ts',
          'motivators/cached-motivators.ts',
        ],
        ['http/', 'access.ts', 'caller-graph.ts', 'graph/migrations.ts', 'log.ts'],
        ['graph/client.ts', 'queues/queues.ts', 'email/', 'motivators/', 'pdf/', 'storage/', 'timeouts.ts'],
        [
          'graph/control-connections.ts',
          'graph/list-reads.ts',
          'graph/read-transactions.ts',
          'graph/readiness.ts',
          'graph/shared-reads.ts',
          'graph/write-transaction.ts',
        ],
        ['graph/admission.ts', 'graph/driver.ts', 'graph/list-limits.ts', 'graph/query-plans.ts', 'queues/'],
        [
          'graph/batch-loader.ts',
          'graph/query-files.ts',
          'config.ts',
          'errors.ts',
          'pluralize.ts',
          'trace.ts',
          'variables.ts',
        ],
        ['model/', 'notifications/', 'profile-parser/', 'rules/', 'trends/', 'batches.ts', 'project-folder.ts'],
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
    for (const folder of ['email', 'notifications', 'pdf', 'profile-parser', 'queues', 'rules', 'storage', 'trends']) {
      const tests = path.join(projectFolder, 'test', folder);
      for (const file of readdirSync(tests)) {
        const text = readFileSync(path.join(tests, file), 'utf8');
        expect(text, `${folder}/${file}`).to.not.match(/support\/(service|company)|openGraph|NEO4J_/);
      }
    }
  });
});
