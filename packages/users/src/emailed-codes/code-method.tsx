import type { OfferLook, SignInFrame, SignInMethod, StepView } from '@org/identity-core';
import { Actions, Button, Form, useTexts } from '@org/identity-ui';
import { findPerson } from '../accounts/confirming-user.js';
import { Divider } from '../sign-in-forms/divider.js';
import { EmailCodeButton, NewHere } from './code-pages.js';
import { type CodeServices, codeAmr, showEmailCode, submitEmailCode } from './code-step.js';
import { emailedCodesTexts } from './texts.js';
import { verifyWithFactor } from './try-code.js';

type Fields = Readonly<Record<string, string>>;

/** A code of six digits that is mailed. */
export function codeMethod(services: CodeServices & { passwordSignIn: boolean }): SignInMethod {
  const { host, passwordSignIn, registration } = services;
  return {
    name: 'email_code',
    order: 150,
    fields: ['emailCode'],
    amr: codeAmr,
    offer({ action }, { page, user, hidden }) {
      // By the user themselves, even if their organization has a provider: that does not count for the account.
      if (user) return { order: 300, form: (look) => <ConfirmForm {...{ look, action, hidden }} /> };
      const isNewHere = page === 'sign-in' && registration && !passwordSignIn;
      return {
        button: ({ kind }) => <EmailCodeButton kind={kind} />,
        ...(isNewHere ? { note: () => <NewHere /> } : {}),
      };
    },
    async submit(view, fields, frame) {
      const isAbout = !['check', 'name', 'again'].includes(fields['emailCode'] ?? '') && !frame.isBreakGlass(fields);
      const left = isAbout ? await frame.leave(view, fields) : undefined;
      const mayUse = (email: string) => mayUseCode(view, fields, email, frame);
      const sent = left ?? (await submitEmailCode({ ...services, mayUse }, view, fields));
      return sent ?? { again: { email: fields['email'], error: 'email' }, status: 422 };
    },
    returned: (view) => showEmailCode(services, view),
    async completed(signIn) {
      await verifyWithFactor(host, signIn);
      return undefined;
    },
  };

  /** Whether the code in a mail to this email may be used: not around the provider, unless the user may pass it. */
  async function mayUseCode(view: StepView, fields: Fields, email: string, frame: SignInFrame): Promise<boolean> {
    if (fields['emailCode'] !== 'again' && !frame.isBreakGlass(fields)) return true;
    if (await frame.mayStay(view, email)) return true;
    const { userId } = view.request;
    return userId !== undefined && (await findPerson(host.db, userId, email)) !== undefined;
  }
}

function ConfirmForm({ look, action, hidden }: { look: OfferLook; action: string; hidden: Fields }) {
  const { emailCode: texts } = useTexts(emailedCodesTexts);
  const { email, asked, ...others } = hidden;
  const sent = { email: email ?? '', emailCode: 'confirm', asked: asked ?? '', ...others };
  return (
    <Form action={action} hidden={sent}>
      {look.divider && <Divider />}
      <Actions>
        <Button kind={look.kind}>{texts.send}</Button>
      </Actions>
    </Form>
  );
}
