import {
  Badge,
  BarChart,
  Empty,
  type Language,
  longDate,
  Moment,
  Name,
  Table,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import type { Reason } from '../check/license-state.js';
import type { HeldSeat } from '../seats/list-seats-of-user.js';
import { subscriptionPartsTexts } from '../subscription-parts/texts.js';
import type { ApplicationSeats, SeatTotals, SummarizedSubscription } from '../subscriptions/summarize-seats.js';
import { consoleTexts } from './texts.js';

/** Whether a seat can be used, or why not. */
export function SeatState({ reason }: { reason: Reason }) {
  const { use, reasons } = useTexts(consoleTexts);
  if (reason === 'LICENSED') return <Badge tone="good">{use.yes}</Badge>;
  return (
    <>
      <Badge tone="bad">{use.no}</Badge>
      <span class="soft">{reasons[reason]}</span>
    </>
  );
}

/** The last day of what ends at this moment, as it was entered: an end at midnight is not said to be the next day. */
export const lastDay = (end: Date, language: Language) => longDate(new Date(end.getTime() - 1), language);

/** The state of a subscription in words. */
export function SubscriptionState({ subscription }: { subscription: SummarizedSubscription }) {
  const language = useLanguage();
  const { states } = useTexts(consoleTexts);
  const { status, startsAt, expiresAt } = subscription;
  const end = expiresAt && lastDay(expiresAt, language);
  if (status === 'SUSPENDED') return <Badge tone="bad">{states.suspended}</Badge>;
  if (status === 'CANCELED') return <Badge tone="bad">{states.canceled}</Badge>;
  if (status === 'EXPIRED') return <Badge tone="bad">{end ? states.endedOn(end) : states.ended}</Badge>;
  if (startsAt.getTime() > Date.now()) return <Badge>{states.begins(longDate(startsAt, language))}</Badge>;
  return <Badge tone="good">{end ? states.until(end) : states.active}</Badge>;
}

/** A bar for each application or license type: how many of the bought seats are held and reserved. */
export function SeatChart(props: {
  title: string;
  bar: string;
  of: readonly (SeatTotals & { readonly name: string })[];
}) {
  const { licenses } = useTexts(consoleTexts);
  const { facts } = useTexts(subscriptionPartsTexts);
  const { held: used, free, bought: total } = licenses;
  const words = { bar: props.bar, used, free, total };
  const bars = props.of.map(({ name, held, reserved, bought }) => ({
    label: name,
    used: held,
    kept: reserved > 0 ? { count: reserved, text: facts.alsoReserved(reserved) } : undefined,
    total: bought,
  }));
  return <BarChart title={props.title} words={words} bars={bars} />;
}

/** The license types of one application as a chart. */
export function ApplicationChart({ application }: { application: ApplicationSeats }) {
  const { licenses } = useTexts(consoleTexts);
  return (
    <SeatChart title={licenses.chart(application.name)} bar={licenses.licenseType} of={application.licenseTypes} />
  );
}

/** The seats of the visitor. */
export function OwnSeats({ seats }: { seats: readonly HeldSeat[] }) {
  const { own, licenses } = useTexts(consoleTexts);
  if (seats.length === 0) return <Empty>{own.empty}</Empty>;
  return (
    <Table
      caption={own.caption}
      rows={seats}
      keyOf={({ applicationId }) => applicationId}
      columns={[
        { label: licenses.application, cell: ({ applicationName }) => <Name text={applicationName} /> },
        { label: licenses.licenseType, cell: ({ licenseTypeName }) => <Name text={licenseTypeName} /> },
        { label: own.since, cell: ({ assignedAt }) => <Moment at={assignedAt} /> },
        { label: own.state, cell: ({ reason }) => <SeatState reason={reason} /> },
      ]}
    />
  );
}

export interface PersonProps {
  base: string;
  person: {
    readonly membershipId: string;
    readonly displayName: string | null;
    readonly email: string;
  };
}

/** The name of a member with a link to the member's page, and the email below it. */
export function Person({ base, person: { membershipId, displayName, email } }: PersonProps) {
  return (
    <>
      <a href={`${base}/members/${membershipId}`}>
        <Name text={displayName ?? email} />
      </a>
      {displayName !== null && <bdi class="soft">{email}</bdi>}
    </>
  );
}
