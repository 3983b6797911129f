import { randomBytes, randomUUID } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';

export interface Model {
  readonly name: string;
  readonly table: 'oidc_sessions' | 'oidc_grants' | 'oidc_tokens' | 'oidc_records';
  /** oidc-provider uses it once. */
  readonly consumable?: true;
  /** oidc-provider revokes it together with its grant. */
  readonly revocable?: true;
  /** oidc-provider also loads it after it has expired, and checks that itself. */
  readonly foundExpired?: true;
  /** The id alone is enough to use it. */
  readonly secretId?: true;
  /** The fields that oidc-provider stores beside the id and the kind. */
  readonly fields: (grantId: string) => AdapterPayload;
}

/** Returns a new id in the format of oidc-provider. */
export const newId = (): string => randomBytes(32).toString('base64url');

const client = { clientId: 'a-client' };
const account = { accountId: randomUUID(), acr: 'urn:acr', amr: ['pwd'] };

/** Everything oidc-provider stores. */
export const models: readonly Model[] = [
  {
    name: 'Session',
    table: 'oidc_sessions',
    secretId: true,
    fields: (grantId) => ({
      ...account,
      uid: newId(),
      loginTs: 1_700_000_000,
      authorizations: { 'a-client': { sid: newId(), grantId } },
    }),
  },
  {
    name: 'AccessToken',
    table: 'oidc_tokens',
    revocable: true,
    secretId: true,
    fields: (grantId) => ({ ...client, ...account, grantId, scope: 'openid email', extra: { tenant: 'ünïcode ✓' } }),
  },
  {
    name: 'AuthorizationCode',
    table: 'oidc_tokens',
    foundExpired: true,
    consumable: true,
    revocable: true,
    secretId: true,
    fields: (grantId) => ({ ...client, ...account, grantId, codeChallenge: 'abc', codeChallengeMethod: 'S256' }),
  },
  {
    name: 'RefreshToken',
    table: 'oidc_tokens',
    foundExpired: true,
    consumable: true,
    revocable: true,
    secretId: true,
    fields: (grantId) => ({ ...client, ...account, grantId, rotations: 1, iiat: 1_700_000_000 }),
  },
  {
    name: 'ClientCredentials',
    table: 'oidc_tokens',
    secretId: true,
    fields: () => ({ ...client, scope: 'licenses:read', aud: 'https://api.example' }),
  },
  {
    name: 'DeviceCode',
    table: 'oidc_records',
    foundExpired: true,
    consumable: true,
    revocable: true,
    // oidc-provider finds it by its user code and then saves it by its id, so the id is not hashed.
    fields: (grantId) => ({ ...client, grantId, userCode: newId(), params: { scope: 'openid' }, inFlight: true }),
  },
  {
    name: 'BackchannelAuthenticationRequest',
    table: 'oidc_records',
    foundExpired: true,
    consumable: true,
    revocable: true,
    secretId: true,
    fields: (grantId) => ({ ...client, ...account, grantId, params: { scope: 'openid', binding_message: 'w4' } }),
  },
  {
    name: 'Grant',
    table: 'oidc_grants',
    fields: () => ({ ...client, accountId: account.accountId, openid: { scope: 'openid email', claims: ['email'] } }),
  },
  {
    name: 'Interaction',
    table: 'oidc_records',
    secretId: true,
    fields: () => ({
      cid: newId(),
      returnTo: 'https://op.example/authorize/resume',
      params: { client_id: 'a-client', state: 'a state' },
      prompt: { name: 'login', reasons: ['no_session'], details: {} },
      session: { ...account, uid: newId() },
    }),
  },
  { name: 'ReplayDetection', table: 'oidc_records', fields: () => ({ iss: 'https://client.example' }) },
  {
    name: 'PushedAuthorizationRequest',
    table: 'oidc_records',
    foundExpired: true,
    consumable: true,
    secretId: true,
    fields: () => ({ request: 'eyJhbGciOiJub25lIn0.e30.', trusted: ['redirect_uri'] }),
  },
  { name: 'InitialAccessToken', table: 'oidc_records', secretId: true, fields: () => ({ policies: ['a-policy'] }) },
  { name: 'RegistrationAccessToken', table: 'oidc_records', secretId: true, fields: () => ({ ...client }) },
  {
    name: 'Client',
    table: 'oidc_records',
    fields: () => ({ redirect_uris: ['https://client.example/cb'], token_endpoint_auth_method: 'none' }),
  },
  {
    name: 'PreAuthorizedCode',
    table: 'oidc_records',
    foundExpired: true,
    consumable: true,
    revocable: true,
    secretId: true,
    fields: (grantId) => ({ ...client, accountId: account.accountId, grantId, txCode: '1234' }),
  },
];

/** Returns the complete payload that oidc-provider passes to the adapter. */
export function payloadOf(model: Model, id: string, grantId: string): AdapterPayload {
  if (model.name === 'Client') return { client_id: id, ...model.fields(grantId) };
  const iat = Math.floor(Date.now() / 1000);
  return { iat, exp: iat + 600, jti: id, kind: model.name, ...model.fields(grantId) };
}
