import { type FailedSignIn, type OfferLook, type SignInMethod, type StepView, text } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Actions, Button, Field, Form, useTexts } from '@org/identity-ui';
import { z } from 'zod';
import { type Migrate, tryPassword } from '../credentials/check-password.js';
import { readKnownBrowser } from '../credentials/known-browser.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { showKeepPage } from '../deletion/keep-account-step.js';
import { Divider } from '../sign-in-forms/divider.js';
import { signInFormsTexts } from '../sign-in-forms/texts.js';
import { maxEmail } from './route-email.js';

interface Services {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
  passwordSignIn: boolean;
  emailCodes: boolean;
  /** Moves users over from another system; undefined if there is none. */
  migrate: Migrate | undefined;
}

const Entered = z.object({ email: text(maxEmail, { trim: true, min: 1 }), password: text(1024, { min: 1 }) });

/** Email and password. Every form of the sign-in page that is of no other method is taken for its own. */
export function passwordMethod({ host, limiter, passwordSignIn, emailCodes, migrate }: Services): SignInMethod {
  return {
    name: 'password',
    order: 100,
    fields: ['password'],
    amr: ['pwd'],
    offer({ action }, { page, user, emailFirst, hidden }) {
      if (!passwordSignIn) return undefined;
      if (!user)
        return {
          inputs: (look) => <PasswordField {...look} autofocus={Boolean(look.email)} />,
          button: () => <SignInButton />,
          ...(page === 'sign-in' ? { links: () => <ForgotButton /> } : {}),
        };
      if (user.hasPassword)
        return { order: 200, preferred: true, form: (look) => <ConfirmForm {...{ ...look, action, hidden }} /> };
      if (emailFirst) return undefined;
      return {
        order: 200,
        minor: true,
        form: (look) => <SetPasswordForm {...look} {...{ action }} email={user.email} />,
      };
    },
    async submit(view, fields, frame) {
      const breakGlass = frame.isBreakGlass(fields);
      const form = Entered.safeParse(fields);
      if (!form.success || !passwordSignIn) {
        const error = emailCodes && !passwordSignIn ? 'email' : 'incomplete';
        return { again: { email: fields['email'], error }, status: 422 };
      }
      const { email, password } = form.data;
      // Another email than the one before may have been typed.
      const left = breakGlass ? undefined : await frame.leave(view, fields);
      if (left) return left;
      const attempt = await tryPassword(host.db, limiter, { email, password, ...callerOf(host, view), migrate });
      const refused = (failed: FailedSignIn) => ({ again: { email, error: 'refused' as const }, status: 401, failed });
      if ('wrong' in attempt) return refused(attempt.wrong);
      if ('waitSeconds' in attempt) return { again: { email, ...attempt }, status: 401 };
      const { userId, epoch, waitingUntil, mark, emailToProve } = attempt.owner;
      // The same answer as to a wrong password: it does not tell who is listed.
      if (breakGlass && !(await frame.mayStay(view, email))) return refused({ userId, reason: 'account_refused' });
      if (waitingUntil) return showKeepPage(host, view, { userId, waitingUntil, epoch, amr: ['pwd'] });
      const toProve = emailToProve ? { emailToProve } : {};
      return { answer: { accountId: userId, amr: ['pwd'], epoch, passwordMark: mark, ...toProve } };
    },
  };
}

const callerOf = ({ vault }: Pick<IdentityPluginHost, 'vault'>, { browser: { ip, cookie } }: StepView) => ({
  ip,
  browser: readKnownBrowser(vault, cookie),
});

function PasswordField({ describedBy, autofocus }: Pick<OfferLook, 'describedBy'> & { autofocus: boolean }) {
  const { signIn: texts } = useTexts(signInFormsTexts);
  return (
    <Field
      name="password"
      label={texts.password}
      type="password"
      autocomplete="current-password"
      describedBy={describedBy}
      autofocus={autofocus}
      required
    />
  );
}

function SignInButton() {
  const { signIn: texts } = useTexts(signInFormsTexts);
  return <Button>{texts.submit}</Button>;
}

/** Sends the form, so that the email that was typed goes along. The button above it comes first, for the Enter key. */
function ForgotButton() {
  const { signIn: texts } = useTexts(signInFormsTexts);
  return (
    <Button kind="link" name="forgot" value="yes" unchecked>
      {texts.forgot}
    </Button>
  );
}

type OwnFormProps = OfferLook & { action: string };

/** The password of a user who is signed in. */
function ConfirmForm(props: OwnFormProps & { hidden: Readonly<Record<string, string>> }) {
  const { action, hidden, describedBy, divider } = props;
  const { confirm: texts } = useTexts(signInFormsTexts);
  return (
    <>
      {divider && <Divider />}
      <Form action={action} hidden={hidden}>
        <PasswordField describedBy={describedBy} autofocus />
        <Actions>
          <Button>{texts.submit}</Button>
        </Actions>
        <p class="links">
          <ForgotButton />
        </p>
      </Form>
    </>
  );
}

/** Instead of it, for a user who has none. */
function SetPasswordForm({ action, kind, email }: OwnFormProps & { email: string }) {
  const { confirm: texts } = useTexts(signInFormsTexts);
  return (
    <Form action={action} hidden={{ email }}>
      <p>{texts.noPassword}</p>
      <Button name="forgot" value="yes" kind={kind} unchecked>
        {texts.setPassword}
      </Button>
    </Form>
  );
}
