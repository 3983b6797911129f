import { useHashedClientSecrets } from '@org/identity-prisma';
import { secretsOf } from '../../keys/secrets.js';
import type { Provider } from '../oidc-provider.js';
import { writeCodeExchanges } from './authorization-code-grant.js';
import { takeOverLogoutNotices } from './client-backchannel-logout.js';
import { limitSecrets } from './client-compare-client-secret.js';
import { limitPublicClients, rememberClients } from './client-find.js';
import { readClientDocuments } from './client-find-document.js';
import { refuseOtherGrantTypes } from './client-grant-type-allowed.js';
import { nameSessions } from './client-include-sid.js';
import { readClientKeys } from './client-key-store.js';
import { limitUserCodes } from './device-code-find-by-user-code.js';
import { slowDevicesDown } from './device-code-grant.js';
import { bindGrants } from './grant-in-payload.js';
import { fillIdTokens } from './id-token-payload.js';
import { limitInteractions } from './interaction-save.js';
import { acceptOwnJwts } from './oidc-context-entity.js';
import { baseModel, client, ofRequest, type Patch, type PatchParts } from './patch.js';
import { useKeys } from './provider-keystore.js';
import { limitPushedRequests } from './pushed-authorization-request.js';
import { revokeStolenTokens } from './refresh-token-find.js';
import { repeatRefreshResponses } from './refresh-token-grant.js';
import { useUpProofs } from './replay-detection-unique.js';
import { fixOrigin } from './request-origin.js';
import { endWholeSessions } from './session-destroy.js';
import { bindSessions } from './session-login-account.js';
import { findByJwt } from './token-find.js';
import { issueJwtAccessTokens } from './token-get-value-and-payload.js';
import { readResources } from './token-resource.js';

const here = (name: string) => `packages/runtime/src/provider/patches/${name}.ts`;
/**
 * All changes that we make to oidc-provider, in the order in which they are applied. A later one wraps an earlier one of the
 * same symbol. `test/provider/patches.test.ts` checks each symbol in the installed version.
 */
export const patches: readonly Patch[] = [
  {
    name: 'useKeys',
    file: here('provider-keystore'),
    symbols: [
      { path: 'internal.keystore.clear', shape: { parameters: 0 }, file: 'lib/helpers/keystore.js' },
      { path: 'internal.keystore.add', shape: { parameters: 1 }, file: 'lib/helpers/keystore.js' },
      { path: 'internal.jwks', shape: 'object', file: 'lib/helpers/initialize_keystore.js' },
    ],
    why: 'It reads its keys only in the constructor; ours change while the server runs.',
    apply: (provider, { keys }) => useKeys(provider, keys),
  },
  {
    name: 'fixOrigin',
    file: here('request-origin'),
    symbols: [
      ...['host', 'hostname', 'origin', 'protocol', 'secure', 'href'].map(ofRequest),
      {
        path: 'OIDCContext.prototype.urlFor',
        shape: { parameters: 2 },
        reads: 'this.ctx.mountPath',
        file: 'lib/helpers/oidc_context.js',
      },
    ],
    why: 'It builds URLs from the Host header of the request; ours begin with the issuer.',
    apply: (provider, { settings }) => fixOrigin(provider, settings.issuer),
  },
  {
    name: 'bindGrants',
    file: here('grant-in-payload'),
    symbols: [{ path: 'Grant.IN_PAYLOAD', shape: 'getter', file: 'lib/models/grant.js' }],
    why: 'It stores only known properties of a grant; ours also has a session, a tenant, a second factor and a connection.',
    apply: (provider) => bindGrants(provider),
  },
  {
    name: 'bindSessions',
    file: here('session-login-account'),
    symbols: [
      { path: 'Session.IN_PAYLOAD', shape: 'getter', file: 'lib/models/session.js' },
      { path: 'Session.prototype.loginAccount', shape: { parameters: 1 }, file: 'lib/models/session.js' },
    ],
    why: 'It stores only known properties of a session; ours also has the tenant whose connection the user came by.',
    apply: (provider) => bindSessions(provider),
  },
  {
    name: 'useHashedClientSecrets',
    // In that package, because the adapter there stores the clients.
    file: 'packages/prisma/src/oidc/hashed-client-secrets.ts',
    symbols: [
      { ...client('prototype.compareClientSecret', 1), reads: 'this.clientSecret' },
      client('prototype.metadata', 0),
    ],
    why: 'It compares secrets in plain text; ours are stored as hashes, and several are valid during a rotation.',
    apply: (provider) => useHashedClientSecrets(provider),
  },
  {
    name: 'rememberClients',
    file: here('client-find'),
    symbols: [client('find', 1)],
    why: 'It reads the client from the adapter several times per request; ours are remembered for one second.',
    apply: (provider, { clientChanges }) => rememberClients(provider, clientChanges),
  },
  {
    name: 'limitSecrets',
    file: here('client-compare-client-secret'),
    symbols: [client('prototype.compareClientSecret', 1)],
    why: 'It has no limit for wrong secrets, and none for the token requests of a client.',
    apply: (provider, { limiter }) => limitSecrets(provider, limiter),
  },
  {
    name: 'limitPublicClients',
    file: here('client-find'),
    symbols: [client('find', 1)],
    why: 'It has no limit for the token requests of a client without a secret.',
    apply: (provider, { limiter }) => limitPublicClients(provider, limiter),
  },
  {
    name: 'readClientKeys',
    file: here('client-key-store'),
    symbols: [
      client('find', 1),
      {
        path: 'asymmetricKeyStore',
        shape: 'source',
        reads: 'return !!this.freshUntil && this.freshUntil > now;',
        file: 'lib/models/client.js',
      },
    ],
    why: 'It keeps the keys of a client that has published others; ours are read again after a few minutes.',
    apply: (provider, { settings, fetch, logger }) => {
      if (settings.privateKeyJwt) readClientKeys(provider, { fetch, logger });
    },
  },
  {
    name: 'useUpProofs',
    file: here('replay-detection-unique'),
    symbols: [{ path: 'ReplayDetection.unique', shape: { parameters: 3 }, file: 'lib/models/replay_detection.js' }],
    why: 'Two requests at the same time could use one proof or assertion; ours are used up by one statement.',
    apply: (provider, { pool }) => useUpProofs(provider, pool),
  },
  {
    name: 'limitPushedRequests',
    file: here('pushed-authorization-request'),
    symbols: [
      baseModel('PushedAuthorizationRequest.prototype.save', 1),
      baseModel('PushedAuthorizationRequest.find', 1),
      {
        path: 'respond',
        shape: 'source',
        reads: 'pushedAuthorizationRequest?.consumed',
        file: 'lib/actions/authorization/respond.js',
      },
    ],
    why: 'It has no limit for pushed requests, and accepts a sign-in whose pushed request is gone.',
    apply: (provider, { settings }) => {
      if (settings.pushedAuthorizationRequests) limitPushedRequests(provider, settings.limits.interactions);
    },
  },
  {
    name: 'readClientDocuments',
    file: here('client-find-document'),
    symbols: [
      client('find', 1),
      { path: 'checkClient', shape: 'source', reads: 'ctx.oidc.noclient', file: 'lib/actions/authorization/client.js' },
    ],
    why: 'It keeps the clients of metadata documents in memory, and reads documents at every endpoint; ours have a row.',
    apply: readClientDocuments,
  },
  {
    name: 'limitInteractions',
    file: here('interaction-save'),
    symbols: [{ path: 'Interaction.prototype.save', shape: { parameters: 1 }, file: 'lib/models/interaction.js' }],
    why: 'It has no limit for the number of sign-ins that are started; each writes a row.',
    apply: (provider, { settings }) => limitInteractions(provider, settings.limits.interactions),
  },
  {
    name: 'limitUserCodes',
    file: here('device-code-find-by-user-code'),
    symbols: [{ path: 'DeviceCode.findByUserCode', shape: { parameters: 1 }, file: 'lib/models/device_code.js' }],
    why: 'It has no limit for wrong user codes of the device flow.',
    apply(provider, { pool, settings }) {
      if (settings.deviceFlow) limitUserCodes(provider, pool);
    },
  },
  {
    name: 'slowDevicesDown',
    file: here('device-code-grant'),
    symbols: [{ path: 'internal.grantTypeHandlers', shape: 'Map', file: 'lib/provider.js' }],
    why: 'It never tells a device to ask less often.',
    apply(provider, { pool, settings }) {
      if (settings.deviceFlow) slowDevicesDown(provider, pool);
    },
  },
  {
    name: 'issueJwtAccessTokens',
    file: here('token-get-value-and-payload'),
    symbols: ['AccessToken', 'ClientCredentials'].map((model) => baseModel(`${model}.prototype.getValueAndPayload`, 0)),
    why: 'Its JWT access tokens are not stored, so they could not be revoked or introspected.',
    apply: (provider, { tokens }) => issueJwtAccessTokens(provider, tokens),
  },
  {
    name: 'findByJwt',
    file: here('token-find'),
    symbols: [
      { path: 'AccessToken.find', shape: { parameters: 0 }, file: 'lib/models/access_token.js' },
      baseModel('ClientCredentials.find', 1),
    ],
    why: 'It finds a token by its stored value; ours are found by their JWT.',
    apply: (provider, { tokens }) => findByJwt(provider, tokens),
  },
  {
    name: 'acceptOwnJwts',
    file: here('oidc-context-entity'),
    symbols: [{ path: 'OIDCContext.prototype.entity', shape: { parameters: 2 }, file: 'lib/helpers/oidc_context.js' }],
    why: 'Introspection and revocation refuse tokens that look like a JWT.',
    apply: (provider) => acceptOwnJwts(provider),
  },
  {
    name: 'nameSessions',
    file: here('client-include-sid'),
    symbols: [client('prototype.includeSid', 0)],
    why: 'It stores the session id only in tokens of clients with back-channel logout; all of ours end with their session.',
    apply: (provider) => nameSessions(provider),
  },
  {
    name: 'fillIdTokens',
    file: here('id-token-payload'),
    symbols: [{ path: 'IdToken.prototype.payload', shape: { parameters: 0 }, file: 'lib/models/id_token.js' }],
    why: 'It adds claims to the ID tokens of all clients or of none; ours have a setting per client.',
    apply: (provider) => fillIdTokens(provider),
  },
  {
    name: 'writeCodeExchanges',
    file: here('authorization-code-grant'),
    symbols: [{ path: 'internal.grantTypeHandlers', shape: 'Map', file: 'lib/provider.js' }],
    why: 'It stores the tokens of a code one by one; ours are stored in one statement, which also consumes the code.',
    apply: (provider, { pool }) => writeCodeExchanges(provider, pool),
  },
  {
    name: 'refuseOtherGrantTypes',
    file: here('client-grant-type-allowed'),
    symbols: [client('prototype.grantTypeAllowed', 1)],
    why: 'It refuses a grant type of other clients with `invalid_request`; RFC 6749 has an error for it.',
    apply: (provider) => refuseOtherGrantTypes(provider),
  },
  {
    name: 'revokeStolenTokens',
    file: here('refresh-token-find'),
    symbols: [{ path: 'RefreshToken.find', shape: { parameters: 0 }, file: 'lib/models/refresh_token.js' }],
    why: 'It refuses a used refresh token of another client, but the grant stays; ours is revoked.',
    apply: (provider, { pool }) => revokeStolenTokens(provider, pool),
  },
  {
    name: 'repeatRefreshResponses',
    file: here('refresh-token-grant'),
    symbols: [
      { path: 'RefreshToken.find', shape: { parameters: 0 }, file: 'lib/models/refresh_token.js' },
      { path: 'internal.grantTypeHandlers', shape: 'Map', file: 'lib/provider.js' },
    ],
    why: 'A second use of a refresh token revokes the grant; ours gets the same response for a few seconds.',
    apply(provider, { pool, settings, resources }) {
      const { refreshGraceSeconds: graceSeconds } = settings;
      const secret = secretsOf(settings);
      const { dPoP: proofs } = settings;
      if (graceSeconds > 0) repeatRefreshResponses(provider, { pool, secret, graceSeconds, resources, proofs });
    },
  },
  {
    name: 'readResources',
    file: here('token-resource'),
    symbols: [{ path: 'internal.grantTypeHandlers', shape: 'Map', file: 'lib/provider.js' }],
    why: 'It has no name for its own APIs; at ours, the issuer and the audience are such names.',
    apply: (provider, { resources }) => readResources(provider, resources),
  },
  {
    name: 'endWholeSessions',
    file: here('session-destroy'),
    symbols: [{ path: 'Session.prototype.destroy', shape: { parameters: 0 }, file: 'lib/models/session.js' }],
    why: 'It revokes only the newest grant of each client; ours revokes everything that was issued in the session.',
    apply: endWholeSessions,
  },
  {
    name: 'takeOverLogoutNotices',
    file: here('client-backchannel-logout'),
    symbols: [client('prototype.backchannelLogout', 2)],
    why: 'It sends logout notices once, while the user waits; ours are sent from a queue.',
    apply: (provider, { setTellClient }) => setTellClient(takeOverLogoutNotices(provider)),
  },
];

/** Applies all patches, in their order. */
export function applyPatches(provider: Provider, parts: PatchParts): void {
  for (const patch of patches) patch.apply(provider, parts);
}
