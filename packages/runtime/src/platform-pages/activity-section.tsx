import type { PlatformArea } from '@org/identity-core';
import { type DayFigureName, readDayCounts } from '@org/identity-prisma';
import { ChartRanges, chartRangeOf, FigureCharts, formatLocales, textsOf } from '@org/identity-ui';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const areaTexts = textsOf(platformPagesTexts, ({ activity: { title } }) => ({ name: title, title }));

/** Where one looks into each number. */
const paths: Readonly<Record<DayFigureName, string>> = {
  'sign-ins': 'audit?type=session.started',
  'new-people': 'people',
  'held-seats': 'subscriptions',
  'token-requests': 'clients',
  'failed-mails': 'queues/mail',
  'failed-deliveries': 'webhooks',
};

type Values = readonly (number | null)[];

/** On the overview: what happened on each of the last days. Jobs have counted it, so the page reads only the numbers. */
export function activitySection({ pool }: Pick<ConsoleServices, 'pool'>): PlatformArea {
  return {
    place: 'platform',
    path: 'overview/activity',
    sectionOf: '',
    order: 30,
    texts: areaTexts,
    async draw({ base, query, language }) {
      const { activity: texts, figures } = platformPagesTexts[language];
      const range = chartRangeOf(query);
      const { days, counts } = await readDayCounts(pool, range);
      const format = new Intl.DateTimeFormat(formatLocales[language], {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      });
      return (
        <>
          <ChartRanges path={base} range={range} />
          <FigureCharts
            title={texts.chart(range)}
            steps={days.map((day) => format.format(new Date(day)))}
            words={{ step: texts.day, numbers: texts.numbers, none: texts.none }}
            figures={[...counts].map(([name, counted]) => {
              const isState = name === 'held-seats';
              const values = name === 'token-requests' ? withoutGaps(counted) : counted;
              return {
                label: figures[name],
                href: `${base}/${paths[name]}`,
                values,
                number: isState ? lastOf(values) : sumOf(values),
                note: isState ? texts.now : texts.inDays(range),
              };
            })}
          />
          <p class="total">{texts.lead}</p>
        </>
      );
    },
  };
}

const sumOf = (values: Values) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
const lastOf = (values: Values) => values.findLast((value) => value !== null) ?? null;

/** A day without a request has no row. Before the first one, nothing was counted. */
function withoutGaps(values: Values): Values {
  const first = values.findIndex((value) => value !== null);
  return values.map((value, index) => (index > first ? (value ?? 0) : value));
}
