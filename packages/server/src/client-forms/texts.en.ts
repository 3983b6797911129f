import type { ClientFieldName } from '@org/identity-core';
import { line } from '@org/identity-ui';

/** The values of fields with a choice. */
export const choices = {
  none: 'None',
  yes: 'Yes',
  no: 'No',
  asServer: 'As the server is configured',
};

/** A secret that is shown once. */
export const shownSecret = {
  id: 'Client id',
  secret: 'Client secret',
  secretOnce: 'Copy the secret now. It is shown only this once.',
  back: 'I have copied it',
};

/** The labels of the fields. */
export const clientLabels: Readonly<Record<ClientFieldName, string>> = {
  name: 'Name',
  redirectUris: 'Redirect URIs',
  postLogoutRedirectUris: 'Post-logout redirect URIs',
  backchannelLogoutUri: 'Back-channel logout URI',
  startUrl: 'Start URL',
  origins: 'Origins',
  scopes: 'Scopes',
  firstParty: 'First-party',
  requireNonce: 'Nonce required',
  idTokenClaims: 'Claims in the ID token',
  tokenExchange: 'Token exchange',
  agent: 'Agent',
  deviceFlow: 'Device flow',
  application: 'Application',
  tenant: 'Organization',
  clientUri: 'Home page',
  logoUri: 'Logo',
  policyUri: 'Privacy policy',
  tosUri: 'Terms of service',
  authMethod: 'Authentication with a key',
  jwks: 'Public keys',
  jwksUri: 'URL of the public keys',
  requirePar: 'Pushed authorization requests only',
  dpopBound: 'Tokens bound to a key (DPoP)',
  profile: 'Security profile',
};

export const clientHints = {
  redirectUris: 'One exact URL per line. Machines have none.',
  postLogoutRedirectUris: 'One exact URL per line.',
  origins: 'One per line. Browser pages of these origins may call the API.',
  scopes: 'What tokens of the client can be used for.',
  firstParty:
    'For your own applications only: users are not asked for consent, and tokens have all rights of their user.',
  tokenExchange: 'The client may exchange access tokens of users, and act for them as an agent.',
  agent: 'The client signs users in and acts for them. Its tokens count as those of an agent in license checks.',
  tenant: 'The short name of the only organization that it can be used for.',
  startUrl: 'Where an accepted invitation leads.',
  authMethod: 'The client proves itself with a key instead of a secret. Its secrets end.',
  jwks: 'A key set as JSON, such as {"keys":[…]}. Or enter a URL below.',
  jwksUri: 'The server reads the keys there.',
  dpopBound: 'A stolen token is useless without the key of the client.',
  profile: 'fapi2: the rules of FAPI 2.0. They include pushed requests and bound tokens.',
};

/** The scopes of a client. */
export const scopes = {
  groups: {
    openid: 'Sign-in and profile',
    account: 'Account',
    tenants: 'Organizations',
    licenses: 'Licenses',
    events: 'Webhooks and events',
    platform: 'Platform',
  },
  /** For scopes that no user is asked for. */
  words: {
    'platform:read': { title: 'Read everything', description: 'The platform API, for all organizations.' },
    'platform:write': { title: 'Change everything', description: 'The platform API, for all organizations.' },
  },
  onlyMachines: 'Only for machines.',
  notMachines: 'Not for machines.',
};

/** How an application uses a client. */
export const clientUse = {
  title: 'Add these to your app',
  lead: 'Keep the secret out of your source code: set it as an environment variable or in a secret store.',
  titles: {
    environment: 'Environment variables',
    curl: 'Get a token with curl',
    authJs: 'Auth.js (NextAuth)',
    openidClient: 'openid-client (Node.js)',
  },
  authJsHint:
    'Auth.js has a redirect URI of its own, such as https://app.example.com/api/auth/callback/identity. Add it to the redirect URIs of the client.',
};

/** What is wrong with a field. */
export const clientProblems = {
  entry: (number: number, problem: string) => line`Entry ${number}: ${problem}`,
  notOfType: 'This type of client does not have this. Leave it empty.',
  fields: {
    id: 'Another client has this id. Choose another one.',
    type: 'Choose a type.',
    name: 'Enter a name of at most 100 characters.',
    redirectUris: 'Enter at least one full URL, such as https://app.example.com/callback.',
    postLogoutRedirectUris: 'Enter full URLs, such as https://app.example.com/logged-out.',
    backchannelLogoutUri: 'Enter a full URL that begins with https://.',
    startUrl: 'Enter a full URL that begins with https://.',
    origins: 'Enter origins, such as https://app.example.com.',
    scopes: 'Choose at least one scope, and only scopes that this type of client can have.',
    firstParty: 'Choose yes or no.',
    requireNonce: 'Choose one of the values.',
    idTokenClaims: 'Choose yes or no.',
    tokenExchange: 'Choose yes or no.',
    agent: 'Choose yes or no.',
    deviceFlow: 'Choose yes or no.',
    application: 'There is no such application any more. Choose another one.',
    tenant: 'No organization has this short name.',
    clientUri: 'Enter a full URL that begins with https://.',
    logoUri: 'Enter a full URL that begins with https://.',
    policyUri: 'Enter a full URL that begins with https://.',
    tosUri: 'Enter a full URL that begins with https://.',
    authMethod: 'Choose one of the values.',
    jwks: 'Enter a key set as JSON, with public keys only.',
    jwksUri: 'Enter a full URL that begins with https://.',
    requirePar: 'Choose yes or no.',
    dpopBound: 'Choose yes or no.',
    profile: 'Choose one of the values.',
  },
};

/** The same for the rules that refuse a value, by their message in the API. */
export const clientRules = {
  'must be 3 to 100 letters, digits, dots, hyphens or underscores':
    'Use 3 to 100 letters, digits, dots, hyphens or underscores.',
  'is reserved for the service itself': 'This id is reserved for the service itself. Choose another one.',
  'must be an absolute URL': 'Enter a full URL, such as https://app.example.com/callback.',
  'must not have a fragment': 'Leave out the part that begins with #.',
  'must be one exact URL, without wildcards': 'Enter one exact URL, without *.',
  'must not hold credentials': 'Leave out the user name and the password.',
  'must not use javascript:': 'Begin with https://.',
  'must not use data:': 'Begin with https://. A data: URL is not possible.',
  'must not use file:': 'Begin with https://. A file is not possible.',
  'must use https (http only on localhost)': 'Begin with https://. Only localhost can have http://.',
  'needs https or a scheme like com.example.app': 'Begin with https://, or with a scheme such as com.example.app:.',
  'must be an origin such as https://app.example.com':
    'Enter only scheme, host and port, such as https://app.example.com, without a slash at the end.',
  'is for clients with a secret': 'A client without a secret cannot exchange tokens. Choose no.',
  'platform:read and platform:write are for machines without a tenant':
    'A client with an organization cannot have the scopes of the platform.',
  'is not for an SPA, which cannot keep a key': 'An SPA cannot keep a key. Choose none.',
  'is required for private_key_jwt, or jwksUri': 'Enter the public keys of the client, or their URL.',
  'must be left out if there is jwks': 'Enter either the keys or their URL, not both.',
  'needs the authMethod private_key_jwt': 'Choose the authentication private_key_jwt as well.',
  'needs redirect URIs with https': 'This profile needs redirect URIs that begin with https://.',
  'must have public keys only': 'A private or a secret key does not belong here. Enter public keys only.',
  'must have keys for signatures only': 'Enter keys for signatures only (use: sig).',
  'must have one to 10 keys': 'Enter one to ten keys.',
  'must have keys of RSA with 2048 to 4096 bits, EC with P-256, or Ed25519':
    'Enter keys of RSA with 2048 to 4096 bits, EC with P-256, or Ed25519.',
  'needs an option of the server: pushedAuthorizationRequests':
    'The server does not accept pushed authorization requests. Turn on its option pushedAuthorizationRequests first.',
  'needs an option of the server: dPoP': 'The server does not bind tokens to keys. Turn on its option dPoP first.',
  'needs an option of the server: privateKeyJwt':
    'The server does not accept keys of clients. Turn on its option privateKeyJwt first.',
  'needs an option of the server: accessTokenAlgorithm, as ES256 or EdDSA':
    'This profile does not allow RS256. Set the option accessTokenAlgorithm of the server to ES256 or EdDSA first.',
};
