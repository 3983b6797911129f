import {
  Actions,
  type Brand,
  Button,
  Field,
  Form,
  Layout,
  NextSteps,
  Notice,
  PasskeyForm,
  ShownEmail,
  useTexts,
} from '@org/identity-ui';
import { AccountNameField } from '../accounts/account-name-field.js';
import type { PendingTotp } from '../mfa/begin-totp.js';
import { mfaTexts } from '../mfa/texts.js';
import { RecoveryCodeList, TotpSetUp } from '../mfa/totp-set-up.js';
import { passkeysTexts } from '../passkeys/texts.js';
import { secondFactorLinkTexts } from './texts.js';

interface LinkPage {
  brand: Brand;
  action: string;
}

/** Asks for the password: the link alone is no sign-in. */
export function LinkPasswordPage(
  props: LinkPage & { email: string; hasPassword: boolean; error?: string | undefined },
) {
  const { brand, action, email, hasPassword, error } = props;
  const { link: texts } = useTexts(secondFactorLinkTexts);
  return (
    <Layout title={texts.title} brand={brand} failed={error !== undefined}>
      <p class="lead">{texts.lead(<ShownEmail email={email} />)}</p>
      {hasPassword ? (
        <Form action={action}>
          <AccountNameField email={email} />
          <Field
            name="password"
            label={texts.password}
            type="password"
            autocomplete="current-password"
            error={error}
            autofocus
            required
          />
          <Actions>
            <Button>{texts.continue}</Button>
          </Actions>
        </Form>
      ) : (
        <>
          <p>{texts.noPassword}</p>
          <NextSteps brand={brand} steps={[{ to: 'newLink', href: '/password-reset' }]} />
        </>
      )}
    </Layout>
  );
}

/** For an account without a password: its owner signs in with a code first. */
export function LinkSignInPage(props: LinkPage & { email: string; isSignedIn: boolean }) {
  const { brand, action, email, isSignedIn } = props;
  const { link: texts } = useTexts(secondFactorLinkTexts);
  const account = <ShownEmail email={email} />;
  return (
    <Layout title={texts.title} brand={brand}>
      <p class="lead">{isSignedIn ? texts.leadSignedIn(account) : texts.leadSignIn(account)}</p>
      <Form action={action} hidden={{ continue: 'yes' }}>
        <Actions>
          <Button>{texts.continue}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Sets up an app or, if the browser can, a passkey. */
export function LinkSetUpPage(
  props: LinkPage & {
    hidden: Record<string, string>;
    pending: PendingTotp;
    /** The WebAuthn options; undefined if passkeys are not possible here. */
    passkey: string | undefined;
    error?: 'wrongCode' | 'passkeyNotMade' | undefined;
  },
) {
  const { brand, action, hidden, pending, passkey, error } = props;
  const { secondFactor } = useTexts(mfaTexts);
  const { passkeys } = useTexts(passkeysTexts);
  const { link: texts } = useTexts(secondFactorLinkTexts);
  return (
    <Layout title={texts.title} brand={brand} failed={error !== undefined}>
      {error === 'passkeyNotMade' && (
        <Notice kind="error" focused>
          {texts.passkeyNotMade}
        </Notice>
      )}
      <p class="lead">{secondFactor.scanThenEnter}</p>
      <TotpSetUp
        {...{ action, hidden, pending }}
        error={error === 'wrongCode' ? secondFactor.errors.wrongCode : undefined}
      />
      {passkey !== undefined && (
        <PasskeyForm
          {...{ action, hidden }}
          mode="make"
          options={passkey}
          explained={false}
          before={<p class="divider">{secondFactor.or}</p>}
        >
          <Field name="name" label={passkeys.passkeyName} value={passkeys.passkeyNameValue} />
          <Button kind="secondary">{passkeys.makeThePasskey}</Button>
        </PasskeyForm>
      )}
    </Layout>
  );
}

/** Shows the recovery codes, this one time, and where to sign in. */
export function LinkDonePage(props: { brand: Brand; codes: readonly string[]; accountPage: string | undefined }) {
  const { brand, codes, accountPage } = props;
  const { secondFactor: texts } = useTexts(mfaTexts);
  return (
    <Layout title={texts.keepTitle} brand={brand}>
      <RecoveryCodeList codes={codes} productName={brand.productName} />
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: accountPage }]} />
    </Layout>
  );
}
