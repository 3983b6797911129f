import type { TestServer } from '@org/identity-example-server/test/test-server';
import test from 'ava';
import { createApp } from '../src/auth-js.js';
import { type Recipe, startIdentityServer, startRecipe, Visitor } from './support/recipe.js';
import { clientOfPage } from './support/register-client.js';

let server: TestServer;
let recipe: Recipe;
test.before(async () => {
  server = await startIdentityServer();
  // Auth.js takes its origin from the request, and chooses its redirect URI.
  recipe = await startRecipe(server, createApp, { originAt: (url) => url, register: clientOfPage('auth-js') });
});
test.after.always(async () => {
  await recipe?.stop();
  await server?.stop();
});

test('Auth.js with its own redirect URI signs in with a nonce, knows the name and ends the session', async (t) => {
  const { issuer } = server;
  const visitor = new Visitor(recipe);
  const authorize = await visitor.press('/');
  t.is(`${authorize.origin}${authorize.pathname}`, `${issuer}/oauth/authorize`);
  t.truthy(authorize.searchParams.get('nonce'));
  const callback = await visitor.signIn(authorize);
  t.is(`${callback.origin}${callback.pathname}`, `${recipe.url}/auth/callback/identity`);

  // Auth.js logs that the callback belongs to another browser.
  const { error } = console;
  console.error = () => undefined;
  t.regex((await new Visitor(recipe).open(callback)).url.search, /error=/u);
  console.error = error;

  const home = await visitor.open(callback);
  t.is(home.status, 200);
  t.deepEqual(JSON.parse(home.html), { name: 'Olivia Owner', email: 'owner@acme.test' });

  const logout = await visitor.press('/sign-out');
  t.is(logout.origin, issuer);
  const question = await visitor.identity.open(logout);
  const left = await visitor.identity.submit(question, { logout: 'yes' });
  t.is(left.url.href, `${recipe.origin}/logged-out`);
  t.is((await visitor.open('/')).url.pathname, '/auth/signin');
  const again = await visitor.identity.open(await visitor.press('/'));
  t.is(again.url.origin, issuer);
});
