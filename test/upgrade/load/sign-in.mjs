import { createHash, randomBytes } from 'node:crypto';
import { callback, password, web } from '../seed-data.mjs';
import { basic, bearer, createCaller, require } from './caller.mjs';

/** Signs a user in: authorization code with PKCE, sign-in page, exchange. Returns what continues the session. */
export async function signIn(issuer, email) {
  const caller = createCaller(issuer);
  const { verifier, target } = authorizationRequest();
  const page = await caller.open('GET', target);
  const [, action] = /<form method="post" action="([^"]+)"/u.exec(page.text) ?? [];
  require(action, `no sign-in page at ${page.url}: ${page.text.slice(0, 200)}`);
  const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)];
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
  const form = { ...fields, email, password };
  const { url } = await caller.open('POST', action.replaceAll('&amp;', '&'), { form });
  return { caller, email, tokens: await exchange(caller, url, verifier) };
}

/** Gets another code with the session of the browser, without a page. */
export async function signInAgain({ caller }) {
  const { verifier, target } = authorizationRequest({ prompt: 'none' });
  const { url } = await caller.open('GET', target);
  require(url.href.startsWith(callback), `the session ended: ${url.href}`);
  return exchange(caller, url, verifier);
}

export function refresh({ caller, tokens }) {
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  return caller.call('POST', '/api/oauth/token', { form, headers: basic(web) });
}

/** Reads the user's own account and license with an access token. */
export async function readOwnAccount({ caller, email, tokens }, applicationId) {
  const headers = bearer(tokens.access_token);
  const me = await caller.call('GET', '/api/users/me', { headers });
  require(me.email === email, `the account of ${email} is that of ${me.email}`);
  const check = await caller.call('GET', `/api/integration/licenses/check?applicationId=${applicationId}`, { headers });
  require(check.hasLicense === false, `${email} has a license that nobody gave`);
}

function authorizationRequest(changes = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: web.id,
    redirect_uri: callback,
    scope: 'openid profile email offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce: randomBytes(16).toString('base64url'),
    state: randomBytes(16).toString('base64url'),
    ...changes,
  });
  return { verifier, target: `/oauth/authorize?${parameters}` };
}

async function exchange(caller, url, verifier) {
  const code = url.searchParams.get('code');
  require(code, `no code: ${url.href}`);
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
  return caller.call('POST', '/api/oauth/token', { form, headers: basic(web) });
}
