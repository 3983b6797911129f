import { formatLocales, type Language } from '../language/language.js';
import { useLanguage } from '../language/texts.js';

/** A line of a chart. `area` is filled, `line` is drawn in the accent colour, `dots` is dotted. */
export interface ChartSeries {
  readonly label: string;
  readonly look: 'area' | 'line' | 'dots';
  /** One value for each step; null if it is not known. */
  readonly values: readonly (number | null)[];
  /** The value now, for the legend. Without it, that of the last step. */
  readonly now?: number | undefined;
}

export interface PlotProps {
  /** What the picture shows: its name for screen readers. */
  title: string;
  /** The texts of the steps, such as dates. The first and the last one are below the picture, and one between them. */
  steps: readonly string[];
  series: readonly ChartSeries[];
}

const [width, height] = [1_000, 200];

/** Numbers over time, above a scale. Each step says its numbers when the pointer is on it. */
export function Plot({ title, steps, series }: PlotProps) {
  const language = useLanguage();
  const scale = scaleOf(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const highest = scale.at(-1) ?? 1;
  const x = (index: number) => round((index * width) / steps.length);
  const y = (value: number) => round(height - (value / highest) * height);
  const short = new Intl.NumberFormat(formatLocales[language], { notation: 'compact' });
  return (
    <>
      <div class="steps-plot">
        <div aria-hidden="true">
          {scale.toReversed().map((value) => (
            <span key={value}>{short.format(value)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={title}>
          <path class="steps-grid" d={scale.map((value) => `M0 ${y(value)}H${width}`).join('')} />
          {series.map(({ label, look, values }) => (
            <path key={label} class={`steps-${look}`} d={pathOf(values, { x, y, isClosed: look === 'area' })} />
          ))}
          <g>
            {steps.map((step, index) => (
              <path key={step} d={`M${x(index)} 0H${x(index + 1)}V${height}H${x(index)}`}>
                <title>{`${step}: ${numbersOf(series, index, language)}`}</title>
              </path>
            ))}
          </g>
        </svg>
      </div>
      <div class="steps-ends" aria-hidden="true">
        {axisOf(steps).map((step) => (
          <span key={step}>{step}</span>
        ))}
      </div>
    </>
  );
}

/** A number as people read it; a dash if it is not known. */
export const numberText = (value: number | null | undefined, language: Language): string =>
  typeof value === 'number' ? new Intl.NumberFormat(formatLocales[language]).format(value) : '–';

/** Whether there is anything to draw. */
export const hasNumbers = (series: readonly ChartSeries[]): boolean =>
  series.some(({ values }) => values.some((value) => value !== null));

function numbersOf(series: readonly ChartSeries[], index: number, language: Language): string {
  return series.map(({ label, values }) => `${label} ${numberText(values[index], language)}`).join(', ');
}

/** Round numbers from 0 to at least the highest value: two to five of them, with equal steps. */
export function scaleOf(max: number): number[] {
  const rough = Math.max(1, max) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 1);
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}

/** The first step, the middle one and the last one, as far as they differ. */
function axisOf(steps: readonly string[]): string[] {
  const last = steps.length - 1;
  const shown = steps.length > 4 ? [0, Math.floor(last / 2), last] : [0, last];
  return [...new Set(shown)].flatMap((index) => steps[index] ?? []);
}

const round = (value: number): number => Math.round(value * 10) / 10;

interface Drawing {
  x(index: number): number;
  y(value: number): number;
  isClosed: boolean;
}

/** Each value is a horizontal line as wide as its step. Where a value is not known, there is no line. */
function pathOf(values: readonly (number | null)[], { x, y, isClosed }: Drawing): string {
  const isKnown = (index: number) => typeof values[index] === 'number';
  return values
    .map((value, index) => {
      if (value === null) return '';
      const begin = isClosed ? `M${x(index)} ${height}V${y(value)}` : `M${x(index)} ${y(value)}`;
      const line = `${isKnown(index - 1) ? `V${y(value)}` : begin}H${x(index + 1)}`;
      return isClosed && !isKnown(index + 1) ? `${line}V${height}Z` : line;
    })
    .join('');
}
