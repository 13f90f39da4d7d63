// What a plan of a reorganisation would change: moves, structure, and who sees whom.
import { empty, html, nothing, person, table } from './ui.js';

const faults = {
  REPORTING_CYCLE: 'would be above themselves',
  USER_NOT_FOUND: 'the person or the new manager was erased',
  MANAGER_INACTIVE: 'the new manager has left',
  MOVED_SINCE: 'has another manager since the plan was written',
};

const measures = {
  people: 'People',
  layers: 'Levels',
  managers: 'Managers',
  meanSpan: 'Direct reports, mean',
  managersWithOneReport: 'Managers of one',
};

/** Draws it. */
export function drawPreview({ moves, faults: found, sight, structure: { before, after } }) {
  const names = new Map(moves.map(({ user }) => [user.id, user.name]));
  return html`${
      found.length
        ? html`<div class="card failure">
            <h2>It cannot be applied</h2>
            <ul>
              ${found.map(({ userId, code }) => html`<li>${names.get(userId) ?? 'Somebody'}: ${faults[code]}</li>`)}
            </ul>
          </div>`
        : nothing
    }
    <h2>What it changes</h2>
    <dl class="figures">
      ${Object.entries(measures).map(
        ([name, title]) =>
          html`<div class="card">
            <dt>${title}</dt>
            <dd>
              ${after[name]}${after[name] === before[name] ? nothing : html` <small>before: ${before[name]}</small>`}
            </dd>
          </div>`,
      )}
    </dl>
    ${table(
      'Moves',
      [
        ['Who', ({ user }) => person(user)],
        ['From', ({ from }) => from?.name ?? 'the top'],
        ['To', ({ to }) => to?.name ?? 'the top'],
        ['People below', ({ below }) => below, 'number'],
      ],
      moves,
    )}
    <h2>Who sees more, who sees less</h2>
    ${
      sight.viewers.length
        ? table(
            'Changes of access',
            [
              ['Manager', ({ user }) => person(user)],
              ['Gains', ({ gains }) => gains, 'number'],
              ['Loses', ({ loses }) => loses, 'number'],
            ],
            sight.viewers,
          )
        : empty('Nobody sees more or less')
    }`;
}
