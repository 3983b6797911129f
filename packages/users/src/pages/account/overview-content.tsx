import { Button, Form, Name } from '@org/identity-core';
import { longDate } from '../../long-date.js';

export interface OverviewContentProps {
  profile: {
    displayName: string | null;
    email: string;
    emailVerified: boolean;
    createdAt: Date;
    memberships: readonly { tenantId: string; tenantName: string; role: string; status: string }[];
  };
  hidden: Readonly<Record<string, string>>;
}

/** The account at a glance. */
export function OverviewContent({ profile, hidden }: OverviewContentProps) {
  const { displayName, email, emailVerified, createdAt } = profile;
  const memberships = profile.memberships.filter(({ status }) => status === 'ACTIVE');
  return (
    <>
      <dl class="facts">
        <dt>Name</dt>
        <dd>{displayName ? <Name text={displayName} /> : 'Not set'}</dd>
        <dt>Email</dt>
        <dd>
          <bdi>{email}</bdi>
          {emailVerified ? ' (confirmed)' : ' (not confirmed yet)'}
        </dd>
        {memberships.length > 0 && <dt>Member of</dt>}
        {memberships.map(({ tenantId, tenantName, role }) => (
          <dd key={tenantId}>
            <Name text={tenantName} /> ({role})
          </dd>
        ))}
        <dt>Since</dt>
        <dd>{longDate(createdAt)}</dd>
      </dl>
      {!emailVerified && (
        <>
          <p>Confirm that the address is yours: a mail brings you a link for it.</p>
          <Form action="/account" hidden={{ ...hidden }}>
            <Button kind="secondary">Send me the link</Button>
          </Form>
        </>
      )}
    </>
  );
}
