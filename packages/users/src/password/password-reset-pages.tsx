import { type WeakPasswordReason, weakPasswordText } from '@org/identity-core';
import {
  Actions,
  type Brand,
  Button,
  Field,
  Form,
  Layout,
  NextSteps,
  SendAgain,
  ShownEmail,
  uiTexts,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { AccountNameField } from '../accounts/account-name-field.js';
import { LinksReview, type LinksReviewProps } from '../sso/links-review-page.js';
import { passwordTexts } from './texts.js';

/** Asks for the email that the link goes to. */
export function AskForResetPage({
  brand,
  interaction,
  email,
  signIn,
  incomplete = false,
}: {
  brand: Brand;
  /** The sign-in that continues afterwards. */
  interaction?: string | undefined;
  email?: string | undefined;
  /** The sign-in that this browser has started, while it is open. */
  signIn: string | undefined;
  /** Whether the email is not valid. */
  incomplete?: boolean;
}) {
  const { passwordReset: texts } = useTexts(passwordTexts);
  const { nextSteps } = useTexts(uiTexts);
  return (
    <Layout title={texts.title} brand={brand} failed={incomplete}>
      <p>{texts.ask}</p>
      <Form action="/password-reset" hidden={interaction === undefined ? {} : { interaction }}>
        <Field
          name="email"
          label={texts.email}
          type="email"
          autocomplete="username"
          value={email}
          error={incomplete ? texts.wholeAddress : undefined}
          autofocus
          required
        />
        <Actions>
          <Button>{texts.send}</Button>
        </Actions>
        {signIn && (
          <p class="links">
            <a href={signIn}>{nextSteps.backToSignIn}</a>
          </p>
        )}
      </Form>
    </Layout>
  );
}

/** The same page whether or not the email has an account. */
export function ResetAskedPage(props: {
  brand: Brand;
  email: string;
  interaction: string | undefined;
  /** The sign-in that this browser has started, while it is open. */
  signIn: string | undefined;
}) {
  const { brand, email, interaction, signIn } = props;
  const { passwordReset: texts } = useTexts(passwordTexts);
  return (
    <Layout title={texts.askedTitle} brand={brand}>
      <p>{texts.asked(<ShownEmail email={email} />)}</p>
      <p class="fine">{texts.noMail}</p>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: signIn }]} />
      {/* With the same limits as the first mail; the page does not show whether a limit is reached. */}
      <SendAgain action="/password-reset" hidden={{ email, ...(interaction === undefined ? {} : { interaction }) }} />
    </Layout>
  );
}

/** The page of the mailed link. */
export function NewPasswordPage({
  brand,
  action,
  email,
  weak,
}: {
  brand: Brand;
  action: string;
  email: string;
  /** Why the password that was sent is refused. */
  weak?: WeakPasswordReason | undefined;
}) {
  const { passwordReset: texts } = useTexts(passwordTexts);
  const language = useLanguage();
  return (
    <Layout title={texts.title} brand={brand} failed={weak !== undefined}>
      <p>{texts.forAccount(<ShownEmail email={email} />)}</p>
      <Form action={action}>
        <AccountNameField email={email} />
        <Field
          name="password"
          label={texts.newPassword}
          type="password"
          autocomplete="new-password"
          hint={weak ? undefined : texts.passwordHint}
          error={weak && weakPasswordText(weak, language)}
          autofocus
          required
        />
        <Actions>
          <Button>{texts.set}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Shown after the reset, with the linked providers that can also sign in to the account. */
export function PasswordSetPage(props: LinksReviewProps & { brand: Brand; accountPage: string | undefined }) {
  const { brand, links, accountPage, ...review } = props;
  const { passwordReset: texts } = useTexts(passwordTexts);
  return (
    <Layout title={texts.doneTitle} brand={brand}>
      <p>{texts.done}</p>
      {links.length > 0 && <LinksReview links={links} {...review} />}
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: accountPage }]} />
    </Layout>
  );
}
