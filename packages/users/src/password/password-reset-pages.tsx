import {
  Actions,
  type Brand,
  Button,
  coreTexts,
  Field,
  Form,
  Layout,
  NextSteps,
  ShownEmail,
  useLanguage,
  useTexts,
  type WeakPasswordReason,
  weakPasswordText,
} from '@org/identity-core';
import { AccountNameField } from '../accounts/account-name-field.js';
import { LinksReview, type LinksReviewProps } from '../sso/links-review-page.js';
import { passwordTexts } from './texts.js';

/** Asks for the address that the link goes to. */
export function AskForResetPage({
  brand,
  interaction,
  email,
  incomplete = false,
}: {
  brand: Brand;
  /** The sign-in that goes on afterwards. */
  interaction?: string | undefined;
  email?: string | undefined;
  /** Whether that is no whole address. */
  incomplete?: boolean;
}) {
  const { passwordReset: texts } = useTexts(passwordTexts);
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
      </Form>
    </Layout>
  );
}

/** The same whether or not there is an account with that address. */
export function ResetAskedPage(props: {
  brand: Brand;
  email: string;
  interaction: string | undefined;
  /** The sign-in that this browser has begun, while it is under way. */
  signIn: string | undefined;
}) {
  const { brand, email, interaction, signIn } = props;
  const { passwordReset: texts } = useTexts(passwordTexts);
  const { sendAgain } = useTexts(coreTexts);
  return (
    <Layout title={texts.askedTitle} brand={brand}>
      <p>{texts.asked(<ShownEmail email={email} />)}</p>
      <p class="fine">{texts.noMail}</p>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: signIn }]} />
      {/* Under the same limits as the first mail, which nobody can tell from the page. */}
      <Form action="/password-reset" hidden={{ email, ...(interaction === undefined ? {} : { interaction }) }}>
        <Button kind="quiet">{sendAgain}</Button>
      </Form>
    </Layout>
  );
}

/** Behind the mailed link. */
export function NewPasswordPage({
  brand,
  action,
  email,
  weak,
}: {
  brand: Brand;
  action: string;
  email: string;
  /** Why the one that was sent is refused. */
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

/** After it is done, with the links that open the account as well. */
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
