import { managesTenant, type TenantVisit } from '@org/identity-core';
import { Button, Empty, Form, Moment, Name, Select, Table, useTexts } from '@org/identity-ui';
import type { SeatMember } from '../seats/find-seat-member.js';
import type { HeldSeat } from '../seats/list-seats-of-user.js';
import type { ApplicationSeats } from '../subscriptions/summarize-seats.js';
import { SeatState } from './seat-parts.js';
import { consoleTexts } from './texts.js';

interface MemberSeatsProps {
  visit: TenantVisit;
  member: SeatMember;
  seats: readonly HeldSeat[];
  /** For those who can grant seats. */
  applications: readonly ApplicationSeats[] | undefined;
}

/** The seats of a member. Those who manage the tenant can take them back and grant others. */
export function MemberSeatsContent({ visit, member, seats, applications }: MemberSeatsProps) {
  const texts = useTexts(consoleTexts);
  const path = `${visit.base}/members/${visit.params['membershipId']}/seats`;
  const takeBack = {
    label: texts.member.actions,
    hiddenLabel: true,
    cell: ({ applicationId, applicationName }: HeldSeat) => (
      <Form action={path} hidden={{ ...visit.hidden, takeBack: applicationId }}>
        <Button kind="secondary">
          {texts.member.takeBack}
          <span class="hidden">{texts.member.of(applicationName)}</span>
        </Button>
      </Form>
    ),
  };
  return (
    <>
      {seats.length === 0 ? (
        <Empty>{texts.member.empty}</Empty>
      ) : (
        <Table
          caption={texts.member.caption}
          rows={seats}
          keyOf={({ applicationId }) => applicationId}
          columns={[
            { label: texts.licenses.application, cell: ({ applicationName }) => <Name text={applicationName} /> },
            { label: texts.licenses.licenseType, cell: ({ licenseTypeName }) => <Name text={licenseTypeName} /> },
            { label: texts.own.since, cell: ({ assignedAt }) => <Moment at={assignedAt} /> },
            { label: texts.own.state, cell: ({ reason }) => <SeatState reason={reason} /> },
            ...(managesTenant(visit) ? [takeBack] : []),
          ]}
        />
      )}
      {applications && <GrantForm {...{ visit, path, member, seats, applications }} />}
    </>
  );
}

type GrantFormProps = Omit<MemberSeatsProps, 'applications'> & {
  path: string;
  applications: readonly ApplicationSeats[];
};

function GrantForm({ visit, path, member, seats, applications }: GrantFormProps) {
  const { member: texts, grant } = useTexts(consoleTexts);
  if (member.status !== 'ACTIVE') return <p>{texts.inactive}</p>;
  const others = applications.filter(({ id }) => seats.every(({ applicationId }) => applicationId !== id));
  if (applications.length === 0) return <p>{texts.nothingBought}</p>;
  const groups = applications
    .map(({ id, name, licenseTypes }) => {
      const held = seats.find(({ applicationId }) => applicationId === id);
      const free = licenseTypes.filter((type) => type.free > 0 && type.name !== held?.licenseTypeName);
      const labelOf = (type: (typeof free)[number]) =>
        held ? texts.instead(type.name, type.free, held.licenseTypeName) : grant.choice(type.name, type.free);
      return { label: name, choices: free.map((type) => ({ value: type.id, label: labelOf(type) })) };
    })
    .filter(({ choices }) => choices.length > 0);
  if (groups.length === 0 && others.length === 0) return <p>{texts.hasAll}</p>;
  if (groups.length === 0)
    return <p>{others.every(({ bought }) => bought === 0) ? texts.notActive : texts.noneFree}</p>;
  return (
    <Form action={path} hidden={{ ...visit.hidden }}>
      <div class="bar">
        <Select name="license" label={texts.license} value={visit.form['license'] ?? ''} groups={groups} />
        <Button kind="secondary">{texts.grant}</Button>
      </div>
    </Form>
  );
}
