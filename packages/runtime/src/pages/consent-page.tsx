import { type ScopeWords, wordsOfScope } from '@org/identity-core';
import {
  Actions,
  type Brand,
  Button,
  Form,
  Layout,
  Name,
  useLanguage,
  useTexts,
  WebLink,
  webUrl,
} from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import type { RequestedApi } from '../apis/requested-apis.js';
import { type ClientOrigin, ClientOriginNote } from './client-origin.js';
import { pagesTexts } from './texts.js';

export interface ConsentPageProps {
  brand: Brand;
  clientName: string;
  clientUri?: string | undefined;
  policyUri?: string | undefined;
  tosUri?: string | undefined;
  email: string;
  tenantName?: string | undefined;
  scopes: readonly string[];
  /** The APIs of others that the client asks for, in the words of their owners. */
  apis?: readonly RequestedApi[] | undefined;
  /** Fields of the form that allows. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** True if the client was allowed other scopes before. `scopes` then contains only the additional ones. */
  newScopesOnly?: boolean | undefined;
  /** Only of a client that nobody has entered by hand. `version` comes back with the form. */
  origin?: (ClientOrigin & { version: string }) | undefined;
  action: string;
  abortAction: string;
}

/** Asks the user whether a client may have the scopes that it requests. */
export function ConsentPage(props: ConsentPageProps) {
  const { brand, clientName, email, tenantName, scopes, apis = [], newScopesOnly, origin, action, abortAction } = props;
  const { consent: texts } = useTexts(pagesTexts);
  const language = useLanguage();
  const ofUsers: Readonly<Record<string, ScopeWords>> = texts.scopes;
  const wordsOf = (scope: string) =>
    ofUsers[scope] ?? wordsOfScope(scope, language) ?? { title: scope, description: '' };
  const name = <Name text={clientName} />;
  const account = (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
  const tenant = tenantName && (
    <strong>
      <Name text={tenantName} />
    </strong>
  );
  const items: ConsentItem[] = [
    ...scopes.map((scope) => ({ key: scope, ...wordsOf(scope) })),
    ...apis.flatMap((api) => itemsOf(api, texts)),
  ];
  return (
    <Layout
      title={texts.title}
      heading={newScopesOnly ? texts.headingForMore(name) : texts.heading(name)}
      brand={brand}
    >
      {origin && <ClientOriginNote {...origin} />}
      <ul class="list scopes">
        {items.map(({ key, title, description }) => (
          <li key={key}>
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
        {tenant ? texts.signedInAt(account, tenant) : texts.signedInAs(account)} {tenant && texts.onlyAt}
      </p>
      <ClientLinks {...props} />
      <Actions>
        <Form action={action} hidden={{ ...props.fields, ...(origin && { version: origin.version }) }}>
          <Button>{texts.allow}</Button>
        </Form>
        <Form action={abortAction}>
          <Button kind="secondary">{texts.deny}</Button>
        </Form>
      </Actions>
    </Layout>
  );
}

type ConsentTexts = typeof pagesTexts.en.consent;

interface ConsentItem {
  key: string;
  title: ComponentChildren;
  description: ComponentChildren;
}

/** The scopes of an API, each with the name of the API. An API can be asked for without any of its scopes. */
function itemsOf({ identifier, name, scopes }: RequestedApi, texts: ConsentTexts): ConsentItem[] {
  const api = <Name text={name} />;
  if (scopes.length === 0) return [{ key: identifier, title: texts.useApi(api), description: texts.withoutScopes }];
  return scopes.map((scope) => ({
    key: `${identifier} ${scope.name}`,
    title: <Name text={scope.description} max={200} />,
    description: texts.atApi(api),
  }));
}

function ClientLinks({ clientUri, policyUri, tosUri }: ConsentPageProps) {
  const { consent: texts } = useTexts(pagesTexts);
  const links = [
    // The host in its ASCII form: a look-alike in other letters shows as xn--.
    { url: webUrl(clientUri), label: webUrl(clientUri)?.host },
    { url: webUrl(policyUri), label: texts.privacyPolicy },
    { url: webUrl(tosUri), label: texts.termsOfService },
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
