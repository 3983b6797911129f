import type { FieldErrors, TenantVisit } from '@org/identity-core';
import {
  Button,
  Form,
  formatLocales,
  hrefOf,
  ListPage,
  Moment,
  Name,
  RowCheckbox,
  Select,
  Table,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { idleDaysIn } from '../seat-use/idle-filter.js';
import { LastUse, useIdleChoices } from '../seat-use/last-use.js';
import { seatUseTexts } from '../seat-use/texts.js';
import type { Holder } from '../seats/list-holders.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import { ApplicationTabs } from './application-tabs.js';
import { ApplicationChart, Person, SeatState } from './seat-parts.js';
import { SeatProblems } from './seat-problems.js';
import { consoleTexts } from './texts.js';

interface HoldersContentProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  page: { readonly holders: readonly Holder[]; readonly next: string | undefined };
  /** Why taking back was refused, by the id of the user. */
  problems: FieldErrors;
  names: ReadonlyMap<string, string>;
}

/** The seats of an application, and who holds them. */
export function HoldersContent({ visit, application, page, problems, names }: HoldersContentProps) {
  const { base, hidden, query } = visit;
  const { holders, refused } = useTexts(consoleTexts);
  const { use } = useTexts(seatUseTexts);
  const path = `${base}/licenses/${application.id}`;
  const search = query['search'] ?? '';
  const idle = String(idleDaysIn(query) ?? '');
  const isSearch = search.trim() !== '' || idle !== '';
  const none = page.next === undefined ? holders.noMatch : holders.moreMatches;
  return (
    <>
      {Object.keys(problems).length > 0 && (
        <SeatProblems
          lead={visit.form['action'] === 'change' ? refused.changed : refused.takenBack}
          {...{ problems, names }}
        />
      )}
      <ApplicationTabs base={base} applicationId={application.id} current="holders" />
      <ApplicationChart application={application} />
      <div class="bar">
        <a class="button button-primary" href={`${path}/grant`}>
          {holders.grant}
        </a>
        <a class="button button-secondary" href={hrefOf(path, { search, idle, download: 'holders' })}>
          {holders.download}
        </a>
        <a class="button button-secondary" href={`${path}/reduce`}>
          {use.reduce}
        </a>
      </div>
      <section>
        <h2>{holders.heading}</h2>
        {!isSearch && <Total count={heldSeats(application)} />}
        <ListPage
          path={path}
          filters={{
            search: { label: holders.search, value: search },
            selects: [{ name: 'idle', label: use.idle, value: idle, choices: useIdleChoices() }],
          }}
          isEmpty={page.holders.length === 0}
          empty={isSearch ? none : holders.empty}
          paging={{ after: query['after'], next: page.next }}
        >
          <Form action={path} hidden={{ ...hidden }}>
            <HoldersTable base={base} rows={page.holders} />
            <ChangeType application={application} chosen={visit.form['licenseType'] ?? ''} />
            <div class="bar">
              <Button kind="danger">{holders.takeBack}</Button>
            </div>
          </Form>
        </ListPage>
      </section>
    </>
  );
}

/** Where an application has several license types: gives the selected people another one. */
function ChangeType({ application, chosen }: { application: ApplicationSeats; chosen: string }) {
  const { holders, grant } = useTexts(consoleTexts);
  const choices = application.licenseTypes
    .filter(({ free }) => free > 0)
    .map(({ id, name, free }) => ({ value: id, label: grant.choice(name, free) }));
  if (application.licenseTypes.length < 2 || choices.length === 0) return null;
  return (
    <div class="bar">
      <Select name="licenseType" label={holders.newType} value={chosen} groups={[{ choices }]} />
      <Button kind="secondary" name="action" value="change">
        {holders.changeType}
      </Button>
    </div>
  );
}

/** All seats that somebody holds, also those that cannot be used at the moment. */
function heldSeats({ licenseTypes }: ApplicationSeats): number {
  const subscriptions = licenseTypes.flatMap((type) => type.subscriptions);
  return subscriptions.reduce((sum, { quantityAssigned }) => sum + quantityAssigned, 0);
}

function Total({ count }: { count: number }) {
  const { holders } = useTexts(consoleTexts);
  const format = new Intl.NumberFormat(formatLocales[useLanguage()]);
  return <p>{holders.total(format.format(count), count === 1)}</p>;
}

function HoldersTable({ base, rows }: { base: string; rows: readonly Holder[] }) {
  const { holders } = useTexts(consoleTexts);
  const { use } = useTexts(seatUseTexts);
  return (
    <Table
      caption={holders.caption}
      rows={rows}
      keyOf={({ userId }) => userId}
      columns={[
        {
          label: holders.select,
          hiddenLabel: true,
          cell: ({ userId, displayName, email }) => (
            <RowCheckbox name={`user.${userId}`} label={holders.selectOne(displayName ?? email)} />
          ),
        },
        { label: holders.person, cell: (holder) => <Person base={base} person={holder} /> },
        { label: holders.licenseType, cell: ({ licenseTypeName }) => <Name text={licenseTypeName} /> },
        { label: holders.since, cell: ({ assignedAt }) => <Moment at={assignedAt} /> },
        { label: use.lastUse, cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
        { label: holders.state, cell: ({ reason }) => <SeatState reason={reason} /> },
      ]}
    />
  );
}
