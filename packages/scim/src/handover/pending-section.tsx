import type { TenantVisit } from '@org/identity-core';
import { Button, Form, Moment, NameCell, RowCheckbox, Table, useTexts } from '@org/identity-ui';
import { maxListed, type PendingMember } from './list-pending.js';
import { handoverTexts } from './texts.js';

interface SectionProps {
  readonly visit: TenantVisit;
  /** The page of the directory. */
  readonly action: string;
}

/** The form that confirms a directory that a setup link made. */
export function ConfirmSection({ visit, action }: SectionProps) {
  const { confirmation: texts } = useTexts(handoverTexts);
  return (
    <section>
      <h2>{texts.heading}</h2>
      <p>{texts.lead}</p>
      <Form action={action} hidden={{ ...visit.hidden, action: 'confirm' }}>
        <Button>{texts.confirm}</Button>
      </Form>
    </section>
  );
}

/** The members whom the directory does not manage, and the form that hands them over. */
export function PendingSection({ visit, action, users }: SectionProps & { readonly users: readonly PendingMember[] }) {
  const { pending: texts } = useTexts(handoverTexts);
  return (
    <section>
      <h2>{texts.heading}</h2>
      <p>{texts.lead}</p>
      <Form action={action} hidden={{ ...visit.hidden, action: 'adopt' }}>
        <PendingTable users={users} />
        {users.length === maxListed && <p class="soft">{texts.more}</p>}
        <div class="bar">
          <Button kind="secondary">{texts.adopt}</Button>
        </div>
      </Form>
    </section>
  );
}

function PendingTable({ users }: { readonly users: readonly PendingMember[] }) {
  const { pending: texts, roles } = useTexts(handoverTexts);
  return (
    <Table
      caption={texts.heading}
      rows={users}
      keyOf={({ userId }) => userId}
      columns={[
        {
          label: texts.select,
          hiddenLabel: true,
          cell: ({ userId, displayName, email }) => (
            <RowCheckbox name={`user.${userId}`} label={texts.selectOne(displayName ?? email)} />
          ),
        },
        {
          label: texts.member,
          cell: ({ displayName, email }) => (
            <NameCell text={displayName ?? email} note={displayName === null ? undefined : email} />
          ),
        },
        { label: texts.role, cell: ({ role }) => roles[role] },
        { label: texts.wish, cell: (user) => <Wish {...user} /> },
      ]}
    />
  );
}

function Wish({ wants, since }: PendingMember) {
  const { wishes } = useTexts(handoverTexts).pending;
  return (
    <>
      {wishes[wants ?? 'none']}
      {since && (
        <span class="soft">
          <Moment at={since} />
        </span>
      )}
    </>
  );
}
