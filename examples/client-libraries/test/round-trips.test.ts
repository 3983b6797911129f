import test from 'ava';
import { createApp as badgateway } from '../src/badgateway-oauth2-client.js';
import { createApp as express } from '../src/express-openid-connect.js';
import { createApp as openidClient } from '../src/openid-client.js';
import { createApp as passport } from '../src/passport-openidconnect.js';
import { createApp as simpleOauth2 } from '../src/simple-oauth2.js';
import { startRecipe } from './support/recipe.js';
import { type Abilities, makeRoundTrip } from './support/round-trip.js';

const recipes: [title: string, createApp: Parameters<typeof startRecipe>[0], abilities: Abilities][] = [
  [
    '@badgateway/oauth2-client with the demo client signs in without openid, refreshes and revokes',
    badgateway,
    { sendsNonce: false, refreshes: true, endsSession: false },
  ],
  [
    'express-openid-connect with the demo client signs in with a nonce, refreshes and ends the session',
    express,
    { sendsNonce: true, refreshes: true, endsSession: true, signOutPath: '/logout' },
  ],
  [
    'openid-client with the demo client signs in with a nonce, refreshes and ends the session',
    openidClient,
    { sendsNonce: true, refreshes: true, endsSession: true },
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

for (const [title, createApp, abilities] of recipes) {
  // The tests run one after the other: each starts a server.
  test.serial(title, async (t) => {
    const recipe = await startRecipe(createApp);
    t.teardown(() => recipe.stop());
    await makeRoundTrip(t, recipe, abilities);
  });
}
