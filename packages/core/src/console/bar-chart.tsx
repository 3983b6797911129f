export interface Bar {
  readonly label: string;
  /** The part that is used, and the whole. The used part may exceed the whole. */
  readonly used: number;
  readonly total: number;
  /** The part that is neither used nor free, such as reserved seats. */
  readonly kept?: number;
}

export interface BarChartProps {
  /** What the chart shows, for screen readers. */
  title: string;
  /** The headings of the table: what a bar stands for, its used part, its kept part if there is one, its free part and the whole. */
  words: {
    readonly bar: string;
    readonly used: string;
    readonly kept?: string;
    readonly free: string;
    readonly total: string;
  };
  bars: readonly Bar[];
}

/** Bars with a used and a free part. The numbers are in the table, which is the chart for screen readers. */
export function BarChart({ title, words, bars }: BarChartProps) {
  const longest = Math.max(1, ...bars.map(({ used, kept = 0, total }) => Math.max(used + kept, total)));
  const hasKept = words.kept !== undefined && bars.some(({ kept = 0 }) => kept > 0);
  const width = (value: number) => `${(value / longest) * 100}%`;
  return (
    <table class="chart">
      <caption class="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.bar}</th>
          <th scope="col" class="number">
            {words.used}
          </th>
          {hasKept && (
            <th scope="col" class="number">
              {words.kept}
            </th>
          )}
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
        {bars.map(({ label, used, kept = 0, total }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="number">{used}</td>
            {hasKept && <td class="number">{kept}</td>}
            <td class="number">{Math.max(0, total - used - kept)}</td>
            <td class="number">{total}</td>
            <td class="chart-bar">
              <svg width="100%" height="16" aria-hidden="true" focusable="false">
                <rect class="chart-total" x="0" y="1" width={width(total)} height="14" rx="3" />
                {kept > 0 && <rect class="chart-kept" x="0" y="1" width={width(used + kept)} height="14" rx="3" />}
                <rect class="chart-used" x="0" y="1" width={width(used)} height="14" rx="3" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
