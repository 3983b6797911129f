import type { ExampleRequest } from '@org/identity-server';
import { demoPassword } from '../demo-data.js';
import type { DemoIds } from './demo-ids.js';
import { licenseTypeOf } from './demo-names.js';

const basic = licenseTypeOf('CRM', 'basic');
const standard = licenseTypeOf('Desk', 'standard');
const { applicationId: crm } = basic;
const inUse = 'The demo data uses this one, so the response is 409. Another one can be deleted.';
const day = 24 * 60 * 60;
const password = 'copper meadow lantern 42';
const webhook = {
  url: 'http://localhost:8080/webhooks',
  events: ['member.*', 'seat.granted'],
  description: 'Keeps our directory up to date',
};

const connection = {
  kind: 'OIDC',
  name: 'Okta',
  issuer: 'https://example.okta.com',
  clientId: '0oa1example',
  clientSecret: 'the-secret-that-okta-shows',
  domains: [],
};

/** The bodies of examples that need more than values by name, by method and path. */
export function demoRequests({ found: { userId, adminId } }: DemoIds): Readonly<Record<string, ExampleRequest>> {
  const since = new Date(Date.now() - day * 1000).toISOString();
  const webhooksOf = (path: string) => ({
    [`POST ${path}`]: { body: webhook },
    [`PATCH ${path}/{webhookId}`]: { body: { events: ['*'], status: 'ACTIVE' } },
    [`POST ${path}/{webhookId}/replay`]: { body: { since } },
  });
  return {
    ...requestsOfUsers,
    ...requestsOfPlatform,
    'POST /api/tenants': { body: { name: 'Initech' } },
    'PATCH /api/tenants/{id}': { body: { name: 'Acme Inc.', mfaPolicy: 'OPTIONAL' } },
    'PATCH /api/tenants/{id}/members/{membershipId}': { body: { role: 'member', status: 'ACTIVE' } },
    'POST /api/tenants/{id}/invitations': {
      body: {
        email: 'zoe@example.com',
        role: 'member',
        expiresInDays: 7,
        licenses: [basic],
      },
    },
    'POST /api/invitations/{token}/accept': {
      body: { password, displayName: 'Zoe Zimmer', locale: 'en' },
      note: 'The token is the last part of the link in the mail: see /dev/mail.',
    },
    'PUT /api/tenants/{id}/policy': { body: { requireSso: false, breakGlass: [], sessionHours: 12, idleMinutes: 60 } },
    'PUT /api/tenants/{id}/application-policy': { body: { thirdPartyApps: 'ALLOW' } },
    'PUT /api/tenants/{id}/applications/{clientId}': { body: { status: 'ALLOWED' } },
    'DELETE /api/tenants/{id}/applications/{clientId}': {
      note: 'Run the example of PUT /api/tenants/{id}/applications/{clientId} first.',
    },
    'DELETE /api/users/me/applications/{clientId}': {
      note: 'Sign in with the demo partner and allow it something first.',
    },
    'POST /api/tenants/{id}/domains': { body: { domain: 'acme.test' } },
    'POST /api/tenants/{id}/groups': { body: { name: 'Sales', description: 'Everyone who talks to customers' } },
    'PATCH /api/tenants/{id}/groups/{groupId}': { body: { description: 'The sales team' } },
    'DELETE /api/tenants/{id}/groups/{groupId}/members/{userId}': {
      note: 'Run the example of PUT /api/tenants/{id}/groups/{groupId}/members/{userId} first.',
    },
    'POST /api/tenants/{id}/connections': { body: connection },
    'PATCH /api/tenants/{id}/connections/{connectionId}': { body: { name: 'Okta (new)', defaultRole: 'member' } },
    'POST /api/tenants/{id}/connections/{connectionId}/activate': {
      note: 'The response is 409 before its test: see POST /api/tenants/{id}/connections/{connectionId}/test.',
    },
    'POST /api/tenants/{id}/directories': { body: { name: 'Entra ID' } },
    'POST /api/tenants/{id}/directories/{directoryId}/adopt': { body: { userIds: [adminId] } },
    'PUT /api/tenants/{id}/license-mails': { body: { muted: ['requested'] } },
    'POST /api/tenants/{id}/agent-seats': {
      body: { clientId: 'demo-web', ...basic },
      note: 'The response is 404 before the client has tokenExchange.',
    },
    'DELETE /api/tenants/{id}/agent-seats/{agentSeatId}': {
      note: 'The demo data has no agents, so the response is 404.',
    },
    'POST /api/tenants/{id}/license-rules': {
      body: { ...standard, role: 'admin' },
    },
    'POST /api/integration/licenses/request': {
      token: 'MEMBER_TOKEN',
      body: { ...standard, note: 'For the support team' },
    },
    'POST /api/tenants/{id}/license-requests/{requestId}/approve': {
      body: { licenseTypeId: standard.licenseTypeId, note: 'Welcome!' },
    },
    'POST /api/tenants/{id}/license-requests/{requestId}/decline': { body: { note: 'Please ask again next month.' } },
    'POST /api/integration/licenses/lease': { token: 'MEMBER_TOKEN', body: { applicationId: crm, days: 7 } },
    'POST /api/integration/licenses/check': { body: { userId, applicationId: crm } },
    'POST /api/integration/licenses/feature': { body: { userId, applicationId: crm, featureKey: 'reports' } },
    'GET /api/integration/licenses/check': ofUser,
    'GET /api/integration/licenses/feature': ofUser,
    'GET /api/integration/licenses/type': ofUser,
    'POST /api/integration/licenses/grant': {
      body: { userId: adminId, ...basic },
    },
    'POST /api/integration/licenses/revoke': {
      body: { userId: adminId, applicationId: crm },
      note: 'Run the example of POST /api/integration/licenses/grant first.',
    },
    ...webhooksOf('/api/tenants/{id}/webhooks'),
    ...webhooksOf('/api/platform/webhooks'),
  };
}

/** Machines have to name a user. */
const ofUser: ExampleRequest = { query: ['userId'] };

const requestsOfUsers: Readonly<Record<string, ExampleRequest>> = {
  'PATCH /api/users/me': { body: { nickname: 'Liv', zoneinfo: 'Europe/London' } },
  'DELETE /api/users/me': { token: 'MEMBER_TOKEN', body: { password: demoPassword, confirmation: 'DELETE' } },
  'POST /api/users/me/password': {
    body: { currentPassword: demoPassword, newPassword: password },
    note: 'The demo user then has another password than the others.',
  },
  'POST /api/users/me/email': { body: { email: 'olivia@example.com', password: demoPassword } },
  'POST /api/users/me/sso/link': {
    body: { provider: 'GOOGLE' },
    note: 'It needs a provider: see GOOGLE_CLIENT_ID in the configuration.',
  },
};

const requestsOfPlatform: Readonly<Record<string, ExampleRequest>> = {
  'POST /api/platform/users': {
    body: {
      email: 'ada@example.com',
      emailVerified: true,
      externalId: 'auth0|5f1',
      displayName: 'Ada',
      memberships: [{ tenant: 'acme', role: 'member' }],
    },
  },
  'PATCH /api/platform/users/{userId}': { body: { displayName: 'Ada Lovelace', locale: 'en-GB' } },
  'POST /api/platform/tenants': { body: { name: 'Hooli', ownerEmail: 'owner@hooli.test' } },
  'POST /api/platform/applications': { body: { name: 'Reports' } },
  'PATCH /api/platform/applications/{applicationId}': { body: { name: 'CRM' } },
  'DELETE /api/platform/applications/{applicationId}': { note: inUse },
  'DELETE /api/licensing/license-types/{licenseTypeId}': { note: inUse },
  'POST /api/platform/apis': {
    body: {
      identifier: 'https://orders.example.com',
      name: 'Orders',
      scopes: [{ name: 'orders:read', description: 'See your orders' }],
      clients: [{ clientId: 'demo-machine', scopes: ['orders:read'] }],
    },
  },
  'PATCH /api/platform/apis/{apiId}': { body: { name: 'Orders and invoices' } },
  'POST /api/platform/clients': {
    body: {
      type: 'CONFIDENTIAL',
      id: 'my-app',
      name: 'My App',
      redirectUris: ['http://localhost:8080/callback'],
      firstParty: true,
    },
  },
  'PATCH /api/platform/clients/{clientId}': { body: { name: 'Demo Partner' } },
  'POST /api/platform/clients/{clientId}/rotate-secret': { body: { graceSeconds: day } },
  'POST /api/platform/keys/rotate': { body: { announceSeconds: day } },
  'POST /api/licensing/license-types': {
    body: { applicationId: crm, slug: 'team', name: 'Team', features: ['contacts'], limits: { contacts: 10_000 } },
  },
  'PATCH /api/licensing/license-types/{licenseTypeId}': {
    body: { name: 'Pro', features: ['contacts', 'reports', 'api'] },
  },
  'POST /api/licensing/tenants/{id}/subscriptions': {
    body: { ...standard, quantity: 2 },
  },
  'PATCH /api/licensing/tenants/{id}/subscriptions/{subscriptionId}': { body: { quantity: 6 } },
};
