import { languages, renderPart } from '@org/identity-ui';
import test from 'ava';
import { guidedProviders, issuerForms } from '../../src/provider-guides/guided-providers.js';
import { ProviderGuide } from '../../src/provider-guides/provider-guide.js';

const redirectUri = 'https://id.acme.test/sso/c/0199/callback';

test('the guide of each provider has its redirect URI and the form of its issuer, in every language', (t) => {
  for (const provider of guidedProviders) {
    const pages = languages.map((language) =>
      renderPart(<ProviderGuide provider={provider} redirectUri={redirectUri} />, language),
    );
    for (const html of pages) {
      t.is(html.split(redirectUri).length, 2, provider);
      t.true(html.includes(issuerForms[provider]), provider);
    }
    t.is(new Set(pages).size, languages.length, provider);
  }
});
