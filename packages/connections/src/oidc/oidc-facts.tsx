import type { ShownConnection } from '@org/identity-core';
import { Copyable, Name, useTexts } from '@org/identity-ui';
import { providerOf } from '../provider-guides/guided-providers.js';
import { ProviderGuide } from '../provider-guides/provider-guide.js';
import { oidcTexts } from './texts.js';

/** The issuer, the client, and the URIs that the provider has to know. */
export function OidcFacts({ connection }: { readonly connection: ShownConnection }) {
  const { connection: texts, form } = useTexts(oidcTexts);
  const { issuer, clientId, redirectUri, initiateLoginUri, postLogoutRedirectUri } = connection;
  return (
    <>
      <dt>{form.issuer}</dt>
      <dd>
        <Name text={String(issuer)} />
      </dd>
      <dt>{form.clientId}</dt>
      <dd>
        <Name text={String(clientId)} />
      </dd>
      <dt>{texts.redirectUri}</dt>
      <dd>
        <Copyable id="own-redirect-uri" what={texts.redirectUri}>
          <code class="value">{String(redirectUri)}</code>
        </Copyable>
      </dd>
      <dt>{texts.initiateLoginUri}</dt>
      <dd>
        <Copyable id="initiate-login-uri" what={texts.initiateLoginUri}>
          <code class="value">{String(initiateLoginUri)}</code>
        </Copyable>
        <p class="field-hint">{texts.initiateLoginHint}</p>
      </dd>
      <dt>{texts.postLogoutRedirectUri}</dt>
      <dd>
        <Copyable id="post-logout-redirect-uri" what={texts.postLogoutRedirectUri}>
          <code class="value">{String(postLogoutRedirectUri)}</code>
        </Copyable>
        <p class="field-hint">{texts.postLogoutHint}</p>
      </dd>
    </>
  );
}

/** What to check if the test fails, and the steps at the provider once more. */
export function OidcHelp({ connection }: { readonly connection: ShownConnection }) {
  const { connection: texts } = useTexts(oidcTexts);
  const { issuer, redirectUri } = connection;
  return (
    <>
      <ul>
        {texts.checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
      <ProviderGuide provider={providerOf(String(issuer))} redirectUri={String(redirectUri)} />
    </>
  );
}
