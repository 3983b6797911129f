import type { ExecutionContext } from 'ava';
import { type Recipe, Visitor } from './recipe.js';

/** What a recipe does besides signing in. */
export interface Abilities {
  /** Whether signing out also ends the session of the identity server. Without an ID token, its user is asked. */
  endsSession: boolean | 'asks';
  signOutPath?: string;
  callbackPath?: string;
  refreshes: boolean;
  sendsNonce: boolean;
}

/** The complete flow: sign in on the hosted pages, read the profile, refresh, sign out. */
export async function makeRoundTrip(t: ExecutionContext, recipe: Recipe, abilities: Abilities): Promise<void> {
  const { server } = recipe;
  const { oidcToken } = server.identity.db;
  const refreshed = () => oidcToken.count({ where: { kind: 'RefreshToken', consumedAt: { not: null } } });
  const live = () => oidcToken.count({ where: { grant: { revokedAt: null } } });
  // Other recipes may have used the server before.
  const [refreshedBefore, liveBefore] = [await refreshed(), await live()];
  const visitor = new Visitor(recipe);
  const sent = await visitor.open('/');
  t.is(`${sent.url.origin}${sent.url.pathname}`, `${server.issuer}/oauth/authorize`);
  t.is(sent.url.searchParams.has('nonce'), abilities.sendsNonce);
  const callback = await visitor.signIn(sent.url);
  t.is(`${callback.origin}${callback.pathname}`, `${recipe.origin}${abilities.callbackPath ?? '/callback'}`);

  // The callback does not work in another browser.
  const stranger = new Visitor(recipe);
  const elsewhere = await stranger.open(callback);
  t.true(elsewhere.status >= 400 || elsewhere.url.origin === server.issuer, elsewhere.html);
  t.false(knows(await stranger.open('/')));

  const home = await visitor.open(callback);
  t.true(knows(home), `${home.url.href} ${home.status} ${home.html}`);
  t.true(knows(await visitor.open('/')));
  t.true((await live()) > liveBefore);
  t.is((await refreshed()) > refreshedBefore, abilities.refreshes);

  const left = await visitor.open(abilities.signOutPath ?? '/sign-out');
  t.true(left.status < 500, left.html);
  if (abilities.endsSession) {
    t.is(left.url.origin, server.issuer);
    const page = await visitor.identity.open(left.url);
    const end = abilities.endsSession === 'asks' ? await visitor.identity.submit(page, { logout: 'yes' }) : page;
    t.is(end.url.href, `${recipe.origin}/logged-out`);
  }
  t.is(await live(), liveBefore);
  const again = await visitor.open('/');
  t.false(knows(again));
  // Without a session there is a sign-in form again; otherwise the identity server still knows the browser.
  const { url } = await visitor.identity.open(again.url);
  t.is(url.origin === server.issuer, abilities.endsSession !== false);
}

/** Whether the application returns the profile of the signed-in user. */
function knows({ status, html }: { status: number; html: string }): boolean {
  return status === 200 && html.includes('Olivia Owner') && html.includes('owner@acme.test');
}
