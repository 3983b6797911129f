import { type ClientFieldName, line } from '@org/identity-core';

/** The list of clients. */
export const clients = {
  name: 'Clients',
  title: 'Clients',
  search: 'Name or id',
  empty: 'No client was found.',
  create: 'New client',
  client: 'Client',
  type: 'Type',
  firstParty: 'First-party',
  application: 'Application',
  tenant: 'Organization',
};

export const clientTypes = {
  CONFIDENTIAL: 'Web application',
  SPA: 'Single-page application',
  MACHINE: 'Machine',
};

/** One client. */
export const client = {
  id: 'Client id',
  idHint: '3 to 100 letters, digits, dots, hyphens or underscores. It cannot be changed later.',
  typeHint: 'It cannot be changed later. A machine acts for itself; nobody signs in to it.',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  asServer: 'As the server is configured',
  settings: 'Settings',
  save: 'Save',
  created: 'Created',
  secrets: 'Secrets',
  noSecrets: 'This client has no valid secret.',
  expires: 'Valid until',
  never: 'No end',
  grace: 'The previous secrets stay valid',
  replaceSecret: 'Replace the secret',
  deleteTitle: 'Delete',
  deleteHint: 'Deleting a client deletes its secrets, consents, grants and tokens as well.',
  delete: 'Delete the client',
  createdWithSecret: (name: string) => line`${name} was created.`,
  newSecret: 'The client has a new secret.',
  secretOnce: 'Copy the secret now. It is shown only this once.',
  back: 'I have copied it',
  invalid: (rule: string) => line`This value is not valid: ${rule}.`,
};

export const graceNames = {
  now: 'No longer: the secret has leaked',
  hour: 'For an hour',
  day: 'For a day',
  week: 'For 7 days',
  month: 'For 30 days',
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
  licenseClaims: 'License claims',
  requireNonce: 'Nonce required',
  idTokenClaims: 'Claims in the ID token',
  application: 'Application',
  tenant: 'Organization',
  clientUri: 'Home page',
  logoUri: 'Logo',
  policyUri: 'Privacy policy',
  tosUri: 'Terms of service',
};

export const clientHints = {
  redirectUris: 'One exact URL per line. Machines have none.',
  postLogoutRedirectUris: 'One exact URL per line.',
  origins: 'One per line. Browser pages of these origins may call the API.',
  scopes:
    'One per line, such as openid, profile, email, offline_access; for machines licenses:read. Empty: the usual ones.',
  firstParty:
    'For your own applications only: users are not asked for consent, and tokens have all rights of their user.',
  licenseClaims: 'Tokens say which license of the application the user holds.',
  tenant: 'The short name of the only organization that it can be used for.',
  startUrl: 'Where an accepted invitation leads.',
};

export const clientConfirm = {
  deleteTitle: (name: string) => line`Delete ${name}?`,
  delete: 'Delete the client',
  deleteFact: 'Nobody can sign in with it any more, and all its tokens end at once. This cannot be undone.',
  secretTitle: (name: string) => line`Replace the secret of ${name}?`,
  secret: 'Replace the secret',
  secretFacts: {
    now: 'The previous secrets end at once, and so do the tokens of a machine.',
    hour: 'The previous secrets stay valid for an hour.',
    day: 'The previous secrets stay valid for a day.',
    week: 'The previous secrets stay valid for 7 days.',
    month: 'The previous secrets stay valid for 30 days.',
  },
  secretShown: 'The new secret is shown on the next page, only once.',
  narrowTitle: (name: string) => line`Change the rights of ${name}?`,
  narrow: 'Change',
  narrowFact: 'The client loses a scope or gets another organization. All its grants and tokens end at once.',
};

export const clientNotices = {
  created: 'The client was created.',
  changed: 'The client was changed.',
  unchanged: 'Nothing was changed.',
  deleted: 'The client was deleted.',
};

/** The applications. */
export const applications = {
  name: 'Applications',
  title: 'Applications',
  search: 'Name',
  empty: 'No application was found.',
  application: 'Application',
  id: 'Id',
  types: 'License types',
  clients: 'Clients',
  client: 'Client',
  noClients: 'No client belongs to this application.',
  createTitle: 'New application',
  nameLabel: 'Name',
  create: 'Create the application',
  invalid: 'Enter a name that no other application has.',
};

export const applicationNotices = { created: 'The application was created.' };
