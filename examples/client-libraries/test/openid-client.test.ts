import test from 'ava';
import { createApp } from '../src/openid-client.js';
import { type Recipe, startRecipe } from './support/recipe.js';
import { makeRoundTrip } from './support/round-trip.js';

let recipe: Recipe;
test.before(async () => {
  recipe = await startRecipe(createApp);
});
test.after.always(() => recipe?.stop());

test('openid-client with the demo client signs in with a nonce, refreshes and ends the session', async (t) => {
  await makeRoundTrip(t, recipe, { sendsNonce: true, refreshes: true, endsSession: true });
});
