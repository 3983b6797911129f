import { createHash, randomBytes } from 'node:crypto';
import { issuer } from '../servers.mjs';
import { password, web } from '../world.mjs';
import { basic, isUnknown } from './send.mjs';

/** A sign-in with a password up to the code. Each step may reach another server. Returns undefined if a step failed. */
export async function getCode(send, record, email) {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    client_id: web.id,
    redirect_uri: web.redirectUri,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const cookies = new Map();
  const step = async (method, url, body) => {
    const response = await send('sign-in', `${url.pathname}${url.search}`, {
      method,
      body,
      headers: { accept: 'text/html', cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    if (response.status < 300 || response.status >= 400) return { response, url };
    const next = new URL(response.headers.get('location'), url);
    return next.origin === issuer ? step('GET', next) : { response, url: next };
  };
  const page = await step('GET', new URL(`/oauth/authorize?${new URLSearchParams(parameters)}`, issuer));
  if (isUnknown(page.response)) return undefined;
  const action = /<form method="post" action="([^"]+)"/u.exec(page.response.text)?.[1];
  if (!action) return void record.violation(`no sign-in form: ${page.response.status} ${page.url.pathname}`);
  const hidden = [...page.response.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)];
  const fields = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), email, password };
  const form = new URL(action.replaceAll('&amp;', '&'), page.url);
  const end = await step('POST', form, new URLSearchParams(fields));
  if (isUnknown(end.response)) return undefined;
  const code = end.url.searchParams.get('code');
  if (code) return { code, verifier };
  return void record.violation(`a sign-in ended at ${end.response.status} ${end.url.pathname}`);
}

/** Exchanges a code, on a given server if it matters. */
export function exchangeCode(send, { code, verifier }, server) {
  const body = { grant_type: 'authorization_code', code, redirect_uri: web.redirectUri, code_verifier: verifier };
  return tokenRequest(send, 'code', body, server);
}

export const refresh = (send, token) =>
  tokenRequest(send, 'refresh', { grant_type: 'refresh_token', refresh_token: token });

function tokenRequest(send, what, body, server) {
  return send(what, '/api/oauth/token', {
    method: 'POST',
    headers: { authorization: basic(web) },
    body: new URLSearchParams(body),
    server,
  });
}
