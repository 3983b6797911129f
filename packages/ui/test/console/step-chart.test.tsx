import test from 'ava';
import { ChartRanges, chartRangeOf } from '../../src/console/chart-range.js';
import { scaleOf } from '../../src/console/plot.js';
import { FigureCharts, StepChart, type StepChartProps } from '../../src/console/step-chart.js';
import { renderPart } from '../../src/pages/render-page.js';

const words = { step: 'Day', numbers: 'Show numbers', none: 'Nothing yet.' };
const drawn = (props: Pick<StepChartProps, 'steps' | 'series'>) =>
  renderPart(<StepChart title="Seats" words={words} {...props} />, 'en');
const pathIn = (html: string, look: string) => new RegExp(`class="steps-${look}" d="(M0[^"]*)"`, 'u').exec(html)?.[1];

test('a scale has two to five round numbers, and reaches the highest value', (t) => {
  t.deepEqual(scaleOf(0), [0, 1]);
  t.deepEqual(scaleOf(1), [0, 1]);
  t.deepEqual(scaleOf(3), [0, 1, 2, 3]);
  t.deepEqual(scaleOf(7), [0, 2, 4, 6, 8]);
  t.deepEqual(scaleOf(12), [0, 5, 10, 15]);
  for (const max of [9, 10, 99, 101, 12_345, 999_999, 1_000_001]) {
    const scale = scaleOf(max);
    t.true(scale.length >= 2 && scale.length <= 5, `${max}: ${scale}`);
    t.true((scale.at(-1) ?? 0) >= max, `${max}: ${scale}`);
  }
});

test('the legend has the value now, each step its numbers, and the table all of them', (t) => {
  const html = drawn({
    steps: ['1 Nov', '2 Nov'],
    series: [
      { label: 'Bought', look: 'area', values: [4, 4] },
      { label: 'Held', look: 'line', values: [1, 3], now: 2 },
    ],
  });
  t.true(html.includes('Bought: <strong>4</strong>'));
  t.true(html.includes('Held: <strong>2</strong>'), 'now, not the most of today');
  t.true(html.includes('<title>2 Nov: Bought 4, Held 3</title>'));
  t.regex(html, /<svg viewBox="0 0 1000 200"[^>]* role="img" aria-label="Seats">/u);
  t.is(pathIn(html, 'line'), 'M0 150H500V50H1000');
  t.is(pathIn(html, 'area'), 'M0 200V0H500V0H1000V200Z');
  t.regex(html, /<th scope="row">1 Nov<\/th><td class="number">4<\/td><td class="number">1<\/td>/u);
  t.notRegex(html, /<script|style=/u);
});

test('one day of numbers is a line over the whole width, with one date', (t) => {
  const html = drawn({ steps: ['1 Nov'], series: [{ label: 'Held', look: 'line', values: [0] }] });
  t.is(pathIn(html, 'line'), 'M0 200H1000');
  t.regex(html, /<div class="steps-ends" aria-hidden="true"><span>1 Nov<\/span><\/div>/u);
});

test('where a number is not known there is no line, and without any the chart says so', (t) => {
  const series = (values: (number | null)[]) => [{ label: 'Held', look: 'line' as const, values }];
  const html = drawn({ steps: ['1', '2', '3', '4'], series: series([null, 1, null, 1]) });
  t.true(html.includes('d="M250 0H500M750 0H1000"'));
  t.true(html.includes('<title>1: Held –</title>'));
  t.is(drawn({ steps: ['1', '2'], series: series([null, null]) }), '<p class="empty">Nothing yet.</p>');
  t.is(drawn({ steps: [], series: series([]) }), '<p class="empty">Nothing yet.</p>');
});

test('small charts have a link, their number, and one table for all', (t) => {
  const figure = { note: 'in 2 days', values: [1_000, 234] };
  const figures = [
    { ...figure, label: 'Sign-ins', href: '/audit', number: 1_234 },
    { ...figure, label: 'People', href: '/people', number: null },
  ];
  const html = renderPart(<FigureCharts title="Activity" steps={['1', '2']} figures={figures} words={words} />, 'en');
  t.true(html.includes('<a href="/audit">Sign-ins</a><strong>1,234</strong> <span>in 2 days</span>'));
  t.true(html.includes('<a href="/people">People</a><strong>–</strong>'));
  t.is(html.match(/<table/gu)?.length, 1);
  t.is(html.match(/role="img"/gu)?.length, 2);
});

test('the range is one of three, and its links keep the query', (t) => {
  t.is(chartRangeOf({ range: '7' }), 7);
  for (const range of ['', '8', '-7', '7.0', 'x']) t.is(chartRangeOf({ range }), 30, range);
  const html = renderPart(<ChartRanges path="/x" query={{ search: 'a', at: undefined }} range={90} />, 'en');
  t.true(html.includes('<a href="/x?search=a&amp;range=7">7 days</a>'));
  t.true(html.includes('<a href="/x?search=a&amp;range=90" aria-current="true">90 days</a>'));
});
