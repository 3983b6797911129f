import type { FieldErrors, TenantVisit } from '@org/identity-core';
import {
  Button,
  Empty,
  Field,
  Form,
  formatLocales,
  Moment,
  Notice,
  RowCheckbox,
  Select,
  Table,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { Person } from '../console/seat-parts.js';
import { SeatProblems } from '../console/seat-problems.js';
import { consoleTexts } from '../console/texts.js';
import { LastUse } from '../seat-use/last-use.js';
import { seatUseTexts } from '../seat-use/texts.js';
import { maxSeatsAtOnce } from '../seats/grant-seats.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import type { findLeastUsed, LeastUsedSeat } from './find-least-used.js';
import { type Choice, heldOf } from './reduce-choice.js';
import { reduceTexts } from './texts.js';

interface ReduceContentProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  choice: Choice;
  /** How many seats are to be released. */
  wanted: number;
  found: Awaited<ReturnType<typeof findLeastUsed>>;
  /** Why taking back was refused, by the id of the user. */
  problems: FieldErrors;
  names: ReadonlyMap<string, string>;
}

/** The choice, and the seats that would be released. */
export function ReduceContent(props: ReduceContentProps) {
  const { visit, application, choice, wanted, found, problems, names } = props;
  const { reduce } = useTexts(reduceTexts);
  const { refused } = useTexts(consoleTexts);
  const holders = `${visit.base}/licenses/${application.id}`;
  const isComplete = choice.type !== undefined && choice.keep !== undefined;
  return (
    <>
      {Object.keys(problems).length > 0 && <SeatProblems lead={refused.takenBack} {...{ problems, names }} />}
      <p>{reduce.lead}</p>
      {application.licenseTypes.every((type) => heldOf(type) === 0) ? (
        <Empty>{reduce.none}</Empty>
      ) : (
        <ChoiceForm path={`${holders}/reduce`} {...{ visit, application, choice }} />
      )}
      {isComplete && wanted <= 0 && <Empty>{reduce.enough}</Empty>}
      {isComplete && wanted > 0 && <Seats path={`${holders}/reduce`} {...{ visit, wanted, found }} />}
      <p>
        <a href={holders}>{reduce.back}</a>
      </p>
    </>
  );
}

function ChoiceForm(props: Pick<ReduceContentProps, 'visit' | 'application' | 'choice'> & { path: string }) {
  const { visit, application, choice, path } = props;
  const { reduce, errors } = useTexts(reduceTexts);
  const format = new Intl.NumberFormat(formatLocales[useLanguage()]);
  const held = application.licenseTypes.filter((type) => heldOf(type) > 0);
  const choices = held.map((type) => ({
    value: type.id,
    label: reduce.choice(type.name, format.format(heldOf(type))),
  }));
  const { licenseType = held[0]?.id ?? '', seats = '' } = visit.query;
  return (
    <form method="get" action={path}>
      <Select
        name="licenseType"
        label={reduce.licenseType}
        value={licenseType}
        groups={[{ choices }]}
        error={choice.isMade && !choice.type ? errors.licenseType : undefined}
      />
      <Field
        name="seats"
        label={reduce.seats}
        hint={reduce.seatsHint}
        value={seats}
        inputmode="numeric"
        required
        error={choice.isMade && choice.keep === undefined ? errors.seats : undefined}
      />
      <Button kind="secondary">{reduce.show}</Button>
    </form>
  );
}

function Seats({
  visit,
  path,
  wanted,
  found,
}: Pick<ReduceContentProps, 'visit' | 'wanted' | 'found'> & { path: string }) {
  const { reduce } = useTexts(reduceTexts);
  const { holders } = useTexts(consoleTexts);
  const { use } = useTexts(seatUseTexts);
  const format = new Intl.NumberFormat(formatLocales[useLanguage()]);
  const { seats, isWaiting } = found;
  const isShort = seats.length < wanted;
  return (
    <section>
      <h2>{reduce.caption}</h2>
      {isShort && <Notice kind="info">{reduce.short(format.format(seats.length), format.format(wanted))}</Notice>}
      {isWaiting && <Notice kind="info">{reduce.waiting}</Notice>}
      {seats.length > 0 && (
        <>
          <p>{reduce.order}</p>
          <Form action={path} hidden={{ ...visit.hidden }}>
            <Table
              caption={reduce.caption}
              rows={seats.slice(0, maxSeatsAtOnce)}
              keyOf={({ userId }) => userId}
              columns={[
                {
                  label: holders.select,
                  hiddenLabel: true,
                  cell: ({ userId, displayName, email }: LeastUsedSeat) => (
                    <RowCheckbox name={`user.${userId}`} label={holders.selectOne(displayName ?? email)} checked />
                  ),
                },
                { label: holders.person, cell: (person) => <Person base={visit.base} person={person} /> },
                { label: use.lastUse, cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
                { label: holders.since, cell: ({ assignedAt }) => <Moment at={assignedAt} /> },
              ]}
            />
            <div class="bar">
              <Button kind="danger">{reduce.submit}</Button>
            </div>
          </Form>
        </>
      )}
    </section>
  );
}
