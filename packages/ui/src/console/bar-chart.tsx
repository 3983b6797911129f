export interface Bar {
  readonly label: string;
  /** The part that is used, and the whole. The used part may exceed the whole. */
  readonly used: number;
  readonly total: number;
  /** The part that is neither used nor free, such as reserved seats, and what to say about it. */
  readonly kept?: { readonly count: number; readonly text: string } | undefined;
}

export interface BarChartProps {
  /** What the chart shows, for screen readers. */
  title: string;
  /** The headings of the table: what a bar stands for, its used part, its free part and the whole. */
  words: { readonly bar: string; readonly used: string; readonly free: string; readonly total: string };
  bars: readonly Bar[];
}

/** Bars with a used and a free part. The numbers are in the table, which is the chart for screen readers. */
export function BarChart({ title, words, bars }: BarChartProps) {
  const longest = Math.max(1, ...bars.map((bar) => Math.max(taken(bar), bar.total)));
  const width = (value: number) => `${(value / longest) * 100}%`;
  return (
    <table class="chart bars">
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.bar}</th>
          <th scope="col" class="number">
            {words.used}
          </th>
          <th scope="col" class="number">
            {words.free}
          </th>
          <th scope="col" class="number">
            {words.total}
          </th>
          <td class="chart-bar" />
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row">
              {bar.label}
              {bar.kept && <span class="soft">{bar.kept.text}</span>}
            </th>
            <td class="number">{bar.used}</td>
            <td class="number">{Math.max(0, bar.total - taken(bar))}</td>
            <td class="number">{bar.total}</td>
            <td class="chart-bar">
              <svg width="100%" height="16" aria-hidden="true" focusable="false">
                <title>{`${words.used} ${bar.used}, ${words.total} ${bar.total}`}</title>
                <rect class="chart-total" x="0" y="1" width={width(bar.total)} height="14" rx="3" />
                {bar.kept && <rect class="chart-kept" x="0" y="1" width={width(taken(bar))} height="14" rx="3" />}
                <rect class="chart-used" x="0" y="1" width={width(bar.used)} height="14" rx="3" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The part that is not free. */
const taken = ({ used, kept }: Bar) => used + (kept?.count ?? 0);
