import { type AuthorizationRequest, accountClientId, waitText } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import {
  Actions,
  Button,
  Field,
  Form,
  Layout,
  Notice,
  PasskeyForm,
  ShownEmail,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { normalizeEmail } from '../accounts/find-account.js';
import { emailedCodesTexts } from '../emailed-codes/texts.js';
import { ForgotButton, ProviderForm, type SignInPageProps } from './sign-in-page.js';
import { signInTexts } from './texts.js';

/** The user who is signed in to this browser, and how they can prove it. */
interface Person {
  readonly email: string;
  readonly hasPassword: boolean;
  /** The credential ids of their passkeys. */
  readonly passkeys: readonly string[];
  /** The ids of the upstream providers that are linked. */
  readonly providers: readonly string[];
}

/**
 * The user who has to sign in again to go on with one of our own pages. Undefined if somebody else wants to sign in: `email`
 * is what they have entered.
 */
export async function findPerson(db: Database, userId: string, email: string | undefined): Promise<Person | undefined> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      normalizedEmail: true,
      passwordHash: true,
      ssoLinks: { select: { provider: true } },
      passkeys: { select: { credentialId: true } },
    },
  });
  if (!user || (email !== undefined && normalizeEmail(email) !== user.normalizedEmail)) return undefined;
  return {
    email: user.email,
    hasPassword: user.passwordHash !== null,
    passkeys: user.passkeys.map(({ credentialId }) => credentialId),
    providers: user.ssoLinks.map(({ provider }) => provider),
  };
}

/**
 * Whether only the user's own sign-in is of use: the pages of the account and of the platform do not take the session of a
 * tenant's provider, so the email does not lead there. Consoles of tenants, and the page after an invitation, do.
 */
export function needsOwnSignIn({ client, params }: Pick<AuthorizationRequest, 'client' | 'params'>): boolean {
  if (client.id !== accountClientId || reasonOf({ params }) === 'console') return false;
  return !String(params['state'] ?? '').startsWith(joinedPath);
}

/** The page after an invitation, which a provider of the tenant accepts as well. */
const joinedPath = '/invitations/accepted/';

/** Why the user has to confirm, by the page that asks. */
export function reasonOf({
  params,
}: Pick<AuthorizationRequest, 'params'>): keyof typeof signInTexts.en.confirm.reasons {
  const [, console] = String(params['state'] ?? '').split(/[/?]/u);
  // A sign-in that the provider of a tenant has started arrives below `/sso`, and then in the tenant's console.
  if (console === 'sso') return 'console';
  return console === 'platform' || console === 'console' ? console : 'account';
}

type ConfirmPageProps = Omit<SignInPageProps, 'clientName' | 'registration' | 'mark' | 'other'> & {
  /** See `EmailRouting`. */
  mark: string;
  person: Person;
  reason: keyof typeof signInTexts.en.confirm.reasons;
};

/** Asks a user who is signed in to prove once more that it is them. */
export function ConfirmPage(props: ConfirmPageProps) {
  const { brand, action, abortAction, error, waitSeconds, passwordSet, person, reason, passkey, mark } = props;
  const { signIn, confirm: texts } = useTexts(signInTexts);
  const { emailCode } = useTexts(emailedCodesTexts);
  const language = useLanguage();
  const refusal = waitSeconds === undefined ? error && texts.errors[error] : waitText(waitSeconds, language);
  const withPassword = (props.passwordSignIn ?? true) && person.hasPassword;
  const withPasskey = passkey !== undefined && person.passkeys.length > 0;
  const withCode = props.emailCodes ?? false;
  const hasOther = withPassword || withPasskey || withCode;
  const providers = (props.providers ?? []).filter(({ id }) => person.providers.includes(id));
  return (
    <Layout title={texts.title} brand={brand} failed={refusal !== undefined}>
      <p class="lead">{texts.reasons[reason]}</p>
      {refusal && (
        <Notice kind="error" id="sign-in-error">
          {refusal}
        </Notice>
      )}
      {passwordSet && <Notice kind="info">{signIn.passwordSet}</Notice>}
      <p>{texts.signedInAs(<ShownEmail email={person.email} />)}</p>
      {withPasskey && (
        <PasskeyForm action={action} mode="use" options={passkey} autofill={false} explained={false}>
          <Button kind={withPassword ? 'secondary' : 'primary'}>{signIn.usePasskey}</Button>
        </PasskeyForm>
      )}
      {withPasskey && withPassword && <p class="divider">{signIn.or}</p>}
      {withPassword && (
        <Form action={action} hidden={{ email: person.email, asked: mark }}>
          <Field
            name="password"
            label={signIn.password}
            type="password"
            autocomplete="current-password"
            describedBy={refusal ? 'sign-in-error' : undefined}
            autofocus
            required
          />
          <Actions>
            <Button>{texts.submit}</Button>
          </Actions>
          <p class="links">
            <ForgotButton />
          </p>
        </Form>
      )}
      {(props.passwordSignIn ?? true) && !person.hasPassword && !props.emailFirst && (
        <Form action={action} hidden={{ email: person.email }}>
          <p>{texts.noPassword}</p>
          <Button name="forgot" value="yes" kind={withPasskey || withCode ? 'secondary' : 'primary'} unchecked>
            {texts.setPassword}
          </Button>
        </Form>
      )}
      {withCode && (
        // By the user themselves, even if their organization has a provider: that does not count for the account.
        <Form action={action} hidden={{ email: person.email, emailCode: 'confirm', asked: mark }}>
          {(withPassword || withPasskey) && <p class="divider">{signIn.or}</p>}
          <Actions>
            <Button kind={withPassword || withPasskey ? 'secondary' : 'primary'}>{emailCode.send}</Button>
          </Actions>
        </Form>
      )}
      {props.emailFirst && (
        <Form action={action} hidden={{ email: person.email }}>
          {hasOther && <p class="divider">{signIn.or}</p>}
          <Button kind={hasOther ? 'secondary' : 'primary'}>{texts.byOrganization}</Button>
        </Form>
      )}
      {providers.length > 0 && <ProviderForm action={action} providers={providers} secondary={hasOther} />}
      <p class="links">
        <a href={`${action}/return?other`}>{texts.other}</a>
      </p>
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="link">{signIn.cancel}</Button>
        </Form>
      )}
    </Layout>
  );
}
