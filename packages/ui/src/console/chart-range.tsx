import { useTexts } from '../language/texts.js';
import { uiTexts } from '../texts/index.js';
import { hrefOf } from './list-parts.js';

/** How many days a chart can show. */
export const chartRanges = [7, 30, 90] as const;
export type ChartRange = (typeof chartRanges)[number];

/** The range in the URL (`range`). Any other value means 30 days. */
export function chartRangeOf(query: Readonly<Record<string, string>>): ChartRange {
  return chartRanges.find((range) => String(range) === query['range']) ?? 30;
}

export interface ChartRangesProps {
  path: string;
  /** What the links keep, such as filters. */
  query?: Readonly<Record<string, string | undefined>>;
  range: ChartRange;
}

/** Links that show a chart for another number of days. */
export function ChartRanges({ path, query, range }: ChartRangesProps) {
  const { ranges } = useTexts(uiTexts);
  return (
    <nav class="ranges" aria-label={ranges.label}>
      {chartRanges.map((days) => (
        <a
          key={days}
          href={hrefOf(path, { ...query, range: String(days) })}
          aria-current={days === range ? 'true' : undefined}
        >
          {ranges.days(days)}
        </a>
      ))}
    </nav>
  );
}
