import test from 'ava';
import { createApp } from '../src/auth-js.js';
import { type Recipe, startRecipe, Visitor } from './support/recipe.js';

let recipe: Recipe;
test.before(async () => {
  // Auth.js takes its origin from the request, and chooses its redirect URI.
  recipe = await startRecipe(createApp, (url) => url);
  await recipe.server.identity.db.client.update({
    where: { id: 'demo-web' },
    data: {
      redirectUris: { push: `${recipe.url}/auth/callback/identity` },
      postLogoutRedirectUris: { push: `${recipe.url}/logged-out` },
    },
  });
});
test.after.always(() => recipe?.stop());

/** Presses the button of one of the pages of Auth.js. */
async function press(visitor: Visitor, path: string): Promise<URL> {
  const page = await visitor.open(path);
  const csrfToken = /name="csrfToken" value="(\w+)"/u.exec(page.html)?.[1] ?? '';
  const action = /<form action="([^"]+)"/u.exec(page.html)?.[1] ?? '';
  const callbackUrl = /name="callbackUrl" value="([^"]+)"/u.exec(page.html)?.[1];
  const fields = new URLSearchParams({ csrfToken, ...(callbackUrl ? { callbackUrl } : {}) });
  const response = await visitor.app.request('POST', new URL(action), fields);
  return new URL(response.headers.get('location') ?? '', recipe.url);
}

test('Auth.js with the settings of the demo client signs in with a nonce, knows the name and ends the session', async (t) => {
  const { issuer } = recipe.server;
  const visitor = new Visitor(recipe);
  const authorize = await press(visitor, '/');
  t.is(`${authorize.origin}${authorize.pathname}`, `${issuer}/oauth/authorize`);
  t.truthy(authorize.searchParams.get('nonce'));
  const callback = await visitor.signIn(authorize);

  // Auth.js logs that the callback belongs to another browser.
  const { error } = console;
  console.error = () => undefined;
  t.regex((await new Visitor(recipe).open(callback)).url.search, /error=/u);
  console.error = error;

  const home = await visitor.open(callback);
  t.is(home.status, 200);
  t.deepEqual(JSON.parse(home.html), { name: 'Olivia Owner', email: 'owner@acme.test' });

  const logout = await press(visitor, '/sign-out');
  t.is(logout.origin, issuer);
  const question = await visitor.identity.open(logout);
  const left = await visitor.identity.submit(question, { logout: 'yes' });
  t.is(left.url.href, `${recipe.origin}/logged-out`);
  t.is((await visitor.open('/')).url.pathname, '/auth/signin');
  const again = await visitor.identity.open(await press(visitor, '/'));
  t.is(again.url.origin, issuer);
});
