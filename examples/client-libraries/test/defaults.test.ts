import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestServer } from '@org/identity-example-server/test/test-server';
import { seed } from '@org/identity-server';
import test from 'ava';
import * as apps from './support/default-apps.js';
import * as middleware from './support/default-middleware.js';
import { type RecipeOptions, startIdentityServer, startRecipe, Visitor } from './support/recipe.js';

interface Library {
  /** The name in the table of the docs. */
  name: string;
  createApp: apps.DefaultApp;
  callbackPath?: string;
  originAt?: (url: string) => string;
  start?: (visitor: Visitor) => Promise<URL>;
}

const libraries: Library[] = [
  { name: 'openid-client', createApp: apps.openidClient },
  { name: 'openid-client/passport', createApp: middleware.openidClientPassport },
  { name: 'koa-passport', createApp: middleware.koaPassport },
  {
    name: 'Auth.js',
    createApp: middleware.authJs,
    callbackPath: '/auth/callback/identity',
    originAt: (url) => url,
    start: (visitor) => visitor.press('/'),
  },
  { name: 'oidc-client-ts', createApp: apps.oidcClientTs },
  { name: 'passport-openidconnect', createApp: middleware.passportOpenidconnect },
  { name: 'express-openid-connect', createApp: apps.expressOpenid },
  { name: 'grant', createApp: middleware.grant, callbackPath: '/connect/identity/callback' },
  { name: '@badgateway/oauth2-client', createApp: apps.badgateway },
  { name: 'simple-oauth2', createApp: apps.simpleOauth2 },
  { name: 'passport-oauth2', createApp: middleware.passportOauth2 },
  { name: 'arctic', createApp: apps.arctic },
];

const docs = fileURLToPath(new URL('../../../../docs/guides/', import.meta.url));
/** The rows of the first table of the page: what each library does in three set-ups, by its name. */
const rows = [...readFileSync(`${docs}client-libraries.md`, 'utf8').matchAll(/^\| \[.*\|$/gmu)].map(([row]) => {
  const [library = '', ...cells] = row
    .split('|')
    .map((cell) => cell.trim())
    .slice(1);
  const [, name = '', page = ''] = /\[(.+)\]\(client-libraries\/(.+)\)/u.exec(library) ?? [];
  return { name, page, outcomes: cells.slice(0, 3) };
});

let server: TestServer;
test.before(async () => {
  server = await startIdentityServer();
});
test.after.always(() => server?.stop());

/** Puts a client with the redirect URI of the library into the seed. */
function seeded(callbackPath: string, requireNonce: boolean): NonNullable<RecipeOptions['register']> {
  return async ({ databaseUrl }, origin) => {
    const [id, secret] = [`client-at-${new URL(origin).port}`, 'a secret for tests only, of 32 characters'];
    const redirectUris = [`${origin}${callbackPath}`];
    const client = { id, secret, name: 'Client', type: 'CONFIDENTIAL', firstParty: true, redirectUris } as const;
    await seed({ databaseUrl, data: { clients: [{ ...client, requireNonce }] } });
    return { clientId: id, clientSecret: secret };
  };
}

/** Signs in, and returns what the docs say about it. */
async function outcomeOf(library: Library, requireNonce: boolean, scopes?: string[]): Promise<string> {
  const { originAt, callbackPath = '/callback', start } = library;
  const recipe = await startRecipe(server, (settings) => library.createApp(settings, scopes), {
    register: seeded(callbackPath, requireNonce),
    ...(originAt && { originAt }),
  });
  try {
    const visitor = new Visitor(recipe);
    const authorize = start ? await start(visitor) : (await visitor.open('/')).url;
    const first = await visitor.identity.open(authorize);
    // The error is in the redirect, or in the fields of a form that the browser would send.
    const error = first.url.searchParams.get('error') ?? /name="error" value="(\w+)"/u.exec(first.html)?.[1];
    if (error) return `no: \`${error}\``;
    const { status, html } = await visitor.open(await visitor.signIn(authorize));
    if (status !== 200) return `no: ${status} ${html}`;
    return html.includes('Olivia Owner') && html.includes('owner@acme.test') ? 'yes' : 'yes, without a name';
  } finally {
    await recipe.stop();
  }
}

const scopes = ['openid', 'profile', 'email'];
for (const library of libraries) {
  // The tests run one after the other: most libraries share one client, whose rule changes.
  test.serial(`${library.name} without settings does what the table of the docs says`, async (t) => {
    const outcomes = [
      await outcomeOf(library, true),
      await outcomeOf(library, true, scopes),
      await outcomeOf(library, false, scopes),
    ];
    t.deepEqual(outcomes, rows.find(({ name }) => name === library.name)?.outcomes);
  });
}

test('the table of the docs lists every library that has a recipe, and these tests run all of them', (t) => {
  t.deepEqual(rows.map(({ page }) => page).sort(), readdirSync(`${docs}client-libraries`).sort());
  t.deepEqual(rows.map(({ name }) => name).sort(), libraries.map(({ name }) => name).sort());
});
