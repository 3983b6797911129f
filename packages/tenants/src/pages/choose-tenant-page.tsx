import { type Brand, Button, Form, firstCharacters, Layout, Name } from '@org/identity-core';

/** One tenant the person may continue with. */
export interface TenantChoice {
  id: string;
  name: string;
  slug: string;
  role: string;
}

export interface ChooseTenantPageProps {
  brand: Brand;
  clientName: string;
  action: string;
  email: string;
  tenants: TenantChoice[];
  abortAction?: string | undefined;
}

/** Asks somebody who belongs to several tenants which one this sign-in is for. */
export function ChooseTenantPage({ brand, clientName, action, email, tenants, abortAction }: ChooseTenantPageProps) {
  return (
    <Layout title="Choose an organization" brand={brand}>
      <p class="lead">
        You are signed in as{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        . Which one do you want to use with{' '}
        <strong>
          <Name text={clientName} />
        </strong>
        ?
      </p>
      <Form action={action}>
        <ul class="list choices">
          {tenants.map((tenant) => (
            <li key={tenant.id}>
              <Choice {...tenant} />
            </li>
          ))}
        </ul>
      </Form>
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="quiet">Cancel</Button>
        </Form>
      )}
    </Layout>
  );
}

function Choice({ id, name, slug, role }: TenantChoice) {
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
          <bdi>{slug}</bdi> · {role.toLowerCase().replaceAll('_', ' ')}
        </span>
      </span>
      <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M6 3.5 10.5 8 6 12.5" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
    </button>
  );
}
