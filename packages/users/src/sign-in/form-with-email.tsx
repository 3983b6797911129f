import type { SignInOffer } from '@org/identity-core';
import { Actions, Button, Field, Form, useTexts } from '@org/identity-ui';
import { signInFormsTexts } from '../sign-in-forms/texts.js';

interface EmailFormProps {
  action: string;
  hidden?: Readonly<Record<string, string>>;
  offers: readonly SignInOffer[];
  email: string | undefined;
  describedBy: string | undefined;
  /** Whether the email is asked for alone: it may belong to an organization with its own provider. */
  emailFirst?: boolean;
  /** Whether new users can create an account. */
  registration?: boolean;
}

/** The form that asks for the email, with the fields and buttons of the methods that need it. */
export function EmailForm(props: EmailFormProps) {
  const { action, hidden = {}, offers, email, describedBy, registration = false } = props;
  const { signIn: texts } = useTexts(signInFormsTexts);
  const inForm = offers.filter(({ button }) => button !== undefined);
  const hasInputs = inForm.some(({ inputs }) => inputs !== undefined);
  // A form with nothing but the email and a button is the first page already.
  const emailFirst = props.emailFirst === true && (hasInputs || inForm.length === 0);
  const shown = emailFirst ? inForm.filter(({ inputs }) => inputs === undefined) : inForm;
  const isComplete = hasInputs && !emailFirst;
  const look = { divider: false, withEmail: true, email, describedBy };
  const links = isComplete ? shown.flatMap((offer) => offer.links ?? []) : [];
  const isRegistration = registration && (isComplete || emailFirst);
  return (
    <Form action={action} hidden={hidden}>
      <Field
        name="email"
        label={texts.email}
        type="email"
        autocomplete={['username', ...offers.flatMap(({ autocomplete }) => autocomplete ?? [])].join(' ')}
        value={email}
        describedBy={describedBy}
        autofocus={!isComplete || !email}
        required
      />
      {shown.map(({ inputs }) => inputs?.({ ...look, kind: 'primary' }))}
      {shown.length === 1 && shown[0]?.note?.()}
      <Actions stacked={shown.length + (emailFirst ? 1 : 0) > 1}>
        {emailFirst && <Button>{texts.next}</Button>}
        {shown.map(({ button }, index) =>
          button?.({ ...look, kind: index === 0 && !emailFirst ? 'primary' : 'secondary' }),
        )}
      </Actions>
      {(links.length > 0 || isRegistration) && (
        <p class="links">
          {links.map((link) => link())}
          {isRegistration && <a href={`${action}/return?register`}>{texts.register}</a>}
        </p>
      )}
    </Form>
  );
}
