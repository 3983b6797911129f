/** A line of the chart. `area` is filled, `line` is drawn in the accent colour, `dots` is dotted. */
export interface ChartSeries {
  readonly label: string;
  readonly look: 'area' | 'line' | 'dots';
  /** One value for each step. */
  readonly values: readonly number[];
}

export interface StepChartProps {
  /** What the chart shows. */
  title: string;
  /** The texts of the steps, such as dates. Only the first and the last one are in the chart; all are in the table. */
  steps: readonly string[];
  series: readonly ChartSeries[];
  words: {
    /** The heading of the steps in the table. */
    readonly step: string;
    /** Opens the table. */
    readonly numbers: string;
  };
}

const [width, height] = [1_000, 200];

/** Numbers over time. The table has the same numbers, for screen readers and everybody who wants to know exactly. */
export function StepChart({ title, steps, series, words }: StepChartProps) {
  const highest = Math.max(1, ...series.flatMap(({ values }) => values));
  return (
    <figure class="steps">
      <figcaption class="hidden">{title}</figcaption>
      <ul class="steps-legend">
        {series.map(({ label, look, values }) => (
          <li key={label}>
            <svg width="24" height="12" aria-hidden="true" focusable="false">
              {look === 'area' ? (
                <rect class="steps-area" x="1" y="1" width="22" height="10" />
              ) : (
                <path class={`steps-${look}`} d="M1 6H23" />
              )}
            </svg>
            {label}: <strong>{values.at(-1) ?? 0}</strong>
          </li>
        ))}
      </ul>
      <div class="steps-plot">
        <span aria-hidden="true">{highest}</span>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {series.map(({ label, look, values }) => (
            <path key={label} class={`steps-${look}`} d={pathOf(values, highest, look === 'area')} />
          ))}
        </svg>
        <span aria-hidden="true">0</span>
      </div>
      <div class="steps-ends" aria-hidden="true">
        <span>{steps[0]}</span>
        <span>{steps.at(-1)}</span>
      </div>
      <details>
        <summary>{words.numbers}</summary>
        <table class="chart">
          <caption class="hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.step}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col" class="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step, index) => (
              <tr key={step}>
                <th scope="row">{step}</th>
                {series.map(({ label, values }) => (
                  <td key={label} class="number">
                    {values[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Each value is a horizontal line as wide as its step. */
function pathOf(values: readonly number[], highest: number, isClosed: boolean): string {
  const stepWidth = width / Math.max(1, values.length);
  const x = (index: number) => (index * stepWidth).toFixed(1);
  // Half a line of space, so that lines at the edges are not cut off.
  const y = (value: number) => (height - 4 - (value / highest) * (height - 8)).toFixed(1);
  const line = values.map(
    (value, index) => `${index === 0 ? 'M0' : ''} ${index === 0 ? '' : 'V'}${y(value)}H${x(index + 1)}`,
  );
  return isClosed ? `${line.join('')}V${height}H0Z` : line.join('');
}
