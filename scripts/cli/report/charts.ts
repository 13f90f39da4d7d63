// Renders charts as SVG with vega-lite. Colours are CSS variables of the page, for its light, dark and print styles.
import * as vega from 'vega';
import { compile, type Config, type TopLevelSpec } from 'vega-lite';
import { measureWidth } from './table.ts';

type Spec = TopLevelSpec;

/** Without a canvas, vega overestimates text widths by a third. Its types lack this hook. */
const { textMetrics } = vega as unknown as {
  textMetrics: { width: (item: { fontSize?: number }, text: string) => number };
};
textMetrics.width = ({ fontSize = 11 }, text) => 0.6 * fontSize * measureWidth(text);

const quiet = { labelColor: 'var(--faint)', titleColor: 'var(--faint)', titleFontWeight: 'normal' } as const;

const config: Config = {
  background: 'transparent',
  font: 'system-ui, sans-serif',
  aria: false, // the figure has a label, and the table has the numbers
  mark: { color: 'var(--accent)' },
  area: { color: 'var(--accent)' },
  bar: { color: 'var(--accent)' },
  line: { color: 'var(--accent)' },
  point: { color: 'var(--accent)' },
  rule: { color: 'var(--accent)' },
  text: { color: 'var(--ink)', fontSize: 12 },
  view: { stroke: null },
  axis: {
    ...quiet,
    labelFontSize: 12,
    titleFontSize: 12,
    grid: false,
    ticks: false,
    domainColor: 'var(--line)',
    labelPadding: 6,
    labelLimit: 260,
  },
  axisQuantitative: { grid: true, gridColor: 'var(--line)', domain: false },
  axisY: { labelColor: 'var(--ink)' },
  header: { labelColor: 'var(--ink)', labelFontSize: 12, labelFontWeight: 600 },
  legend: { ...quiet, labelFontSize: 12, titleFontSize: 12, orient: 'top', symbolType: 'square' },
};

/** Renders a diagram as SVG. Nothing is fetched, since the specification contains the data. */
export async function renderChart(spec: Spec): Promise<string> {
  const view = new vega.View(vega.parse(compile({ ...spec, config }).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
