import test from 'ava';
import { act, activeConnection, enterEmail, server, signInBy, tenantWithDomain } from '../support/connection-tests.js';

/** An attempt as the API shows it. */
async function newest(tenant: Awaited<ReturnType<typeof tenantWithDomain>>, id: string) {
  const { body } = await act(tenant, id, '/attempts', 'GET');
  return (body['attempts'] as Record<string, unknown>[])[0];
}

const refusal = (fields: Record<string, string>) => ({
  callback(url: URL) {
    url.searchParams.delete('code');
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  },
});

test('an attempt names the error of the provider and its description', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const email = `a@${tenant.domain}`;
  const said = { error: 'access_denied', error_description: 'AADSTS50105: The user is not\nassigned to a role.' };
  const { page } = await signInBy({ sub: 'a', email }, { forgery: refusal(said) });
  t.is(page.status, 400);
  t.like(await newest(tenant, id), {
    result: 'REFUSED',
    reason: 'not_confirmed',
    providerError: 'access_denied',
    providerErrorDescription: 'AADSTS50105: The user is not assigned to a role.',
  });
  // Only the owner learns it.
  t.false(page.html.includes('AADSTS50105'));
  const shown = await tenant.signedIn.browser.open(`/console/${tenant.slug}/single-sign-on/connections/${id}`);
  t.regex(shown.html, /access_denied/u);
  t.regex(shown.html, /AADSTS50105/u);
});

test('the error of the token endpoint is named as well', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const body = { error: 'invalid_client', error_description: 'The secret has expired.' };
  await signInBy({ sub: 'a', email: `a@${tenant.domain}` }, { forgery: { status: 401, body } });
  t.like(await newest(tenant, id), {
    providerError: 'invalid_client',
    providerErrorDescription: 'The secret has expired.',
  });
});

test('what a provider says is bounded, and is no markup', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const email = `a@${tenant.domain}`;
  const long = refusal({ error: 'access_denied', error_description: `<b>\u202Ex</b>${'y'.repeat(5000)}` });
  await signInBy({ sub: 'a', email }, { forgery: long });
  const description = String((await newest(tenant, id))?.['providerErrorDescription']);
  t.true(description.length <= 200);
  t.false(description.includes('\u202E'));
  const shown = await tenant.signedIn.browser.open(`/console/${tenant.slug}/single-sign-on/connections/${id}`);
  t.false(shown.html.includes('<b>x'));
  const odd = refusal({ error: 'not a code <script>', error_description: 'x' });
  await signInBy({ sub: 'a', email }, { forgery: odd });
  t.is((await newest(tenant, id))?.['providerError'], 'OAUTH_AUTHORIZATION_RESPONSE_ERROR');
});

test('a sign-in has no error of the provider', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  await signInBy({ sub: 'a', email: `a@${tenant.domain}` });
  t.like(await newest(tenant, id), { reason: 'created', providerError: null, providerErrorDescription: null });
});

test('a provider that cannot be reached is in the attempts, without a word about the network', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  // Nothing listens there.
  const { connection } = server.identity.db;
  await connection.update({ where: { id }, data: { issuer: 'http://127.0.0.1:2', version: 7 } });
  const { gone } = await enterEmail(`a@${tenant.domain}`);
  t.is(gone.status, 503);
  t.like(await newest(tenant, id), { result: 'REFUSED', reason: 'unreachable', providerError: 'unreachable' });
});
