// What a plan of a reorganisation would change: moves, structure, and who sees whom.
import { language, t } from './language.js';
import { planFaultTexts } from './plan-faults.js';
import { formatNumber } from './text.js';
import { empty, html, nothing, person, table } from './ui.js';

/** @typedef {import('./visit.d.ts').Schemas} Schemas */

/** @type {('people' | 'layers' | 'managers' | 'meanSpan' | 'managersWithOneReport')[]} */
const measures = ['people', 'layers', 'managers', 'meanSpan', 'managersWithOneReport'];

/**
 * Draws the preview of a plan. A fault is about a person who is moved, or about the author or the approver of the plan.
 *
 * @param {Schemas['OrgPlanPreview']} preview
 * @param {Schemas['OrgPlan']} plan
 */
export function drawPreview({ moves, faults: found, sight, structure: { before, after } }, { author, approvedBy }) {
  const people = [...moves.map(({ user }) => user), author, approvedBy].flatMap((one) => one ?? []);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return html`${
      found.length
        ? html`<div class="card failure">
            <h2>${t.preview.faults}</h2>
            <ul>
              ${found.map(({ userId, code }) => html`<li><bdi>${names.get(userId ?? '') ?? t.common.somebody}</bdi> ${planFaultTexts[language]?.[code]}</li>`)}
            </ul>
          </div>`
        : nothing
    }
    <h2>${t.preview.changes}</h2>
    <dl class="figures">
      ${measures.map(
        (name) =>
          html`<div class="card">
            <dt>${t.organisation[name]}</dt>
            <dd>
              ${formatNumber(after[name])}${after[name] === before[name] ? nothing : html` <small>${t.preview.before(formatNumber(before[name]))}</small>`}
            </dd>
          </div>`,
      )}
    </dl>
    ${table(
      t.preview.moves,
      [
        [t.preview.who, ({ user }) => person(user)],
        [t.preview.from, ({ from }) => from?.name ?? t.common.top],
        [t.preview.to, ({ to }) => to?.name ?? t.common.top],
        [t.preview.below, ({ below }) => below, 'number'],
      ],
      moves,
    )}
    <h2>${t.preview.sight}</h2>
    ${
      sight.viewers.length
        ? table(
            t.preview.sightCaption,
            [
              [t.common.manager, ({ user }) => person(user)],
              [t.preview.gains, ({ gains }) => gains, 'number'],
              [t.preview.loses, ({ loses }) => loses, 'number'],
            ],
            sight.viewers,
          )
        : empty(t.preview.nobody)
    }`;
}
