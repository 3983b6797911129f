import type { TenantVisit } from '@org/identity-core';
import {
  Button,
  type Column,
  Empty,
  Filters,
  Form,
  formatLocales,
  hrefOf,
  Moment,
  Name,
  Pager,
  Table,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { ApplicationTabs } from '../console/application-tabs.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import type { RequestEntry } from './find-requests.js';
import type { RequestPage } from './list-requests.js';
import { requestsTexts } from './texts.js';

export const shownStatuses = ['PENDING', 'WAITING', 'GRANTED', 'DECLINED'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

interface Section extends RequestPage {
  readonly status: ShownStatus;
}

interface RequestsContentProps {
  visit: TenantVisit;
  application: ApplicationSeats;
  /** The only status that the page shows; undefined for the open ones. */
  chosen: ShownStatus | undefined;
  sections: readonly Section[];
  names: ReadonlyMap<string, string>;
}

/** The requests for an application by status. */
export function RequestsContent({ visit, application, chosen, sections, names }: RequestsContentProps) {
  const { requests } = useTexts(requestsTexts);
  const path = `${visit.base}/licenses/${application.id}/requests`;
  const choices = [
    { value: '', label: requests.choices.open },
    ...shownStatuses.map((status) => ({ value: status, label: requests.choices[status] })),
  ];
  return (
    <>
      <ApplicationTabs base={visit.base} applicationId={application.id} current="requests" />
      <Filters path={path} selects={[{ name: 'status', label: requests.show, value: chosen, choices }]} />
      {sections.map((section) => (
        <RequestSection key={section.status} {...{ visit, application, path, section, names, isOnly: !!chosen }} />
      ))}
    </>
  );
}

interface RequestSectionProps extends Pick<RequestsContentProps, 'visit' | 'application' | 'names'> {
  path: string;
  section: Section;
  isOnly: boolean;
}

function RequestSection(props: RequestSectionProps) {
  const { path, section, isOnly } = props;
  const { requests: texts } = useTexts(requestsTexts);
  const format = new Intl.NumberFormat(formatLocales[useLanguage()]);
  const { status, requests, pagination } = section;
  const { heading, empty } = wordsOf(texts, status);
  return (
    <section>
      <h2>{heading}</h2>
      {requests.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <>
          {status === 'WAITING' && <p>{texts.waitingLead}</p>}
          <Table caption={heading} rows={requests} keyOf={({ id }) => id} columns={columnsOf(props, texts)} />
        </>
      )}
      {isOnly ? (
        <Pager path={path} query={{ status }} paging={pagination} />
      ) : (
        pagination.pages > 1 && (
          <p class="pager">
            <a href={hrefOf(path, { status })}>{texts.all(format.format(pagination.total))}</a>
          </p>
        )
      )}
    </section>
  );
}

type Texts = (typeof requestsTexts)['en']['requests'];

function wordsOf(texts: Texts, status: ShownStatus): { heading: string; empty: string } {
  if (status === 'PENDING') return { heading: texts.pending, empty: texts.noPending };
  if (status === 'WAITING') return { heading: texts.waiting, empty: texts.noWaiting };
  return { heading: texts.decided[status], empty: texts.noDecided[status] };
}

function columnsOf(
  { visit, application, path, section: { status }, names }: RequestSectionProps,
  texts: Texts,
): Column<RequestEntry>[] {
  const nameOf = ({ userId, email }: RequestEntry) => names.get(userId) ?? email;
  const types = new Map(application.licenseTypes.map(({ id, name }) => [id, name]));
  const person: Column<RequestEntry> = {
    label: texts.person,
    cell: (request) => <Requester name={nameOf(request)} email={request.email} />,
  };
  const type: Column<RequestEntry> = {
    label: texts.licenseType,
    cell: ({ licenseTypeId }) => <Name text={types.get(licenseTypeId ?? '') ?? texts.anyType} />,
  };
  const note: Column<RequestEntry> = { label: texts.note, cell: ({ note }) => <bdi>{note ?? '–'}</bdi> };
  const since: Column<RequestEntry> = { label: texts.since, cell: ({ createdAt }) => <Moment at={createdAt} /> };
  const decide: Column<RequestEntry> = {
    label: texts.actions,
    hiddenLabel: true,
    cell: (request) => (
      <a class="button button-secondary" href={`${path}/${request.id}`}>
        {texts.decide}
        <span class="hidden">{texts.of(nameOf(request))}</span>
      </a>
    ),
  };
  const takeOff: Column<RequestEntry> = {
    label: texts.actions,
    hiddenLabel: true,
    cell: (request) => (
      <Form action={path} hidden={{ ...visit.hidden, requestId: request.id }}>
        <Button kind="secondary">
          {texts.takeOff}
          <span class="hidden">{texts.ofWaiting(nameOf(request))}</span>
        </Button>
      </Form>
    ),
  };
  if (status === 'PENDING') return [person, type, note, since, decide];
  const position: Column<RequestEntry> = { label: texts.position, numeric: true, cell: ({ position }) => position };
  if (status === 'WAITING') return [person, position, type, since, takeOff];
  const decided = ({ decidedAt }: RequestEntry) => decidedAt && <Moment at={decidedAt} />;
  return [person, type, note, { label: texts.decidedAt, cell: decided }];
}

function Requester({ name, email }: { name: string; email: string }) {
  return (
    <>
      <Name text={name} />
      {name !== email && (
        <span class="soft">
          <bdi>{email}</bdi>
        </span>
      )}
    </>
  );
}
