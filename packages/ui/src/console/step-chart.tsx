import { useLanguage } from '../language/texts.js';
import { Empty } from './list-parts.js';
import { type ChartSeries, hasNumbers, numberText, Plot, type PlotProps } from './plot.js';

interface ChartWords {
  /** The heading of the steps in the table. */
  readonly step: string;
  /** Opens the table. */
  readonly numbers: string;
  /** What stands here while no number is known. */
  readonly none: string;
}

export interface StepChartProps extends PlotProps {
  words: ChartWords;
}

/** Numbers over time. The table has the same numbers, for screen readers and everybody who wants to know exactly. */
export function StepChart({ title, steps, series, words }: StepChartProps) {
  const language = useLanguage();
  if (!hasNumbers(series)) return <Empty>{words.none}</Empty>;
  return (
    <figure class="steps">
      <figcaption class="hidden">{title}</figcaption>
      <ul class="steps-legend">
        {series.map(({ label, look, values, now = values.at(-1) }) => (
          <li key={label}>
            <svg width="24" height="12" aria-hidden="true" focusable="false">
              {look === 'area' ? (
                <rect class="steps-area" x="1" y="1" width="22" height="10" />
              ) : (
                <path class={`steps-${look}`} d="M1 6H23" />
              )}
            </svg>
            {label}: <strong>{numberText(now, language)}</strong>
          </li>
        ))}
      </ul>
      <Plot {...{ title, steps, series }} />
      <Numbers {...{ title, steps, series, words }} />
    </figure>
  );
}

export interface FigureChartsProps {
  /** What the charts show, for the table. */
  title: string;
  steps: readonly string[];
  /** Each has a chart of its own, below a link and its number for the whole time. */
  figures: readonly (Omit<ChartSeries, 'look' | 'now'> & {
    readonly href: string;
    readonly number: number | null;
    readonly note: string;
  })[];
  words: ChartWords;
}

/** Small charts beside each other, for numbers of different kinds. One table has the numbers of all of them. */
export function FigureCharts({ title, steps, figures, words }: FigureChartsProps) {
  const language = useLanguage();
  const series = figures.map(({ label, values }) => ({ label, values, look: 'line' as const }));
  if (!hasNumbers(series)) return <Empty>{words.none}</Empty>;
  return (
    <>
      <div class="figures">
        {figures.map(({ label, href, number, note, values }) => (
          <figure key={label} class="steps">
            <figcaption>
              <a href={href}>{label}</a>
              <strong>{numberText(number, language)}</strong> <span>{note}</span>
            </figcaption>
            <Plot title={label} steps={steps} series={[{ label, values, look: 'line' }]} />
          </figure>
        ))}
      </div>
      <div class="steps">
        <Numbers {...{ title, steps, series, words }} />
      </div>
    </>
  );
}

function Numbers({ title, steps, series, words }: StepChartProps) {
  const language = useLanguage();
  return (
    <details>
      <summary>{words.numbers}</summary>
      <section class="scrolls" tabindex={0} aria-label={title}>
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
                    {numberText(values[index], language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
