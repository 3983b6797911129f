import { Actions, type Brand, Button, Field, Form, Layout, Name } from '@org/identity-core';
import type { FormErrors } from '../registration/registration-form.js';
import { AccountNameField } from './account-name-field.js';
import { Address } from './registration-pages.js';

interface FormPageProps {
  brand: Brand;
  action: string;
  /** What was entered before; never the password. */
  values: { readonly email?: string | undefined; readonly displayName?: string | undefined };
  errors: FormErrors;
}

/** Asks somebody new for an address and a password, on the way to a client. */
export function RegistrationPage({
  brand,
  clientName,
  action,
  values,
  errors,
}: FormPageProps & { clientName: string }) {
  return (
    <Layout title="Create an account" brand={brand}>
      <p class="lead">
        to continue to{' '}
        <strong>
          <Name text={clientName} />
        </strong>
      </p>
      <Form action={action} hidden={{ register: 'yes' }}>
        <Field
          name="email"
          label="Email"
          type="email"
          autocomplete="username"
          value={values.email}
          error={errors.email}
          autofocus={!errors.password}
          required
        />
        <PasswordAndName values={values} errors={errors} />
        <Actions>
          <Button>Create account</Button>
        </Actions>
        <p class="links">
          <a href={action}>Sign in with an account you have</a>
        </p>
      </Form>
    </Layout>
  );
}

function PasswordAndName({ values, errors }: Pick<FormPageProps, 'values' | 'errors'>) {
  return (
    <>
      <Field
        name="password"
        label="Password"
        type="password"
        autocomplete="new-password"
        hint={errors.password ? undefined : 'At least 8 characters. A few unusual words are good.'}
        error={errors.password}
        autofocus={errors.password !== undefined}
        required
      />
      <Field
        name="displayName"
        label="Your name (optional)"
        autocomplete="name"
        value={values.displayName}
        error={errors.displayName}
      />
    </>
  );
}

/** Behind the mailed link in any other browser: whoever reads the mail chooses the password. */
export function FinishRegistrationPage({ brand, action, email, values, errors }: FormPageProps & { email: string }) {
  return (
    <Layout title="Create your account" brand={brand}>
      <p>
        For the address <Address email={email} />. Choose its password here; one that was entered before does not count.
      </p>
      <Form action={action}>
        <AccountNameField email={email} />
        <PasswordAndName values={values} errors={errors} />
        <Actions>
          <Button>Create account</Button>
        </Actions>
      </Form>
    </Layout>
  );
}
