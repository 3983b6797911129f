import { resource } from '../better-auth/fixtures.mjs';
import { codeBody, newTokens } from '../exchange-codes.mjs';
import { application, machine, resources, web } from '../fixtures.mjs';
import { connections, form, formHeaders, load } from '../load.mjs';
import { pathsOf } from '../paths.mjs';

/** The same requests for the whole run. */
const fixed = (requests) => (contender, how) => load(contender, requests, how);
/** One token, or the tokens of many people in a filled database. */
const tokensOf = async (name, contender) =>
  contender.accessTokens?.() ?? (await newTokens(name, contender, { count: 1 })).map((body) => body.access_token);
const bearer = (token) => ({ authorization: `Bearer ${token}` });

/** What makes an access token of others a JWT; for plain oidc-provider it also decides the algorithm. */
const resourceFor = (name, algorithm) => {
  if (name === 'B') return { resource };
  return name === 'M' || name === 'P' ? { resource: resources[algorithm] } : {};
};

/** Machine tokens. */
export const clientCredentials = (algorithm) => async (name, contender) => {
  const body = form({ grant_type: 'client_credentials', scope: 'licenses:read', ...resourceFor(name, algorithm) });
  const request = { method: 'POST', path: pathsOf(name).token, body };
  return fixed((contender.machines ?? [machine]).map((client) => ({ ...request, headers: formHeaders(client) })));
};

/** A number of requests instead of seconds, if no response may get lost. */
const amountFor = (seconds, parallel = connections) => Math.ceil((seconds * 120) / connections) * parallel;

/** Each refresh token returns the next one. */
export async function refresh(name, contender) {
  const count = contender.refreshTokens ?? connections * 2;
  const first = await newTokens(name, contender, { count, jwt: true });
  const tokens = first.map((body) => body.refresh_token);
  const request = {
    method: 'POST',
    path: pathsOf(name).token,
    headers: formHeaders(web),
    next: () =>
      form({ grant_type: 'refresh_token', refresh_token: tokens.shift(), ...(name === 'B' ? { resource } : {}) }),
    done: (body) => tokens.push(JSON.parse(body).refresh_token),
  };
  return (_contender, { seconds, parallel, amount = amountFor(seconds, parallel) }) =>
    load(contender, request, { amount, parallel });
}

/** Every code can be used once, so they are made in advance. */
export async function codeExchange(name, contender) {
  return async (_contender, { seconds, amount = amountFor(seconds) }) => {
    const codes = await contender.ask('codes', { count: amount + connections, jwt: true });
    const request = { method: 'POST', path: pathsOf(name).token, headers: formHeaders(web) };
    return load(contender, { ...request, next: () => codeBody(codes.shift()) }, { amount });
  };
}

export async function userinfo(name, contender) {
  const tokens = await tokensOf(name, contender);
  return fixed(tokens.map((token) => ({ path: pathsOf(name).userinfo, headers: bearer(token) })));
}

export async function introspection(name, contender) {
  const request = { method: 'POST', path: pathsOf(name).introspection, headers: formHeaders(web) };
  return fixed((await tokensOf(name, contender)).map((token) => ({ ...request, body: form({ token }) })));
}

export async function licenseCheck(name, contender) {
  const tokens = name === 'K' ? ['none'] : await tokensOf(name, contender);
  const path = `/api/integration/licenses/check?applicationId=${application.id}`;
  return fixed(tokens.map((token) => ({ path, headers: bearer(token) })));
}

export const discovery = async () => fixed({ path: '/.well-known/openid-configuration' });
export const jwks = async (name) => fixed({ path: pathsOf(name).jwks });

/** S has no port: it signs for the same time. */
export async function signing() {
  return async (contender, { seconds }) => {
    const before = await contender.ask('usage');
    const { seconds: took, times } = await contender.ask('signatures', { seconds, connections });
    const after = await contender.ask('usage');
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part) => sorted[Math.floor((sorted.length - 1) * part)];
    const requests = times.length;
    return {
      requests,
      sent: requests,
      perSecond: requests / took,
      p50: at(0.5),
      p99: at(0.99),
      cpu: after.cpu - before.cpu,
    };
  };
}
