// Measures the structure of an org chart: its layers, and the spans of its managers.
import { max, mean, min, quantile } from 'simple-statistics';

/** The place of an active person: active managers above, and active direct reports. */
export type Place = { depth: number; reports: number };

/**
 * A manager has a direct report; `span` is the number of direct reports of a manager, null without managers. `layers`
 * counts the levels from the highest to the lowest person. Percentiles are interpolated; they and the mean are rounded
 * to a tenth.
 */
export type Structure = {
  people: number;
  layers: number;
  withoutManager: number;
  managers: number;
  managersWithOneReport: number;
  span: { p10: number; median: number; mean: number; p90: number; max: number } | null;
};

export function measureStructure(places: readonly Place[]): Structure {
  const depths = places.map(({ depth }) => depth);
  const spans = places.map(({ reports }) => reports).filter((reports) => reports > 0);
  return {
    people: places.length,
    layers: places.length === 0 ? 0 : max(depths) - min(depths) + 1,
    withoutManager: depths.filter((depth) => depth === 0).length,
    managers: spans.length,
    managersWithOneReport: spans.filter((span) => span === 1).length,
    span:
      spans.length === 0
        ? null
        : {
            p10: roundToTenth(quantile(spans, 0.1)),
            median: quantile(spans, 0.5),
            mean: roundToTenth(mean(spans)),
            p90: roundToTenth(quantile(spans, 0.9)),
            max: max(spans),
          },
  };
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
