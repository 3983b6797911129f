import { type WeakPasswordReason, waitText, weakPasswordText } from '@org/identity-core';
import {
  Actions,
  type Brand,
  Button,
  Field,
  Form,
  Layout,
  Name,
  NextSteps,
  ShownEmail,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { invitationsTexts } from './texts.js';

/** What is wrong with a form. */
export type InvitationError =
  | { readonly reason: keyof typeof invitationsTexts.en.invitation.errors | WeakPasswordReason }
  | { readonly reason: 'wait'; readonly seconds: number };

interface InvitationView {
  brand: Brand;
  action: string;
  email: string;
  tenantName: string;
  inviter: string | undefined;
  error?: InvitationError | undefined;
}

function Lead({ tenantName, inviter }: Pick<InvitationView, 'tenantName' | 'inviter'>) {
  const { invitation: texts } = useTexts(invitationsTexts);
  const tenant = (
    <strong>
      <Name text={tenantName} />
    </strong>
  );
  return <p class="lead">{inviter ? texts.invites(<Name text={inviter} />, tenant) : texts.invited(tenant)}</p>;
}

/** The error text for the field. */
function useErrorText(error: InvitationError | undefined): string | undefined {
  const { errors } = useTexts(invitationsTexts).invitation;
  const language = useLanguage();
  if (!error) return undefined;
  if (error.reason === 'wait') return waitText(error.seconds, language);
  const { reason } = error;
  return reason === 'wrongPassword' || reason === 'name' ? errors[reason] : weakPasswordText(reason, language);
}

/** For a user without an account: a name and, unless nobody has one, a password create it. */
export function NewAccountPage(props: InvitationView & { displayName?: string | undefined; withPassword: boolean }) {
  const { brand, action, email, tenantName, inviter, error, displayName, withPassword } = props;
  const { invitation: texts } = useTexts(invitationsTexts);
  const errorText = useErrorText(error);
  const isAboutName = error === undefined || error.reason === 'name';
  return (
    <Layout title={texts.title} brand={brand} failed={error !== undefined}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>{(withPassword ? texts.choosePassword : texts.chooseName)(<ShownEmail email={email} />)}</p>
      <Form action={action}>
        <Field
          name="displayName"
          label={texts.name}
          autocomplete="name"
          value={displayName}
          error={isAboutName ? errorText : undefined}
          autofocus={isAboutName}
          required
        />
        {withPassword && (
          <Field
            name="password"
            label={texts.password}
            type="password"
            autocomplete="new-password"
            hint={texts.passwordHint}
            error={isAboutName ? undefined : errorText}
            autofocus={!isAboutName}
            required
          />
        )}
        <Actions>
          <Button>{texts.createAndJoin}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** For a user who is signed in with the invited email. */
export function JoinPage({ brand, action, email, tenantName, inviter }: InvitationView) {
  const { invitation: texts } = useTexts(invitationsTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>{texts.signedInAs(<ShownEmail email={email} />)}</p>
      <Form action={action}>
        <Actions>
          <Button>{texts.join}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** For a user who has an account but is not signed in here. */
export function PasswordPage(
  props: InvitationView & { /** Whether another sign-in may accept it. */ canSignIn: boolean },
) {
  const { brand, action, email, tenantName, inviter, error, canSignIn } = props;
  const { invitation: texts } = useTexts(invitationsTexts);
  const errorText = useErrorText(error);
  return (
    <Layout title={texts.title} brand={brand} failed={error !== undefined}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>{texts.hasAccount(<ShownEmail email={email} />)}</p>
      <Form action={action}>
        <Field
          name="password"
          label={texts.password}
          type="password"
          autocomplete="current-password"
          error={errorText}
          autofocus
          required
        />
        <Actions>
          <Button>{texts.join}</Button>
        </Actions>
      </Form>
      {canSignIn && (
        <Form action={action} hidden={{ signIn: 'yes' }}>
          <Button kind="quiet">{texts.signInOtherwise}</Button>
        </Form>
      )}
    </Layout>
  );
}

/** For a user who has an account, where nobody has a password. */
export function SignInFirstPage({ brand, action, email, tenantName, inviter }: InvitationView) {
  const { invitation: texts } = useTexts(invitationsTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>{texts.signInFirst(<ShownEmail email={email} />)}</p>
      <Form action={action} hidden={{ signIn: 'yes' }}>
        <Actions>
          <Button>{texts.signIn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** For a user whose organization signs people in itself: they join by signing in there, and need no password here. */
export function ProviderPage(props: InvitationView & { /** The name of the connection. */ connection: string }) {
  const { brand, action, email, tenantName, inviter, connection } = props;
  const { invitation: texts } = useTexts(invitationsTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>{texts.byProvider(<ShownEmail email={email} />, <Name text={connection} />)}</p>
      <Form action={action}>
        <Actions>
          <Button>{texts.continueWith(connection)}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** For a user who is signed in with another email. */
export function OtherAccountPage(props: InvitationView & { signedInAs: string }) {
  const { brand, action, email, signedInAs, tenantName, inviter } = props;
  const { invitation: texts } = useTexts(invitationsTexts);
  return (
    <Layout title={texts.otherTitle} brand={brand}>
      <Lead tenantName={tenantName} inviter={inviter} />
      <p>{texts.other(<ShownEmail email={email} />, <ShownEmail email={signedInAs} />)}</p>
      <Form action={action}>
        <Actions>
          <Button>{texts.signOutAndGoOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Shown after the user has joined. */
export function JoinedPage({ brand, tenantName }: { brand: Brand; tenantName: string }) {
  const { invitation: texts } = useTexts(invitationsTexts);
  const tenant = (
    <strong>
      <Name text={tenantName} />
    </strong>
  );
  return (
    <Layout title={texts.joinedTitle} brand={brand}>
      <p>{texts.joined(tenant)}</p>
    </Layout>
  );
}

/** Shown for a link that is not valid any more. */
export function DeadInvitationPage(props: { brand: Brand; expired: boolean; accountPage: string | undefined }) {
  const { brand, expired, accountPage } = props;
  const { invitation } = useTexts(invitationsTexts);
  const texts = expired ? invitation.expired : invitation.dead;
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.message}</p>
      <p>{texts.advice}</p>
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: accountPage }]} />
    </Layout>
  );
}
