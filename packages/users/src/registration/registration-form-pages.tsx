import { weakPasswordText } from '@org/identity-core';
import {
  Actions,
  type Brand,
  Button,
  Field,
  Form,
  Layout,
  Name,
  ShownEmail,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { AccountNameField } from '../accounts/account-name-field.js';
import type { FormErrors } from './registration-form.js';
import { registrationTexts } from './texts.js';

interface FormPageProps {
  brand: Brand;
  action: string;
  /** What was entered before; never the password. */
  values: { readonly email?: string | undefined; readonly displayName?: string | undefined };
  errors: FormErrors;
}

/** Asks a new user for an email and a password, during a sign-in to a client. */
export function RegistrationPage({
  brand,
  clientName,
  action,
  values,
  errors,
}: FormPageProps & { clientName: string }) {
  const { registration: texts } = useTexts(registrationTexts);
  const client = (
    <strong>
      <Name text={clientName} />
    </strong>
  );
  return (
    <Layout title={texts.title} brand={brand} failed={hasErrors(errors)}>
      <p class="lead">{texts.continueTo(client)}</p>
      <Form action={action} hidden={{ register: 'yes' }}>
        <Field
          name="email"
          label={texts.email}
          type="email"
          autocomplete="username"
          value={values.email}
          error={errors.email ? texts.errors.email : undefined}
          autofocus={errors.email === true || !hasErrors(errors)}
          required
        />
        <PasswordAndName values={values} errors={errors} />
        <Actions>
          <Button>{texts.submit}</Button>
        </Actions>
        <p class="links">
          <a href={action}>{texts.signInInstead}</a>
        </p>
      </Form>
    </Layout>
  );
}

const hasErrors = (errors: FormErrors): boolean => Object.values(errors).some(Boolean);

function PasswordAndName({ values, errors }: Pick<FormPageProps, 'values' | 'errors'>) {
  const { registration: texts } = useTexts(registrationTexts);
  const language = useLanguage();
  const { password } = errors;
  const wrongPassword =
    password === 'missing' ? texts.errors.password : password && weakPasswordText(password, language);
  return (
    <>
      <Field
        name="password"
        label={texts.password}
        type="password"
        autocomplete="new-password"
        hint={password ? undefined : texts.passwordHint}
        error={wrongPassword}
        autofocus={password !== undefined && !errors.email}
        required
      />
      <Field
        name="displayName"
        label={texts.name}
        autocomplete="name"
        value={values.displayName}
        error={errors.displayName ? texts.errors.displayName : undefined}
        autofocus={errors.displayName === true && !errors.email && !password}
      />
    </>
  );
}

/** The page of the mailed link in another browser: the reader of the mail chooses the password. */
export function FinishRegistrationPage({ brand, action, email, values, errors }: FormPageProps & { email: string }) {
  const { registration: texts } = useTexts(registrationTexts);
  return (
    <Layout title={texts.confirmTitle} brand={brand} failed={hasErrors(errors)}>
      <p>{texts.finish(<ShownEmail email={email} />)}</p>
      <Form action={action}>
        <AccountNameField email={email} />
        <PasswordAndName values={values} errors={errors} />
        <Actions>
          <Button>{texts.submit}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}
