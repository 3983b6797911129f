import { createHash } from 'node:crypto';
import { verifier } from './contenders/make-codes.mjs';
import { codeBody, postForm } from './exchange-codes.mjs';
import { application, comparisonSeed, machine, scope, tenant, web } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';

const password = 'violet harbor engine 77';
const emails = Array.from({ length: 40 }, (_, index) => `capacity-${index}@people.test`);
const changed = Array.from({ length: 20 }, (_, index) => ({
  id: `019a0000-0000-7000-8000-0000000${String(index).padStart(5, '0')}`,
  email: `changed-${index}@people.test`,
  password,
}));
const licenseTypeId = '019a0000-0000-7000-8000-00000000e001';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const tokenPath = pathsOf('identity').token;

/** The seed: people with a password and a seat, and people whose seats change. */
export const capacitySeed = {
  ...comparisonSeed,
  applications: comparisonSeed.applications.map((one) => ({
    ...one,
    licenseTypes: one.licenseTypes.map((type) => ({ id: licenseTypeId, ...type })),
  })),
  clients: comparisonSeed.clients.map((client) =>
    client.id === machine.id ? { ...client, scopes: ['licenses:read', 'licenses:write'] } : client,
  ),
  users: [...comparisonSeed.users, ...emails.map((email) => ({ email, password })), ...changed],
  tenants: comparisonSeed.tenants.map((one) => ({
    ...one,
    members: [
      ...one.members,
      ...[...emails, ...changed.map(({ email }) => email)].map((email) => ({ email, role: 'member' })),
    ],
  })),
  subscriptions: comparisonSeed.subscriptions.map((one) => ({
    ...one,
    quantity: 100,
    seats: [...one.seats, ...emails],
  })),
};

/** One function for each kind of request, which keep the tokens that they need of each other, and one for such a token. */
export async function capacityRequests(server) {
  const [refreshTokens, accessTokens] = [[], []];
  const seats = changed.map(({ id }) => ({ userId: id, has: false }));
  let turn = 0;
  const signIn = async () => {
    turn += 1;
    const tokens = await signInWithBrowser(server, emails[turn % emails.length]);
    refreshTokens.push(tokens.refresh_token);
    accessTokens[turn % emails.length] = tokens.access_token;
  };
  const refresh = async () => {
    const token = refreshTokens.shift();
    if (!token) throw new Error('All refresh tokens are in use: the machine is too slow for this rate.');
    const fields = { grant_type: 'refresh_token', refresh_token: token };
    refreshTokens.push(expectOk(await postForm(server, tokenPath, fields)).refresh_token);
  };
  const machineToken = async () => {
    const fields = { grant_type: 'client_credentials', scope: 'licenses:read' };
    expectOk(await postForm(server, tokenPath, fields, machine));
  };
  const accessToken = () => {
    turn += 1;
    return accessTokens[turn % accessTokens.length];
  };
  const check = async () => {
    const path = `/api/integration/licenses/check?applicationId=${application.id}`;
    const headers = { authorization: `Bearer ${accessToken()}` };
    const { hasLicense } = await (await fetch(`${server.issuer}${path}`, { headers })).json();
    if (hasLicense !== true) throw new Error('A license check was denied.');
  };
  const writer = { at: 0, token: '' };
  const change = async () => {
    if (Date.now() - writer.at > 300_000) {
      const fields = { grant_type: 'client_credentials', scope: 'licenses:write' };
      const { access_token: token } = expectOk(await postForm(server, tokenPath, fields, machine));
      Object.assign(writer, { at: Date.now(), token });
    }
    await changeSeat(server, writer.token, seats);
  };
  // Twice as many refresh tokens as people, so that slow responses do not use them up.
  for (let index = 0; index < emails.length * 2; index += 1) await signIn();
  await change();
  return { signIn, refresh, machine: machineToken, check, change, accessToken };
}

function expectOk({ status, body }) {
  if (status !== 200) throw new Error(`A token request returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Grants a seat, or revokes it if the user has one. */
async function changeSeat(server, token, seats) {
  const seat = seats.shift();
  if (!seat) throw new Error('All seats are being changed: the machine is too slow for this rate.');
  const body = { userId: seat.userId, applicationId: application.id, ...(seat.has ? {} : { licenseTypeId }) };
  const response = await fetch(`${server.issuer}/api/integration/licenses/${seat.has ? 'revoke' : 'grant'}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`A change of a seat returned ${response.status}: ${await response.text()}`);
  await response.text();
  seats.push({ userId: seat.userId, has: !seat.has });
}

/** The whole sign-in of a browser: authorize, the page, the form with the password, the code, and its exchange. */
async function signInWithBrowser(server, email) {
  const jar = new Map();
  const visit = async (url, options = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...options });
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';', 1);
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    await response.text();
    const location = response.headers.get('location');
    return location ? new URL(location, url) : undefined;
  };
  const parameters = {
    client_id: web.id,
    redirect_uri: web.redirectUri,
    response_type: 'code',
    scope,
    nonce: 'bench',
    tenant: tenant.slug,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const page = await visit(`${server.issuer}/oauth/authorize?${new URLSearchParams(parameters)}`);
  await visit(page);
  let next = await visit(page, { method: 'POST', body: new URLSearchParams({ email, password }) });
  while (next && next.origin === server.issuer) next = await visit(next);
  const code = next?.searchParams.get('code');
  if (!code) throw new Error(`A sign-in ended at ${next}.`);
  const tokens = expectOk(await postForm(server, tokenPath, codeBody(code)));
  if (!tokens.refresh_token) throw new Error('A sign-in returned no refresh token.');
  return tokens;
}
