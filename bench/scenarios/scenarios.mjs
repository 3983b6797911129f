import { codeBody, newTokens } from '../exchange-codes.mjs';
import { application, machine, resources, web } from '../fixtures.mjs';
import { connections, form, formHeaders, load } from '../load.mjs';
import { pathsOf } from '../paths.mjs';

/** The same request for the whole run. */
const fixed = (request) => (contender, how) => load(contender, request, how);

/** Machine tokens; at the stock provider the resource decides the algorithm. */
const clientCredentials = (algorithm) => async (name) => {
  const resource = name === 'M' || name === 'P' ? { resource: resources[algorithm] } : {};
  return fixed({
    method: 'POST',
    path: pathsOf(name).token,
    headers: formHeaders(machine),
    body: form({ grant_type: 'client_credentials', scope: 'licenses:read', ...resource }),
  });
};

/** Where no value may get lost with an answer that nobody waits for, so many requests are sent instead of so many seconds. */
const amountFor = (seconds) => Math.ceil((seconds * 120) / connections) * connections;

/** Each refresh token gives the next one. */
async function refresh(name, contender) {
  const first = await newTokens(name, contender, { count: connections * 2, jwt: true });
  const tokens = first.map((body) => body.refresh_token);
  const request = {
    method: 'POST',
    path: pathsOf(name).token,
    headers: formHeaders(web),
    next: () => form({ grant_type: 'refresh_token', refresh_token: tokens.shift() }),
    done: (body) => tokens.push(JSON.parse(body).refresh_token),
  };
  return (_contender, { seconds }) => load(contender, request, { amount: amountFor(seconds) });
}

/** Every code can be used once, so they are made ahead. */
async function codeExchange(name, contender) {
  return async (_contender, { seconds }) => {
    const amount = amountFor(seconds);
    const codes = await contender.ask('codes', { count: amount + connections, jwt: true });
    const request = { method: 'POST', path: pathsOf(name).token, headers: formHeaders(web) };
    return load(contender, { ...request, next: () => codeBody(codes.shift()) }, { amount });
  };
}

async function userinfo(name, contender) {
  const [{ access_token: token }] = await newTokens(name, contender, { count: 1 });
  return fixed({ path: pathsOf(name).userinfo, headers: { authorization: `Bearer ${token}` } });
}

async function introspection(name, contender) {
  const [{ access_token: token }] = await newTokens(name, contender, { count: 1 });
  return fixed({ method: 'POST', path: pathsOf(name).introspection, headers: formHeaders(web), body: form({ token }) });
}

async function licenseCheck(name, contender) {
  const token = name === 'K' ? 'none' : (await newTokens(name, contender, { count: 1 }))[0].access_token;
  const path = `/api/integration/licenses/check?applicationId=${application.id}`;
  return fixed({ path, headers: { authorization: `Bearer ${token}` } });
}

const discovery = async () => fixed({ path: '/.well-known/openid-configuration' });
const jwks = async (name) => fixed({ path: pathsOf(name).jwks });

/** S has no port: it is told to sign for as long. */
async function signing() {
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

/** What is compared: who takes part, how to prepare them, and the bars: at least so many times the anchor's requests. */
export const scenarios = [
  {
    key: 'client-credentials',
    title: 'client credentials, RS256',
    start: (name, contender) => (name === 'S' ? signing() : clientCredentials('RS256')(name, contender)),
    contenders: ['identity', 'M', 'G', 'P', 'S'],
    bars: { M: { least: 0.9, aim: 0.95 }, G: { least: 1.8 } },
  },
  {
    key: 'refresh',
    title: 'refresh with rotation (two JWTs), RS256',
    start: refresh,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.8, aim: 0.9 } },
  },
  {
    key: 'code',
    title: 'authorization code exchange',
    start: codeExchange,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.75, aim: 0.85 } },
  },
  {
    key: 'userinfo',
    title: 'userinfo',
    start: userinfo,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.65, aim: 0.8 }, P: { least: 4 } },
  },
  {
    key: 'introspection',
    title: 'introspection, no hint',
    start: introspection,
    contenders: ['identity', 'M', 'P'],
    bars: { M: { least: 0.55, aim: 0.7 }, P: { least: 3 } },
  },
  {
    key: 'license-check',
    title: 'license check, user token',
    start: licenseCheck,
    contenders: ['identity', 'K', 'P'],
    bars: { K: { least: 0.4, aim: 0.5 }, P: { least: 2.5 } },
  },
  {
    key: 'discovery',
    title: 'discovery',
    start: discovery,
    contenders: ['identity', 'K', 'M'],
    bars: { K: { least: 0.8, aim: 0.95 } },
  },
  {
    key: 'jwks',
    title: 'JWKS',
    start: jwks,
    contenders: ['identity', 'K', 'M'],
    bars: { K: { least: 0.8, aim: 0.95 } },
  },
  {
    key: 'client-credentials-es256',
    title: 'client credentials, ES256',
    start: clientCredentials('ES256'),
    contenders: ['identityES256', 'M'],
    bars: { M: { least: 0.85, aim: 1 } },
  },
];
