import { table } from '../table.mjs';

const number = (value, digits) => (value === undefined ? '–' : value.toFixed(digits));
const megabytes = (bytes) => `${number(bytes / 2 ** 20, 0)} MB`;

/** All figures of both servers as one Markdown table. */
export async function betterAuthTable(results, { identity, B }, signIns) {
  const costs = ({ cpu, postgresCpu }) => `${number(cpu, 2)} + ${number(postgresCpu, 2)}`;
  const scenarios = results.map(({ title, figures, ratios }) => [
    title,
    `${number(figures.identity.perSecond, 0)}/s`,
    `${number(figures.B.perSecond, 0)}/s`,
    `${number(ratios.B, 1)}×`,
    costs(figures.identity),
    costs(figures.B),
  ]);
  const pair = (title, own, its, ratio) => [title, own, its, ratio, '', ''];
  const [own, its] = [signIns.identity, signIns.B];
  return table(
    ['', 'ours', 'better-auth', 'ours is faster', 'CPU ms, ours + PostgreSQL', 'CPU ms, better-auth + PostgreSQL'],
    [
      ...scenarios,
      [
        'sign-ins of 64 people, 16 at once',
        `${number(own.seconds, 1)} s`,
        `${number(its.seconds, 1)} s`,
        `${number(its.seconds / own.seconds, 1)}×`,
        number(own.cpu, 1),
        number(its.cpu, 1),
      ],
      pair(
        'start to first token',
        `${number(identity.startMilliseconds / 1000, 1)} s`,
        `${number(B.startMilliseconds / 1000, 1)} s`,
        `${number(B.startMilliseconds / identity.startMilliseconds, 1)}×`,
      ),
      pair('memory after the start', megabytes(identity.atStart), megabytes(B.atStart), ''),
      pair('memory after the load', megabytes(await identity.ask('resident')), megabytes(await B.ask('resident')), ''),
    ],
  );
}
