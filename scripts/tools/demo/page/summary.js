// A summary as it is shown to its author and to those above.
import { formatDay, formatTime, h, toPlainText } from './dom.js';

/** The three scores with their labels. */
export const scores = {
  qualityOfWork: 'Quality of work',
  personalWellbeing: 'Personal wellbeing',
  professionalWellbeing: 'Professional wellbeing',
};
/** The four sections with their labels. */
export const sections = {
  proud: 'What I am proud of',
  obstacles: 'What was in the way',
  learned: 'What I learned',
  important: 'What matters next',
};

/** Names the week of a summary. */
export const formatWeek = ({ weekStart }) => `Week of ${formatDay(weekStart)}`;

/** Draws a summary with its response. */
export function drawSummary(summary) {
  const { response } = summary;
  return h(
    'article',
    {},
    drawScores(summary),
    Object.entries(sections)
      .map(([name, title]) => [
        h('h4', {}, title),
        // one section is rich text, the others are plain
        h('p', { class: 'text' }, (name === 'proud' ? toPlainText(summary[name]) : summary[name]) || '–'),
      ])
      .flat(),
    response
      ? h(
          'blockquote',
          {},
          h('p', { class: 'text' }, toPlainText(response.body)),
          h('footer', {}, `${response.manager.name}, ${formatTime(response.createdAt)}`),
        )
      : h('p', { class: 'note' }, 'Not answered yet.'),
  );
}

/** Draws the three scores. */
export function drawScores({ scores: values }) {
  return h(
    'dl',
    { class: 'scores' },
    Object.entries(scores).map(([name, title]) =>
      h('div', {}, h('dt', {}, title), h('dd', {}, `${values[name]} of 5`)),
    ),
  );
}
