import { createHash } from 'node:crypto';
import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { jwt, organization } from 'better-auth/plugins';
import pg from 'pg';
import { answerRunner, openPort } from '../contenders/contender.mjs';
import { verifier } from '../contenders/make-codes.mjs';
import { machine, scope, user, web } from '../fixtures.mjs';
import { people, resource } from './fixtures.mjs';

// B: better-auth with its OAuth provider, as its documentation sets both up. argv: the database, the algorithm of tokens,
// and whether the database is new.
const [databaseUrl, alg, isNew] = process.argv.slice(2);
const { http, issuer } = await openPort();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
const options = {
  baseURL: issuer,
  secret: 'a secret for measurements only, of more than 32 characters',
  database: pool,
  emailAndPassword: { enabled: true },
  // As for our server: one client sends all requests.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
  disabledPaths: ['/token'],
  plugins: [
    jwt({
      disableSettingJwtHeader: true,
      jwks: { keyPairConfig: alg === 'ES256' ? { alg } : { alg, modulusLength: 2048 } },
    }),
    organization(),
    oauthProvider({
      loginPage: '/sign-in',
      consentPage: '/consent',
      scopes: [...scope.split(' '), 'licenses:read'],
      resources: [resource],
      enforcePerClientResources: false,
      // Needed to give a client scopes for its own tokens.
      clientPrivileges: () => true,
      // Both are looked up in the database at each request otherwise.
      cachedTrustedClients: new Set([machine.id, web.id]),
      cachedResources: new Set([resource]),
      // The plugin warns about metadata at paths that are not measured.
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
};
if (isNew === 'true') await (await getMigrations(options)).runMigrations();
const auth = betterAuth(options);
http.on('request', toNodeHandler(auth));

let cookie;
if (isNew === 'true') await fill();
await beginSession();

async function beginSession() {
  cookie = undefined;
  cookie = await signIn(user);
  await post('/organization/set-active', { organizationSlug: 'bench' });
}

async function renewSession() {
  await post('/sign-out', {});
  await beginSession();
}

async function fill() {
  for (const { email, password } of [user, ...people]) {
    await auth.api.signUpEmail({ body: { email, password, name: 'Bench Person' } });
  }
  const headers = new Headers({ cookie: await signIn(user) });
  const owned = await auth.api.createOrganization({ headers, body: { name: 'Bench', slug: 'bench' } });
  if (!owned) throw new Error('The organization was not created.');
  await createClient(headers, machine, {
    grant_types: ['client_credentials'],
    client_credentials_scopes: ['licenses:read'],
    scope: 'licenses:read',
  });
  await createClient(headers, web, {
    redirect_uris: [web.redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    skip_consent: true,
    scope,
  });
}

/** A client with our id and secret: better-auth makes both up. */
async function createClient(headers, { id, secret }, body) {
  const made = await auth.api.adminCreateOAuthClient({ headers, body });
  const hash = createHash('sha256').update(secret).digest('base64url');
  await pool.query('UPDATE "oauthClient" SET "clientId" = $1, "clientSecret" = $2 WHERE "clientId" = $3', [
    id,
    hash,
    made.client_id,
  ]);
}

async function post(path, body) {
  const response = await fetch(`${issuer}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: issuer, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status} ${await response.text()}`);
  return response;
}

async function signIn({ email, password }) {
  const response = await post('/sign-in/email', { email, password });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** Authorization codes of the session, by the endpoint that a browser opens. */
async function codes({ count, jwt: isJwt }) {
  const parameters = new URLSearchParams({
    client_id: web.id,
    redirect_uri: web.redirectUri,
    response_type: 'code',
    scope,
    state: 'bench',
    nonce: 'bench',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(isJwt ? { resource } : {}),
  });
  const made = [];
  while (made.length < count) {
    const url = `${issuer}/api/auth/oauth2/authorize?${parameters}`;
    const response = await fetch(url, { headers: { cookie, accept: 'application/json' } });
    const answer = await response.text();
    if (!response.ok) throw new Error(`No code: ${response.status} ${answer}`);
    const code = new URL(JSON.parse(answer).url).searchParams.get('code');
    if (!code) throw new Error(`No code: ${answer}`);
    made.push(code);
  }
  return made;
}

answerRunner({ issuer, answers: { codes, cookie: () => cookie, renewSession }, close: () => pool.end() });
