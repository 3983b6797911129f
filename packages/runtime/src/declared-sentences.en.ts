import type { EventSentences, ToldEvent } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import { changedFields } from './changed-fields.js';

const client = ({ subject }: ToldEvent) => (subject ? sentence`the client ${subject}` : 'a client');
const clientFields = {
  name: 'name',
  application: 'application',
  tenant: 'organization',
  scopes: 'scopes',
  redirectUris: 'redirect URLs',
  postLogoutRedirectUris: 'URLs after sign-out',
  origins: 'origins',
  secrets: 'secrets',
  firstParty: 'consent page',
  requireNonce: 'nonce',
  idTokenClaims: 'claims of ID tokens',
  tokenExchange: 'token exchange',
  agent: 'agent',
  deviceFlow: 'sign-in on devices',
  backchannelLogoutUri: 'URL for sign-outs',
  startUrl: 'start page',
  clientUri: 'website',
  logoUri: 'logo',
  policyUri: 'privacy policy',
  tosUri: 'terms of service',
  authMethod: 'authentication',
  jwks: 'public keys',
  jwksUri: 'URL of its keys',
  requirePar: 'pushed requests',
  dpopBound: 'bound tokens',
  profile: 'security profile',
};

const application = ({ subject, text }: ToldEvent) => {
  const name = text('name') ?? subject;
  return name ? sentence`the application ${name}` : 'an application';
};

const api = ({ text, subject }: ToldEvent) => {
  const name = text('name') ?? subject;
  return name ? sentence`the API ${name}` : 'an API';
};
const apiFields = { name: 'name', open: 'access of other clients', scopes: 'scopes', clients: 'clients' };

/** What happened to the platform, in sentences. */
export const sentences = {
  'api.created': (event) => sentence`${event.actor} created ${api(event)}`,
  'api.updated': (event) =>
    sentence`${event.actor} changed ${api(event)}: ${event.words('changed', apiFields, 'other settings') ?? 'settings'}`,
  'api.deleted': (event) => sentence`${event.actor} deleted ${api(event)}`,
  'application.created': (event) => sentence`${event.actor} created ${application(event)}`,
  'application.updated': (event) => {
    const changed =
      event.words('changed', { name: 'name', agentSeats: 'seats of agents' }, 'other details') ?? 'details';
    return sentence`${event.actor} changed ${application(event)}: ${changed}`;
  },
  'application.deleted': (event) => sentence`${event.actor} deleted ${application(event)}`,
  'application.connected': (event) => {
    const agent = event.is('agent') ? ', an agent,' : '';
    return sentence`${event.actor} gave ${application(event)}${agent} access to their account`;
  },
  'application.revoked': (event) =>
    sentence`${event.actor} took back what ${application(event)} was allowed to do with their account`,
  'application.requested': (event) => sentence`${event.actor} asked for ${application(event)}`,
  'application.allowed': (event) => sentence`${event.actor} allowed ${application(event)}`,
  'application.blocked': (event) => sentence`${event.actor} blocked ${application(event)}`,
  'application.undecided': (event) => sentence`${event.actor} took back the decision about ${application(event)}`,
  'client.created': (event) => sentence`${event.actor} created ${client(event)}`,
  'client.updated': (event) =>
    sentence`${event.actor} changed ${client(event)}: ${event.words('changed', { ...clientFields, ...changedFields('en') }, 'other settings') ?? 'settings'}`,
  'client.secret_rotated': (event) => {
    const until = event.time('previousUntil');
    const old = until ? `; the old one works until ${until}` : '';
    return sentence`${event.actor} made a new secret for ${client(event)}${old}`;
  },
  'client.blocked': (event) => sentence`${event.actor} blocked ${client(event)} for everybody`,
  'client.unblocked': (event) => sentence`${event.actor} unblocked ${client(event)}`,
  'client.confirmed': (event) => sentence`${event.actor} confirmed ${client(event)}`,
  'client.deleted': (event) => sentence`${event.actor} deleted ${client(event)}`,
  'device.allowed': (event) => sentence`${event.actor} connected a device to ${application(event)}`,
  'token.exchanged': ({ actor, subject }) => sentence`${actor} began to act for ${subject ?? 'a user'}`,
  'signing_key.announced': ({ actor, time }) => {
    const from = time('activeFrom');
    return sentence`${actor} announced a new signing key${from ? `, in use from ${from}` : ''}`;
  },
  'signing_key.replaced': ({ actor }) => sentence`${actor} replaced all signing keys with a new one at once`,
  'secret.rotated': ({ actor }) => sentence`${actor} replaced the secret of the server`,
  'queue_entry.retried': ({ actor, word }) => {
    const entries = { mail: 'an email', 'logout-notices': 'a sign-out notice' };
    return sentence`${actor} had ${word('queue', entries) ?? 'a delivery'} sent again`;
  },
  'platform.restored': ({ actor, time }) => {
    const [from, to] = [time('missingFrom'), time('missingTo')];
    const missing = from && to ? `; changes from ${from} to ${to} are missing` : '';
    return sentence`${actor} restored the database from a backup${missing}`;
  },
} satisfies EventSentences;
