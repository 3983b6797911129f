import { createOidcAdapter } from '@org/identity-prisma';
import test from 'ava';
import { database, environment } from '../support/cli-tests.js';
import { command } from '../support/run-command.js';

async function run(line: string): Promise<string> {
  const { code, printed, errors } = await command(line, { environment });
  if (code !== 0) throw new Error(errors);
  return printed;
}

const shown = async (id: string) => JSON.parse(await run(`clients show ${id} --json`)) as Record<string, unknown>;

/** Returns the client's metadata for oidc-provider, without its secrets. */
async function metadataOf(id: string) {
  const found = await createOidcAdapter(database.pool)('Client').find(id);
  const {
    client_secret: _secret,
    identity_secret_hashes: _hashes,
    identity_secret_ids: _ids,
    ...metadata
  } = found as Record<string, unknown>;
  return metadata;
}

/** Returns the lines of `clients show` without those that contain times. */
const linesOf = async (id: string) =>
  (await run(`clients show ${id}`)).split('\n').filter((line) => !/^(?:secrets|(?:created|updated) at) /u.test(line));

const everything = [
  '--redirect-uri https://shop.example/a --redirect-uri com.example.app:/b',
  '--post-logout-redirect-uri https://shop.example/',
  '--backchannel-logout-uri https://shop.example/logout --start-url https://shop.example/start',
  '--origin https://api.shop.example --scope openid --scope tenants:read --first-party --license-claims --group-claims',
  '--require-nonce no --id-token-claims --device-flow --application Shop --tenant acme --client-uri https://shop.example/home',
  '--logo-uri https://shop.example/logo.png --policy-uri https://shop.example/policy',
  '--tos-uri https://shop.example/terms --require-par --dpop-bound --token-exchange --agent',
].join(' ');

/** The columns that no field sets. */
const ofOtherParts = {
  source: 'MANUAL',
  native: false,
  blockedAt: null,
  lastUsedAt: null,
  metadataReadAt: null,
  metadataUntil: null,
  confirmed: true,
  unconfirmed: null,
};

test.serial('every field of a client that a command gives is kept, shown, and known to oidc-provider', async (t) => {
  await run(`clients create --id full --name The_shop --type CONFIDENTIAL ${everything}`);
  const { createdAt: _created, updatedAt: _updated, secrets: _secrets, ...fields } = await shown('full');
  t.deepEqual(fields, {
    id: 'full',
    name: 'The shop',
    type: 'CONFIDENTIAL',
    firstParty: true,
    licenseClaims: true,
    groupClaims: true,
    requireNonce: false,
    idTokenClaims: true,
    tokenExchange: true,
    agent: true,
    deviceFlow: true,
    redirectUris: ['https://shop.example/a', 'com.example.app:/b'],
    postLogoutRedirectUris: ['https://shop.example/'],
    origins: ['https://api.shop.example'],
    scopes: ['openid', 'tenants:read'],
    backchannelLogoutUri: 'https://shop.example/logout',
    startUrl: 'https://shop.example/start',
    clientUri: 'https://shop.example/home',
    logoUri: 'https://shop.example/logo.png',
    policyUri: 'https://shop.example/policy',
    tosUri: 'https://shop.example/terms',
    application: 'Shop',
    tenant: 'acme',
    authMethod: null,
    jwks: null,
    jwksUri: null,
    requirePar: true,
    dpopBound: true,
    profile: null,
    ...ofOtherParts,
  });
  t.deepEqual(await linesOf('full'), [
    'id                         full',
    'name                       The shop',
    'type                       CONFIDENTIAL',
    'first-party                yes',
    'application                Shop',
    'tenant                     acme',
    'scopes                     openid tenants:read',
    'redirect URIs              https://shop.example/a',
    '                           com.example.app:/b',
    'post-logout redirect URIs  https://shop.example/',
    'back-channel logout URI    https://shop.example/logout',
    'start URL                  https://shop.example/start',
    'origins                    https://api.shop.example',
    'license claims             yes',
    'group claims               yes',
    'nonce required             no',
    'ID token claims            yes',
    'token exchange             yes',
    'agent                      yes',
    'device flow                yes',
    'home page                  https://shop.example/home',
    'logo                       https://shop.example/logo.png',
    'privacy policy             https://shop.example/policy',
    'terms of service           https://shop.example/terms',
    'pushed requests only       yes',
    'tokens bound to a key      yes',
    'confirmed                  yes',
  ]);
  const { applicationId, tenantId } = await database.db.client.findUniqueOrThrow({ where: { id: 'full' } });
  t.deepEqual(await metadataOf('full'), {
    client_id: 'full',
    client_name: 'The shop',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'openid tenants:read',
    redirect_uris: ['https://shop.example/a', 'com.example.app:/b'],
    post_logout_redirect_uris: ['https://shop.example/'],
    backchannel_logout_uri: 'https://shop.example/logout',
    backchannel_logout_session_required: true,
    client_uri: 'https://shop.example/home',
    logo_uri: 'https://shop.example/logo.png',
    policy_uri: 'https://shop.example/policy',
    tos_uri: 'https://shop.example/terms',
    require_pushed_authorization_requests: true,
    dpop_bound_access_tokens: true,
    identity_needs: ['par', 'dpop'],
    identity_type: 'CONFIDENTIAL',
    identity_first_party: true,
    identity_plugin_fields: { licenseClaims: true, groupClaims: true },
    identity_id_token_claims: true,
    identity_require_nonce: false,
    identity_origins: ['https://api.shop.example'],
    identity_start_url: 'https://shop.example/start',
    identity_application_id: applicationId,
    identity_tenant_id: tenantId,
    identity_tenant_slug: 'acme',
  });
});

const unset = {
  firstParty: false,
  licenseClaims: false,
  groupClaims: false,
  requireNonce: null,
  idTokenClaims: false,
  tokenExchange: false,
  agent: false,
  deviceFlow: false,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  startUrl: null,
  application: null,
  tenant: null,
  clientUri: null,
  logoUri: null,
  policyUri: null,
  tosUri: null,
  authMethod: null,
  jwks: null,
  jwksUri: null,
  requirePar: false,
  dpopBound: false,
  profile: null,
};

test.serial('what a browser client is not given has its default', async (t) => {
  await run('clients create --id least --name Least --type SPA --redirect-uri https://least.example/a');
  t.like(await shown('least'), {
    ...unset,
    origins: ['https://least.example'],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    secrets: [],
  });
  t.deepEqual(await linesOf('least'), [
    'id                     least',
    'name                   Least',
    'type                   SPA',
    'first-party            no',
    'scopes                 openid profile email offline_access',
    'redirect URIs          https://least.example/a',
    'origins                https://least.example',
    'license claims         no',
    'group claims           no',
    'nonce required         server default',
    'ID token claims        no',
    'token exchange         no',
    'agent                  no',
    'device flow            no',
    'pushed requests only   no',
    'tokens bound to a key  no',
    'confirmed              yes',
  ]);
  t.deepEqual(await metadataOf('least'), {
    client_id: 'least',
    client_name: 'Least',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'openid profile email offline_access',
    redirect_uris: ['https://least.example/a'],
    post_logout_redirect_uris: [],
    identity_type: 'SPA',
    identity_first_party: false,
    identity_plugin_fields: { licenseClaims: false, groupClaims: false },
    identity_id_token_claims: false,
    identity_origins: ['https://least.example'],
  });
});

test.serial('a machine has no field of a browser client', async (t) => {
  const machine = 'clients create --id bot --name Bot --type MACHINE --scope licenses:read';
  await run(`${machine} --tenant acme --tos-uri https://bot.example/terms`);
  t.like(await shown('bot'), {
    ...unset,
    firstParty: true,
    redirectUris: [],
    origins: [],
    scopes: ['licenses:read'],
    tenant: 'acme',
    tosUri: 'https://bot.example/terms',
  });
  t.like(await metadataOf('bot'), {
    grant_types: ['client_credentials'],
    response_types: [],
    scope: 'licenses:read',
    identity_type: 'MACHINE',
    identity_first_party: true,
    identity_tenant_slug: 'acme',
    tos_uri: 'https://bot.example/terms',
  });
  for (const option of [
    '--redirect-uri https://bot.example/',
    '--post-logout-redirect-uri https://bot.example/',
    '--backchannel-logout-uri https://bot.example/',
    '--start-url https://bot.example/',
    '--origin https://bot.example',
    '--first-party',
    '--license-claims',
    '--group-claims',
    '--require-nonce yes',
    '--id-token-claims',
    '--agent',
    '--require-par',
  ]) {
    const { code, errors } = await command(`${machine} ${option}`, { environment });
    t.deepEqual([code, errors], [1, `${option.split(' ')[0]}: cannot be used with the other options`]);
  }
});

test.serial('a client keeps every field that a change does not name, and an empty value clears one', async (t) => {
  await run(`clients create --id kept --name Kept --type CONFIDENTIAL ${everything}`);
  const { updatedAt: _before, ...before } = await shown('kept');
  const renamed = JSON.parse(await run('clients update kept --name Renamed --json')) as Record<string, unknown>;
  t.deepEqual(renamed['changed'], ['name']);
  const { updatedAt: _after, ...after } = await shown('kept');
  t.deepEqual(after, { ...before, name: 'Renamed' });
  const cleared = JSON.parse(
    await run('clients update kept --start-url= --origin= --require-nonce default --no-id-token-claims --json'),
  ) as Record<string, unknown>;
  t.like(cleared, { startUrl: null, origins: [], requireNonce: null, idTokenClaims: false, tenant: 'acme' });
  t.deepEqual((cleared['changed'] as string[]).toSorted(), ['idTokenClaims', 'origins', 'requireNonce', 'startUrl']);
});

const key =
  '{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}';

test.serial('a client with a key has no secret, and a profile stands for all that it needs', async (t) => {
  const machine = 'clients create --id keyed --name Keyed --type MACHINE --scope licenses:read';
  const keys = `--auth-method private__key__jwt --jwks {"keys":[${key.replaceAll('_', '__')}]}`;
  const created = JSON.parse(await run(`${machine} ${keys} --profile fapi2 --json`)) as Record<string, unknown>;
  t.deepEqual(created, { id: 'keyed', type: 'MACHINE' });
  t.like(await shown('keyed'), { authMethod: 'private_key_jwt', profile: 'fapi2', dpopBound: false, secrets: [] });
  const { jwks, ...metadata } = await metadataOf('keyed');
  t.deepEqual(jwks, { keys: [JSON.parse(key)] });
  t.like(metadata, {
    token_endpoint_auth_method: 'private_key_jwt',
    dpop_bound_access_tokens: true,
    identity_needs: ['dpop', 'private_key_jwt', 'fapi2'],
  });
  const { code, errors } = await command('clients rotate-secret keyed', { environment });
  t.is(code, 1);
  t.regex(errors, /has keys and no secret/u);
  const spa = 'clients create --id keyed-spa --name Keyed --type SPA --redirect-uri https://keyed.example/a';
  t.is((await command(`${spa} ${keys}`, { environment })).code, 1);
});
