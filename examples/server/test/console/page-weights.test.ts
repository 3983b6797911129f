import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { addMany } from '../support/console-pages.js';
import { type SeatScene, seatScene } from '../support/console-seats.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

/** Each page, uncompressed, with a full list. */
const maxBytes = 60_000;
/** More than any page lists. */
const many = 60;

let server: TestServer;
let scene: SeatScene;
let operator: Operator;
let owner: Awaited<ReturnType<typeof openAccount>>['browser'];
let webhookId: string;
let connectionId: string;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  scene = await seatScene(server, 200);
  await fill();
  operator = await openPlatform(server);
  ({ browser: owner } = await openAccount(server.issuer, scene.owner.email, { path: '/console' }));
});
test.after.always(() => server?.stop());

const numbers = Array.from({ length: many }, (_, index) => index);

/** So many of everything that a page lists: members with seats, leases and requests, invitations, events, deliveries, … */
async function fill(): Promise<void> {
  const { db } = server.identity;
  const { tenantId, applicationId, subscriptionId, owner: actor } = scene;
  await addMany(server, tenantId, 2 * many);
  const added = { tenantId, user: { displayName: { startsWith: 'Person' } } };
  const people = await db.membership.findMany({ where: added, orderBy: { joinedAt: 'asc' } });
  const [holders, others] = [people.slice(0, many), people.slice(many)];
  const ids = { tenantId, applicationId, subscriptionId };
  const now = new Date();
  await db.seat.createMany({ data: holders.map(({ userId }) => ({ ...ids, userId, lastUsedAt: now })) });
  const seats = await db.seat.findMany({ where: { tenantId } });
  const expiresAt = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);
  await db.seatLease.createMany({ data: seats.map(({ id, userId }) => ({ ...ids, seatId: id, userId, expiresAt })) });
  await db.licenseRequest.createMany({
    data: others.map(({ userId }) => ({ tenantId, applicationId, userId, note: 'I need it for my work' })),
  });
  await db.invitation.createMany({
    data: numbers.map((index) => ({
      tenantId,
      email: `invited-${index}@people.example.test`,
      normalizedEmail: `invited-${index}@people.example.test`,
      secretHash: Buffer.from(`secret ${index}`),
      role: 'member' as const,
      expiresInDays: 7,
      expiresAt,
    })),
  });
  const webhook = { url: 'https://hooks.example.test/identity', events: ['*'], secret: Buffer.from('sealed') };
  const hooks = await db.webhook.createManyAndReturn({ data: numbers.map(() => ({ ...webhook, tenantId })) });
  webhookId = hooks[0]?.id ?? '';
  for (const { userId } of holders) {
    const happened = { tenantId, type: 'seat.granted', actorKind: 'user', actorId: actor.userId, subjectId: userId };
    const { id: eventId } = await db.event.create({ data: { ...happened, data: { applicationId } } });
    const delivery = { webhookId, eventId, horizon: 1n, seq: 1n, type: 'seat.granted', status: 'FAILED' } as const;
    await db.webhookDelivery.create({ data: { ...delivery, responseStatus: 500, finishedAt: now } });
  }
  connectionId = await fillConnections();
  await db.tenant.createMany({
    data: numbers.map((index) => ({ name: `Company ${index}`, slug: `company-${index}` })),
  });
  await db.application.createMany({ data: numbers.map((index) => ({ name: `Application ${index}` })) });
  const client = { type: 'SPA' as const, redirectUris: ['https://app.example.test/callback'], scopes: ['openid'] };
  await db.client.createMany({
    data: numbers.map((index) => ({ ...client, id: `app-${index}`, name: `App ${index}` })),
  });
  await db.outgoingMail.createMany({
    data: numbers.map(() => ({ encryptedMessage: Buffer.from('x'), failedAt: now, lastError: '550 no such user' })),
  });
  const names = ['sign-ins', 'new-people', 'held-seats', 'token-requests', 'failed-mails', 'failed-deliveries'];
  const days = numbers.map((ago) => new Date(Date.now() - ago * 24 * 60 * 60 * 1000));
  await db.dayCount.createMany({ data: names.flatMap((name) => days.map((day) => ({ name, day, count: 1_234 }))) });
}

/** As many domains, connections and groups as a tenant can have or a page offers, all of them in each other. */
async function fillConnections(): Promise<string> {
  const { db } = server.identity;
  const { tenantId } = scene;
  const few = numbers.slice(0, 50);
  const domains = await db.domain.createManyAndReturn({
    data: few.map((index) => ({ tenantId, domain: `department-${index}.example.test`, proof: 'x'.repeat(40) })),
  });
  await db.group.createMany({
    data: numbers.map((index) => ({ tenantId, name: `Group ${index}`, nameKey: `group ${index}` })),
  });
  const connection = { tenantId, kind: 'OIDC', name: 'Corporate sign-in', status: 'ACTIVE' } as const;
  const settings = { clientId: 'identity-server', emailClaim: 'email', logoutAtProvider: false };
  const provider = { issuer: 'https://login.example.test/realms/corporate', settings };
  const stored = { ...connection, ...provider, secret: Buffer.from('sealed') };
  const connections = await db.connection.createManyAndReturn({ data: few.slice(0, 20).map(() => stored) });
  await db.connectionDomain.createMany({
    data: connections.flatMap(({ id }) =>
      domains.map((domain) => ({ tenantId, connectionId: id, domainId: domain.id })),
    ),
  });
  const { id = '' } = connections[0] ?? {};
  const attempt = { connectionId: id, result: 'REFUSED', reason: 'foreign_email', subject: 'x'.repeat(36) } as const;
  await db.connectionAttempt.createMany({
    data: numbers.map((index) => ({ ...attempt, email: `person-${index}@other.example.test` })),
  });
  return id;
}

const ofApplication = (path: string) => () => `licenses/${scene.applicationId}${path}`;
const ofTenant: Readonly<Record<string, () => string>> = {
  overview: () => '',
  members: () => 'members',
  invitations: () => 'invitations',
  licenses: () => 'licenses',
  holders: ofApplication(''),
  'members without a seat': ofApplication('/grant'),
  history: ofApplication('/history'),
  requests: ofApplication('/requests'),
  leases: ofApplication('/leases'),
  rules: ofApplication('/rules'),
  audit: () => 'audit',
  webhooks: () => 'webhooks',
  'a webhook': () => `webhooks/${webhookId}`,
  settings: () => 'settings',
  security: () => 'security',
  'single sign-on': () => 'single-sign-on',
  'a new connection': () => 'single-sign-on/add/entra/0192f3a4-5b6c-7d8e-9f00-112233445566',
  'a connection': () => `single-sign-on/connections/${connectionId}`,
  'settings of a connection': () => `single-sign-on/connections/${connectionId}/settings`,
};

for (const [name, path] of Object.entries(ofTenant))
  test(`a page of a tenant with a full list has at most 60 KB: ${name}`, async (t) => {
    const { status, html } = await owner.open(`${scene.base}/${path()}`.replace(/\/$/u, ''));
    t.is(status, 200);
    t.true(Buffer.byteLength(html) <= maxBytes, String(Buffer.byteLength(html)));
  });

const ofPlatform = [
  ...['', 'tenants', 'people', 'subscriptions', 'explain', 'keys', 'audit', 'clients', 'applications', 'webhooks'],
  ...['apis', 'queues', 'queues/mail'],
];

for (const path of ofPlatform)
  test(`a page of the platform with a full list has at most 60 KB: /platform/${path}`, async (t) => {
    const { status, html } = await operator.browser.open(path === '' ? '/platform' : `/platform/${path}`);
    t.is(status, 200);
    t.true(Buffer.byteLength(html) <= maxBytes, String(Buffer.byteLength(html)));
  });
