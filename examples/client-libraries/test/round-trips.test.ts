import type { TestServer } from '@org/identity-example-server/test/test-server';
import test from 'ava';
import { createApp as arctic } from '../src/arctic.js';
import { createApp as badgateway } from '../src/badgateway-oauth2-client.js';
import { createApp as express } from '../src/express-openid-connect.js';
import { createApp as grant } from '../src/grant.js';
import { createApp as koaPassport } from '../src/koa-passport.js';
import { createApp as openidClient } from '../src/openid-client.js';
import { createApp as openidClientPassport } from '../src/openid-client-passport.js';
import { createApp as passportOauth2 } from '../src/passport-oauth2.js';
import { createApp as passport } from '../src/passport-openidconnect.js';
import { createApp as simpleOauth2 } from '../src/simple-oauth2.js';
import { type CreateApp, type RecipeOptions, startIdentityServer, startRecipe } from './support/recipe.js';
import { clientOfPage } from './support/register-client.js';
import { type Abilities, makeRoundTrip } from './support/round-trip.js';

const recipes: [title: string, createApp: CreateApp, abilities: Abilities, options?: RecipeOptions][] = [
  [
    '@badgateway/oauth2-client with the demo client signs in without openid, refreshes and revokes',
    badgateway,
    { sendsNonce: false, refreshes: true, endsSession: false },
  ],
  [
    'arctic with the demo client signs in without openid, refreshes and revokes',
    arctic,
    { sendsNonce: false, refreshes: true, endsSession: false },
  ],
  [
    'express-openid-connect with the demo client signs in with a nonce, refreshes and ends the session',
    express,
    { sendsNonce: true, refreshes: true, endsSession: true, signOutPath: '/logout' },
  ],
  [
    'grant with its own redirect URI signs in with a nonce and ends the session',
    grant,
    { sendsNonce: true, refreshes: false, endsSession: true, callbackPath: '/connect/identity/callback' },
    { register: clientOfPage('grant') },
  ],
  [
    'koa-passport with the demo client signs in with a nonce, refreshes and ends the session',
    koaPassport,
    { sendsNonce: true, refreshes: true, endsSession: true },
  ],
  [
    'openid-client with the demo client signs in with a nonce, refreshes and ends the session',
    openidClient,
    { sendsNonce: true, refreshes: true, endsSession: true },
  ],
  [
    'openid-client with Passport and the demo client signs in with a nonce, refreshes and ends the session',
    openidClientPassport,
    { sendsNonce: true, refreshes: true, endsSession: true },
  ],
  [
    'passport-oauth2 with the demo client signs in without openid and ends the session after a question',
    passportOauth2,
    { sendsNonce: false, refreshes: false, endsSession: 'asks' },
  ],
  [
    'passport-openidconnect with the demo client signs in with a nonce and ends the session',
    passport,
    { sendsNonce: true, refreshes: false, endsSession: true },
  ],
  [
    'simple-oauth2 with the demo client signs in without openid, refreshes and revokes',
    simpleOauth2,
    { sendsNonce: false, refreshes: true, endsSession: false },
  ],
];

let server: TestServer;
test.before(async () => {
  server = await startIdentityServer();
});
test.after.always(() => server?.stop());

for (const [title, createApp, abilities, options] of recipes) {
  // The tests run one after the other: each counts the tokens of the server.
  test.serial(title, async (t) => {
    const recipe = await startRecipe(server, createApp, options);
    t.teardown(() => recipe.stop());
    await makeRoundTrip(t, recipe, abilities);
  });
}
