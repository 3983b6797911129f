import type { Role } from '@org/identity-core';
import { Actions, type Brand, Button, Form, firstCharacters, Layout, Name, useTexts } from '@org/identity-ui';
import { signInTexts } from './texts.js';

/** A tenant that the user can continue with. */
export interface TenantChoice {
  id: string;
  name: string;
  slug: string;
  role: Role;
}

export interface ChooseTenantPageProps {
  brand: Brand;
  clientName: string;
  action: string;
  email: string;
  tenants: TenantChoice[];
  abortAction?: string | undefined;
  otherAccountAction?: string | undefined;
}

/** Asks a user with several tenants which one this sign-in is for. */
export function ChooseTenantPage(props: ChooseTenantPageProps) {
  const { brand, clientName, action, email, tenants, abortAction, otherAccountAction } = props;
  const { chooseTenant: texts } = useTexts(signInTexts);
  const account = (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
  const client = (
    <strong>
      <Name text={clientName} />
    </strong>
  );
  return (
    <Layout title={texts.title} brand={brand}>
      <p class="lead">{texts.which(account, client)}</p>
      <Form action={action}>
        <ul class="list choices">
          {tenants.map((tenant) => (
            <li key={tenant.id}>
              <Choice {...tenant} />
            </li>
          ))}
        </ul>
      </Form>
      {otherAccountAction && (
        <Form action={otherAccountAction}>
          <Actions>
            <Button kind="secondary">{texts.otherAccount}</Button>
          </Actions>
        </Form>
      )}
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="link">{texts.cancel}</Button>
        </Form>
      )}
    </Layout>
  );
}

function Choice({ id, name, slug, role }: TenantChoice) {
  const { roles } = useTexts(signInTexts).chooseTenant;
  return (
    <button type="submit" class="choice" name="tenant" value={id}>
      <span class="choice-initial" aria-hidden="true">
        {firstCharacters(name.trim(), 1).toLocaleUpperCase()}
      </span>
      <span>
        <span class="choice-name">
          <Name text={name} />
        </span>
        <span class="choice-detail">
          <bdi>{slug}</bdi> · {roles[role]}
        </span>
      </span>
      <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M6 3.5 10.5 8 6 12.5" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
    </button>
  );
}
