// The view form of a query: the same question along the reporting line of a past time or of a plan. The marks are
// described under "Views" in cypher/README.md.
import { parseColumns, passToSubqueries } from './statements.ts';

/** (near)-[:LINE]->(far), either way; `*1..` stands for that many steps or more. */
const step = /\((\w+)\)(<?-)\[:LINE(?:\*(\d)\.\.)?\](->?)\((\w*)([^)]*)\)/g;

/**
 * Returns the name and text of each form of a query: that of today and, if the query has a step `[:LINE]` or lines for one
 * form, `<name>_in_view`.
 *
 * @param expand expands the includes of a text
 * @throws {Error} if a step is not written as the view form needs it
 */
export function createForms(name: string, source: string, expand: (text: string) => string): [string, string][] {
  const today = expand(source.replace(/^ *\/\/ @view .*\n/gm, '').replace(/ \/\/ @today$/gm, ''));
  const along = expand(source.replace(/^.* \/\/ @today\n/gm, '').replace(/^( *)\/\/ @view /gm, '$1'));
  const form: [string, string] = [name, today.replaceAll('[:LINE', '[:REPORTS_TO')];
  if (along === form[1]) return [form];
  const view = createViewForm(along, expand);
  if (view.includes('[:LINE')) throw new Error(`cypher/${name}.cypher has a step [:LINE] that cannot be read.`);
  return [form, [`${name}_in_view`, view]];
}

/** Computes `view` first and hands it to the query and to all its subqueries, so that no WITH need carry it along. */
function createViewForm(text: string, expand: (text: string) => string): string {
  const [comment = ''] = /^(\/\/.*\n)*/.exec(text) ?? [];
  const body = passToSubqueries(text.slice(comment.length), 'view').replace(/^( *).*\[:LINE.*$/gm, (line, indent) => {
    const condition = `WHERE (\n${expand(`${indent}  // @include line_in_view`)}\n${indent})`;
    return line.replace(step, (_step, ...parts: string[]) => walk(parts, condition));
  });
  const columns = parseColumns(text).map((column) => `\`${column}\``);
  return `${comment}${expand('// @include view')}
CALL (view) {
${body.replace(/^(?=.)/gm, '  ')}
}
RETURN ${columns.join(', ')}`;
}

/**
 * One step names its people in the condition. Several are a quantified path; one to somebody who was found before (a node
 * without a label) compares ids at its end: from a node at both ends the planner may walk down.
 */
function walk([near, left, least, right, far, label]: (string | undefined)[], condition: string): string {
  const join = (from = 'lower', to = 'upper'): string =>
    `(${from})${left}[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]${right}(${to})`;
  const isUp = left === '-';
  if (least === undefined) {
    const other = far || 'other';
    const names: Record<string, string | undefined> = isUp
      ? { lower: near, upper: other }
      : { lower: other, upper: near };
    return `${join(near, other + label)} ${condition.replace(/\b(lower|upper)\b/g, (name) => names[name] ?? name)}`;
  }
  const steps = `(${near}) (${isUp ? join() : join('upper', 'lower')} ${condition}){${least},}`;
  return label ? `${steps} (${far}${label})` : `${steps} (above) WHERE above.id = ${far}.id`;
}
