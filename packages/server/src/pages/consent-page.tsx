import { Actions, type Brand, Button, Form, Layout, Name, WebLink, webAddress } from '@org/identity-core';

/** A permission in words a person understands. */
export interface ScopeInWords {
  scope: string;
  title: string;
  description: string;
}

export interface ConsentPageProps {
  brand: Brand;
  clientName: string;
  clientUri?: string | undefined;
  policyUri?: string | undefined;
  tosUri?: string | undefined;
  email: string;
  tenantName?: string | undefined;
  scopes: ScopeInWords[];
  /** The client was allowed something before; `scopes` holds only what it asks for in addition. */
  newScopesOnly?: boolean | undefined;
  action: string;
  abortAction: string;
}

/** Asks whether a client may have what it asks for. */
export function ConsentPage(props: ConsentPageProps) {
  const { brand, clientName, email, tenantName, scopes, newScopesOnly, action, abortAction } = props;
  const name = <Name text={clientName} />;
  return (
    <Layout
      title="Allow access"
      heading={
        <>
          Allow {name} {newScopesOnly ? 'to also' : 'to'}
        </>
      }
      brand={brand}
    >
      <ul class="list scopes">
        {scopes.map(({ scope, title, description }) => (
          <li key={scope}>
            <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
              <path d="m4.5 10.5 3.5 3.5 7.5-8" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
            </svg>
            <div>
              <strong>{title}</strong>
              <span>{description}</span>
            </div>
          </li>
        ))}
      </ul>
      <p class="fine">
        You are signed in as{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        {tenantName && (
          <>
            {' '}
            at{' '}
            <strong>
              <Name text={tenantName} />
            </strong>
          </>
        )}
        .
      </p>
      <ClientLinks {...props} />
      <Actions>
        <Form action={action}>
          <Button>Allow</Button>
        </Form>
        <Form action={abortAction}>
          <Button kind="secondary">Deny</Button>
        </Form>
      </Actions>
    </Layout>
  );
}

function ClientLinks({ clientUri, policyUri, tosUri }: ConsentPageProps) {
  const links = [
    // The host as the browser would write it: a look-alike in other letters shows as xn--.
    { url: webAddress(clientUri), label: webAddress(clientUri)?.host },
    { url: webAddress(policyUri), label: 'Privacy policy' },
    { url: webAddress(tosUri), label: 'Terms of service' },
  ].filter(({ url }) => url);
  if (links.length === 0) return null;
  return (
    <ul class="list links">
      {links.map(({ url, label }) => (
        <li key={label}>
          <WebLink href={url?.href} newTab>
            {label}
          </WebLink>
        </li>
      ))}
    </ul>
  );
}
