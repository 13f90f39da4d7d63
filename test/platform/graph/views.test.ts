// The two forms of a query with a step of the reporting line.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { expandIncludes } from '../../../src/platform/graph/queries/includes.ts';
import { listQueries } from '../../../src/platform/graph/queries/query-files.ts';
import { createForms } from '../../../src/platform/graph/queries/views.ts';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';

const expand = (text: string): string => expandIncludes(text, 'a/b');
const head = expand('// @include view');
const types = 'line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO';
/** The condition on a step, on one line. */
const condition = (lower = 'lower', upper = 'upper'): string =>
  `WHERE ( ${expand('// @include line_in_view')} )`
    .replace(/\blower\b/g, lower)
    .replace(/\bupper\b/g, upper)
    .replace(/\s+/g, ' ');

/** The forms of a text, the body of the view form on one line. */
function read(source: string): { today: string; comment?: string; body?: string; columns?: string } {
  const [[, today] = [], [name, view] = []] = createForms('a/b', source, expand);
  if (view === undefined) return { today: String(today) };
  expect(name).to.equal('a/b_in_view');
  const [comment = '', rest = ''] = view.split(head);
  const [, body = '', columns = ''] = /^\nCALL \(view\) \{\n([^]*)\n\}\nRETURN (.*)$/.exec(rest) ?? [];
  return { today: String(today), comment, body: body.trim().replace(/\s+/g, ' '), columns };
}

describe('the forms of a query', () => {
  it('are one without a step or a line for one of them', () => {
    expect(read('// Says.\nMATCH (a)-[:REPORTS_TO]->(b)\nRETURN b.id AS id')).to.have.keys('today');
  });

  it('differ in one step, whose people keep their names', () => {
    const source = (type: string): string =>
      `// Says.\nMATCH (a:A), (a)-[:${type}]->(b:User {id: $id})\nRETURN a, b.id AS \`b.id\``;
    const { today, ...view } = read(source('LINE'));
    expect(today).to.equal(source('REPORTS_TO'));
    const body = `MATCH (a:A), (a)-[${types}]->(b:User {id: $id}) ${condition('a', 'b')} RETURN a, b.id AS \`b.id\``;
    expect(view).to.deep.equal({ comment: '// Says.\n', body, columns: '`a`, `b.id`' });
    expect(read('RETURN EXISTS { (a)<-[:LINE]-() } AS has').body).to.equal(
      `RETURN EXISTS { (a)<-[${types}]-(other) ${condition('other', 'a')} } AS has`,
    );
  });

  it('differ in several steps, compared at the end with somebody who was found before', () => {
    const up = `((lower)-[${types}]->(upper) ${condition()})`;
    const down = `((upper)<-[${types}]-(lower) ${condition()})`;
    expect(read('MATCH p = (a)-[:LINE*0..]->(b)\nRETURN p').body).to.equal(
      `MATCH p = (a) ${up}{0,} (above) WHERE above.id = b.id RETURN p`,
    );
    expect(read('MATCH (a)<-[:LINE*1..]-(b:User)\nRETURN b').body).to.equal(`MATCH (a) ${down}{1,} (b:User) RETURN b`);
  });

  it('have lines of their own, and the view wherever there is a subquery', () => {
    const { today, body } = read(
      `MATCH (a)\nCALL (a) {\n  RETURN 1 AS n // @today\n  // @view RETURN view.asOf AS n\n}\nCALL () {\n  RETURN 2 AS m\n}\nRETURN n, m`,
    );
    expect(today).to.equal('MATCH (a)\nCALL (a) {\n  RETURN 1 AS n\n}\nCALL () {\n  RETURN 2 AS m\n}\nRETURN n, m');
    expect(body).to.equal(
      'MATCH (a) CALL (view, a) { RETURN view.asOf AS n } CALL (view) { RETURN 2 AS m } RETURN n, m',
    );
  });

  it('are refused with a step that has no person to begin with', () => {
    expect(() => read('MATCH (:User)-[:LINE]->(b)\nRETURN b')).to.throw(
      'cypher/a/b.cypher has a step [:LINE] that cannot be read.',
    );
  });

  it('are made, not written twice', () => {
    const made = listQueries().filter(({ name }) => name.endsWith('_in_view'));
    expect(made).to.have.length.above(6);
    for (const { name, parameters } of made) {
      expect(existsSync(path.join(projectFolder, `cypher/${name}.cypher`)), name).to.equal(false);
      expect(parameters).to.include.members(['view', 'now']);
    }
  });
});
