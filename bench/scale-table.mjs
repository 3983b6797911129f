import { table } from './table.mjs';

const mostGrowth = 1.3;
const growthOf = ({ multiples }) => multiples.at(-1);
const verdict = (curve) => (growthOf(curve) <= mostGrowth ? 'holds' : 'grows too much');

/** One line for each scenario: the growth of its cost up to the largest database, and whether it is within the bar. */
export const growthLines = (curves) =>
  curves
    .map((curve) => `${curve.title}: ${growthOf(curve).toFixed(2)} times (bar ${mostGrowth}): ${verdict(curve)}`)
    .join('\n');

/** All scenarios as one Markdown table. */
export function scaleTable(sizes, curves) {
  const rows = curves.map((curve) => [
    curve.title,
    ...curve.server.map((cost, at) => `${cost.toFixed(2)} + ${curve.postgres[at].toFixed(2)}`),
    `${growthOf(curve).toFixed(2)}×`,
    verdict(curve),
  ]);
  const people = sizes.map((size) => `${size.toLocaleString('en')} people`);
  return table(['CPU ms, server + PostgreSQL', ...people, 'growth', `at most ${mostGrowth}×`], rows);
}
