import test from 'ava';
import { createApp } from '../src/badgateway-oauth2-client.js';
import { type Recipe, startRecipe } from './support/recipe.js';
import { makeRoundTrip } from './support/round-trip.js';

let recipe: Recipe;
test.before(async () => {
  recipe = await startRecipe(createApp);
});
test.after.always(() => recipe?.stop());

test('@badgateway/oauth2-client with the demo client signs in without openid, refreshes and revokes', async (t) => {
  await makeRoundTrip(t, recipe, { sendsNonce: false, refreshes: true, endsSession: false });
});
