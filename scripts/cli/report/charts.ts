// Draws lines over time as SVG with vega-lite. Colours are CSS variables of the page, for its light, dark and print styles.
import * as vega from 'vega';
import { compile, type Config, type TopLevelSpec } from 'vega-lite';
import type { Line } from '../../../src/features/reports/figures.ts';
import type { Language } from '../../../src/platform/lib/languages.ts';

/** Narrow enough for a telephone; wider pages have several side by side. */
const size = { width: 250, height: 84 };

type Locale = NonNullable<Config['locale']>;
type Time = NonNullable<Locale['time']>;

const config: Config = {
  background: 'transparent',
  font: 'system-ui, sans-serif',
  aria: false, // the text beside the chart has the numbers
  mark: { color: 'var(--accent)' },
  area: { color: 'var(--accent)' },
  line: { color: 'var(--accent)' },
  point: { color: 'var(--accent)' },
  rule: { color: 'var(--accent)' },
  view: { stroke: null },
  axis: { labelColor: 'var(--faint)', labelFontSize: 12, labelPadding: 6, ticks: false, domainColor: 'var(--line)' },
  axisY: { gridColor: 'var(--line)', domain: false, tickCount: 3 },
  axisX: { grid: false, tickCount: 4, labelFlush: true },
};

/** Names of months by Intl: `style` as in `Intl.DateTimeFormat`. */
const nameMonths = (style: 'long' | 'short'): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2026, month)).toLocaleDateString('de-DE', { month: style, timeZone: 'UTC' }),
  );
/** Names of days by Intl, Sunday first. */
const nameDays = (style: 'long' | 'short'): string[] =>
  Array.from({ length: 7 }, (_, day) =>
    new Date(Date.UTC(2026, 10, 1 + day)).toLocaleDateString('de-DE', { weekday: style, timeZone: 'UTC' }),
  );

/** How the axes write days, and in which locale. */
const axes: Record<Language, { day: string; locale?: Locale }> = {
  en: { day: '%-d %b' },
  de: {
    day: '%-d. %b',
    locale: {
      number: { decimal: ',', thousands: '.', grouping: [3], currency: ['', ' €'] },
      time: {
        dateTime: '%A, %-d. %B %Y, %X',
        date: '%d.%m.%Y',
        time: '%H:%M:%S',
        periods: ['AM', 'PM'],
        days: nameDays('long') as Time['days'],
        shortDays: nameDays('short') as Time['shortDays'],
        months: nameMonths('long') as Time['months'],
        shortMonths: nameMonths('short') as Time['shortMonths'],
      },
    },
  },
};

/** Renders a line as SVG. Nothing is fetched, since the specification contains the data. */
export async function renderLine(line: Line, language: Language): Promise<string> {
  const view = new vega.View(vega.parse(compile(createChartSpec(line, language)).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

function createChartSpec({ points, domain, means = [], start }: Line, language: Language): TopLevelSpec {
  const { day, locale } = axes[language];
  const values = points.map(({ at, value }) => ({ at: Date.parse(at), value }));
  const x = { field: 'at', type: 'temporal', title: null, scale: { type: 'utc' }, axis: { format: day } } as const;
  const y = { field: 'value', type: 'quantitative', title: null, scale: { domain } } as const;
  const isTrend = means.length > 0;
  return {
    ...size,
    config: { ...config, ...(locale && { locale }) },
    data: { values },
    encoding: { x, y },
    layer: [
      ...(isTrend
        ? [{ mark: { type: 'point', filled: true, size: 16, opacity: 0.7 } as const }]
        : [{ mark: { type: 'area', opacity: 0.16 } as const }, { mark: { type: 'line', strokeWidth: 2 } as const }]),
      {
        data: { values: values.filter(({ value }) => value !== null).slice(-1) },
        mark: { type: 'point', filled: true, size: 44, opacity: 1 },
      },
      ...means.map(({ from, to, value }) => ({
        data: { values: [from, to].map((at) => ({ at: Date.parse(at), value })) },
        mark: { type: 'line', strokeWidth: 2 } as const,
      })),
      ...(start === undefined
        ? []
        : [
            {
              data: { values: [{ at: Date.parse(start) }] },
              mark: { type: 'rule' as const, strokeDash: [3, 3] },
              encoding: { y: { value: 0 }, y2: { value: size.height } },
            },
          ]),
    ],
  };
}
