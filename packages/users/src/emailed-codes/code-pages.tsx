import { waitText } from '@org/identity-core';
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
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { AccountNameField } from '../accounts/account-name-field.js';
import { emailedCodesTexts } from './texts.js';

/** What can be wrong with a code. */
export type EmailCodeError = keyof typeof emailedCodesTexts.en.emailCode.errors;

interface CodePageProps {
  brand: Brand;
  action: string;
  abortAction: string;
  email: string;
}

/** Asks for the code. The same page whether or not the email has an account. */
export function EmailCodePage(
  props: CodePageProps & { error?: EmailCodeError | undefined; waitSeconds?: number | undefined },
) {
  const { brand, action, email, error, waitSeconds } = props;
  const { emailCode: texts } = useTexts(emailedCodesTexts);
  const language = useLanguage();
  const refusal = waitSeconds === undefined ? error && texts.errors[error] : waitText(waitSeconds, language);
  return (
    <Layout title={texts.title} brand={brand} failed={refusal !== undefined}>
      <p>{texts.asked(<ShownEmail email={email} />)}</p>
      <Form action={action} hidden={{ emailCode: 'check' }}>
        <Field
          name="code"
          label={texts.code}
          hint={refusal === undefined ? texts.codeHint : undefined}
          inputmode="numeric"
          autocomplete="one-time-code"
          error={refusal}
          autofocus
          required
        />
        <Actions>
          <Button>{texts.continue}</Button>
        </Actions>
        <p class="links">
          <a href={action}>{texts.signInOtherwise}</a>
        </p>
      </Form>
      <p class="fine">{texts.noMail}</p>
      {/* With the same limits as the first mail; the page does not show whether a limit is reached. */}
      <SendAgain action={action} hidden={{ emailCode: 'again' }} />
    </Layout>
  );
}

/** For a new email that the code has proven: the last step before the account. */
export function NewNamePage(props: CodePageProps & { displayName?: string | undefined; isWrong?: boolean }) {
  const { brand, action, email, displayName, isWrong = false } = props;
  const { emailCode: texts } = useTexts(emailedCodesTexts);
  return (
    <Layout title={texts.nameTitle} brand={brand} failed={isWrong}>
      <p>{texts.nameLead(<ShownEmail email={email} />)}</p>
      <Form action={action} hidden={{ emailCode: 'name' }}>
        <AccountNameField email={email} />
        <Field
          name="displayName"
          label={texts.name}
          autocomplete="name"
          value={displayName}
          error={isWrong ? texts.nameError : undefined}
          autofocus
        />
        <Actions>
          <Button>{texts.create}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Shown if there is no code to enter in this browser and sign-in. */
export function CodeOverPage({ brand, action }: Pick<CodePageProps, 'brand' | 'action'>) {
  const { emailCode: texts } = useTexts(emailedCodesTexts);
  return (
    <Layout title={texts.overTitle} brand={brand}>
      <p>{texts.over}</p>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: action }]} />
    </Layout>
  );
}

/** Sends the form, so that the email that was typed goes along. */
export function EmailCodeButton({ kind = 'secondary' }: { kind?: 'primary' | 'secondary' }) {
  const { emailCode: texts } = useTexts(emailedCodesTexts);
  return (
    <Button kind={kind} name="emailCode" value="send" unchecked={kind !== 'primary'}>
      {texts.send}
    </Button>
  );
}

/** Says that the code of a new email creates an account. */
export function NewHere() {
  const { emailCode: texts } = useTexts(emailedCodesTexts);
  return <p class="fine">{texts.newHere}</p>;
}
