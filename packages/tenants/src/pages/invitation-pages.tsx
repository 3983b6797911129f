import { Actions, type Brand, Button, Field, Form, Layout, Name, Notice } from '@org/identity-core';

interface InvitationView {
  brand: Brand;
  action: string;
  email: string;
  tenantName: string;
  inviter: string | undefined;
  error?: string | undefined;
}

function Lead({ tenantName, inviter }: Pick<InvitationView, 'tenantName' | 'inviter'>) {
  return (
    <p class="lead">
      {inviter ? <Name text={inviter} /> : 'You were invited'} {inviter && 'invites you'} to join{' '}
      <strong>
        <Name text={tenantName} />
      </strong>
    </p>
  );
}

/** For somebody without an account: a name and a password make one. */
export function NewAccountPage({
  brand,
  action,
  email,
  tenantName,
  inviter,
  error,
  displayName,
}: InvitationView & { displayName?: string | undefined }) {
  return (
    <Layout title="Accept the invitation" brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      {error && <Notice kind="error">{error}</Notice>}
      <p>
        Choose a password for your new account{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        .
      </p>
      <Form action={action}>
        <Field name="displayName" label="Your name" autocomplete="name" value={displayName} autofocus required />
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          hint="At least 8 characters. A few unusual words are good."
          required
        />
        <Actions>
          <Button>Create account and join</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** For somebody who is signed in with the invited address. */
export function JoinPage({ brand, action, email, tenantName, inviter }: InvitationView) {
  return (
    <Layout title="Accept the invitation" brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>
        You are signed in as{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        .
      </p>
      <Form action={action}>
        <Actions>
          <Button>Join</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** For somebody whose address has an account, but who is not signed in here. */
export function PasswordPage({ brand, action, email, tenantName, inviter, error }: InvitationView) {
  return (
    <Layout title="Accept the invitation" brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      {error && <Notice kind="error">{error}</Notice>}
      <p>
        You have an account already:{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        . Enter its password to join.
      </p>
      <Form action={action}>
        <Field name="password" label="Password" type="password" autocomplete="current-password" autofocus required />
        <Actions>
          <Button>Join</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** For somebody who is signed in with another address. */
export function OtherAccountPage({
  brand,
  action,
  email,
  signedInAs,
  tenantName,
  inviter,
}: InvitationView & { signedInAs: string }) {
  return (
    <Layout title="This invitation is for another address" brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>
        It was sent to{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        , but you are signed in as{' '}
        <strong>
          <bdi>{signedInAs}</bdi>
        </strong>
        . Sign out to accept it with the invited address, or ask for an invitation to your own.
      </p>
      <Form action={action}>
        <Actions>
          <Button>Sign out and go on</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** After it is done. */
export function JoinedPage({ brand, tenantName }: { brand: Brand; tenantName: string }) {
  return (
    <Layout title="Welcome" brand={brand}>
      <p>
        You are now a member of{' '}
        <strong>
          <Name text={tenantName} />
        </strong>
        . Open the application you were invited for and sign in.
      </p>
    </Layout>
  );
}

/** A link that leads nowhere any more. */
export function DeadInvitationPage({ brand, expired }: { brand: Brand; expired: boolean }) {
  return (
    <Layout title={expired ? 'This invitation has expired' : 'This invitation cannot be used'} brand={brand}>
      <p>
        {expired
          ? 'Invitations work for a limited time only.'
          : 'It was accepted or revoked already, or the address is incomplete.'}
      </p>
      <p>
        Ask the person who invited you to send {expired ? 'it again' : 'a new one'}. If you have accepted it before,
        just sign in.
      </p>
    </Layout>
  );
}
