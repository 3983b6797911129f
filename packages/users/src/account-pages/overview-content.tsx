import { Button, Day, Form, Name, SendAgain, useTexts } from '@org/identity-ui';
import { accountPagesTexts } from './texts.js';

export interface OverviewContentProps {
  profile: {
    displayName: string | null;
    email: string;
    emailVerified: boolean;
    createdAt: Date;
    memberships: readonly { tenantId: string; tenantName: string; role: string; status: string }[];
  };
  hidden: Readonly<Record<string, string>>;
  /** Whether the link that confirms the email was just sent. */
  isSent?: boolean;
}

/** The overview of the account. */
export function OverviewContent({ profile, hidden, isSent = false }: OverviewContentProps) {
  const { displayName, email, emailVerified, createdAt } = profile;
  const { overview: texts } = useTexts(accountPagesTexts);
  const memberships = profile.memberships.filter(({ status }) => status === 'ACTIVE');
  return (
    <>
      <dl class="facts">
        <dt>{texts.name}</dt>
        <dd>{displayName ? <Name text={displayName} /> : texts.notSet}</dd>
        <dt>{texts.email}</dt>
        <dd>
          <bdi>{email}</bdi>
          {emailVerified ? texts.confirmed : texts.notConfirmed}
        </dd>
        {memberships.length > 0 && <dt>{texts.memberOf}</dt>}
        {memberships.map(({ tenantId, tenantName, role }) => (
          <dd key={tenantId}>
            <Name text={tenantName} /> ({isRole(role) ? texts.roles[role] : role})
          </dd>
        ))}
        <dt>{texts.since}</dt>
        <dd>
          <Day at={createdAt} />
        </dd>
      </dl>
      {!emailVerified && (
        <>
          <p>{texts.confirm}</p>
          {isSent ? (
            <SendAgain action="/account" hidden={hidden} />
          ) : (
            <Form action="/account" hidden={{ ...hidden }}>
              <Button kind="secondary">{texts.sendLink}</Button>
            </Form>
          )}
        </>
      )}
    </>
  );
}

const { roles } = accountPagesTexts.en.overview;
const isRole = (role: string): role is keyof typeof roles => Object.hasOwn(roles, role);
