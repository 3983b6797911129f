import type { TenantVisit } from '@org/identity-core';
import {
  Badge,
  type ChartRange,
  ChartRanges,
  chartRangeOf,
  formatLocales,
  hrefOf,
  ListPage,
  Moment,
  Name,
  NameCell,
  queryOf,
  StepChart,
  Table,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { ApplicationTabs } from '../console/application-tabs.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import type { AskedPeriods } from './history-query.js';
import { type listPeriods, maxTotal, type PeriodRow } from './list-periods.js';
import { causeInWords, holderName, typeNames } from './period-words.js';
import type { SeatDay } from './seat-days.js';
import { historyTexts } from './texts.js';

type Found = Awaited<ReturnType<typeof listPeriods>>;

interface HistoryProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  asked: AskedPeriods;
  /** The id of the person of the filter. */
  personId: string | undefined;
  /** Undefined if nobody has the email of the filter. */
  found: Found | undefined;
  range: ChartRange;
  days: readonly SeatDay[];
  names: ReadonlyMap<string, string>;
  /** The first and the last moment of the chart. */
  start: Date;
  end: Date;
}

/** A chart of some days, and who held a seat. */
export function HistoryContent(props: HistoryProps) {
  const { visit, application, asked, range } = props;
  const { history } = useTexts(historyTexts);
  const filter = { search: asked.person, at: asked.at };
  return (
    <>
      <ApplicationTabs base={visit.base} applicationId={application.id} current="history" />
      <section>
        <h2>{history.chartHeading}</h2>
        <ChartRanges path={pathOf(props)} query={filter} range={range} />
        <SeatDays {...props} />
        <p class="total">{history.chartNote}</p>
      </section>
      <Periods {...props} />
    </>
  );
}

function SeatDays({ application, days, range }: HistoryProps) {
  const { history } = useTexts(historyTexts);
  const format = new Intl.DateTimeFormat(formatLocales[useLanguage()], { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <StepChart
      title={history.chart(application.name, range)}
      words={{ step: history.day, numbers: history.numbers, none: history.empty }}
      steps={days.map(({ date }) => format.format(new Date(date)))}
      series={[
        {
          label: history.bought,
          look: 'area',
          values: days.map(({ purchased }) => purchased),
          now: application.bought,
        },
        {
          label: history.held,
          look: 'line',
          values: days.map(({ heldMax }) => heldMax),
          now: days.at(-1)?.heldEnd,
        },
        {
          label: history.reserved,
          look: 'dots',
          values: days.map(({ reserved }) => reserved),
          now: application.reserved,
        },
      ]}
    />
  );
}

function Periods(props: HistoryProps) {
  const { asked, found, names, personId, range } = props;
  const language = useLanguage();
  const { history } = useTexts(historyTexts);
  const path = pathOf(props);
  const filters = {
    search: { label: history.person, value: asked.person },
    dates: [{ name: 'at', label: history.at, value: asked.at }],
    kept: keptRange(range),
  };
  const isFiltered = asked.person !== undefined || asked.at !== undefined;
  const empty = isFiltered ? history.noMatch : history.empty;
  const periods = found?.periods ?? [];
  const summary = (
    <>
      {isFiltered && (
        <p>
          {personId && <>{history.onlyPerson(<Name text={holderName(personId, names, language)} />)} </>}
          {asked.at && `${history.onlyDay(dayText(asked.at, language))} `}
          <a href={hrefOf(path, keptRange(range))}>{history.all}</a>
        </p>
      )}
      {found && periods.length > 0 && <Total total={found.pagination.total} />}
    </>
  );
  return (
    <section>
      <h2>{history.heading}</h2>
      <p>{history.lead}</p>
      <ListPage
        {...{ path, filters, summary }}
        isEmpty={periods.length === 0}
        empty={found ? empty : history.noPerson}
        paging={found?.pagination}
      >
        <PeriodsTable {...props} periods={periods} />
      </ListPage>
      {periods.length > 0 && (
        <p class="bar">
          <a class="button button-secondary" href={hrefOf(path, { ...queryOf(filters), download: 'history' })}>
            {history.download}
          </a>
        </p>
      )}
    </section>
  );
}

const pathOf = ({ visit: { base }, application: { id } }: Pick<HistoryProps, 'visit' | 'application'>) =>
  `${base}/licenses/${id}/history`;

/** The usual range need not be in the URL. */
const keptRange = (range: ChartRange): Record<string, string> =>
  range === chartRangeOf({}) ? {} : { range: String(range) };

const dayText = (day: string, language: keyof typeof formatLocales) =>
  new Intl.DateTimeFormat(formatLocales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

function Total({ total }: { total: number }) {
  const { history } = useTexts(historyTexts);
  const count = new Intl.NumberFormat(formatLocales[useLanguage()]).format(total);
  return <p class="total">{total >= maxTotal ? history.totalOrMore(count) : history.total(count, total === 1)}</p>;
}

function PeriodsTable(props: HistoryProps & { periods: readonly PeriodRow[] }) {
  const { application, periods, names, asked, range, start, end } = props;
  const language = useLanguage();
  const { history } = useTexts(historyTexts);
  const types = typeNames(application);
  return (
    <Table
      caption={history.caption}
      rows={periods}
      keyOf={({ userId, from }) => `${userId} ${from.toISOString()}`}
      columns={[
        {
          label: history.holder,
          cell: ({ userId }) => (
            <NameCell
              text={holderName(userId, names, language)}
              href={hrefOf('', { search: userId, at: asked.at, ...keptRange(range) })}
            />
          ),
        },
        { label: history.licenseType, cell: ({ licenseTypeId }) => <Name text={types.get(licenseTypeId) ?? '–'} /> },
        { label: history.from, cell: ({ from }) => <Moment at={from} /> },
        {
          label: history.to,
          cell: ({ to, cause }) =>
            to === null ? (
              <Badge tone="good">{history.now}</Badge>
            ) : (
              <>
                <Moment at={to} />
                <span class="soft">{causeInWords(cause, language)}</span>
              </>
            ),
        },
        { label: history.span(range), cell: (period) => <Span period={period} start={start} end={end} /> },
      ]}
    />
  );
}

/** When a period ran within the time of the chart. The times themselves are in the other columns. */
function Span({ period: { from, to }, start, end }: { period: PeriodRow; start: Date; end: Date }) {
  const percent = (at: Date) =>
    Math.min(100, Math.max(0, ((at.getTime() - start.getTime()) / (end.getTime() - start.getTime())) * 100));
  const last = percent(to ?? end);
  // A period of today is still to be seen.
  const first = Math.max(0, Math.min(percent(from), last - 0.8));
  return (
    <svg class="span" aria-hidden="true">
      {last > 0 && <rect x={`${first.toFixed(1)}%`} width={`${(last - first).toFixed(1)}%`} height="10" />}
    </svg>
  );
}
