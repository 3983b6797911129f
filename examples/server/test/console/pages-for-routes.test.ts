import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { plantAgent, plantAgentSeat } from '../support/agent-seats.js';
import { addDecision } from '../support/application-changes.js';
import { plantConnection } from '../support/connection-changes.js';
import { plantLink } from '../support/console-connections.js';
import { holdSeat, leaseSeat, type SeatScene, seatScene } from '../support/console-seats.js';
import { addDirectory, addWaitingDirectory } from '../support/directory-cases.js';
import { addDomainRow } from '../support/domain-changes.js';
import { addGroup } from '../support/group-changes.js';
import { unusedApplication } from '../support/platform-changes.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { addMember } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let scene: SeatScene;
let operator: Operator;
let owner: Awaited<ReturnType<typeof openAccount>>['browser'];
let invitationId: string;
let requestId: string;
let ruleId: string;
let groupId: string;
let domainId: string;
let directoryId: string;
let waitingDirectoryId: string;
let connections: Record<'DRAFT' | 'TESTED' | 'ACTIVE', string>;
let leaseId: string;
let unused: Awaited<ReturnType<typeof unusedApplication>>;
let webhookId: string;
let agentSeatId: string;
let deliveryId: string;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
  scene = await seatScene(server, 5);
  await holdSeat(server, scene, scene.member);
  const invited = await addMember(server, scene.tenantId, 'member', 'INVITED');
  const where = { membershipId: invited.membershipId };
  invitationId = (await server.identity.db.invitation.findFirstOrThrow({ where })).id;
  const { tenantId, applicationId, licenseTypeId, member } = scene;
  const asked = { tenantId, applicationId, userId: member.userId };
  requestId = (await server.identity.db.licenseRequest.create({ data: asked })).id;
  const rule = { tenantId, applicationId, licenseTypeId };
  ruleId = (await server.identity.db.licenseRule.create({ data: rule })).id;
  agentSeatId = await plantAgentSeat(server, scene);
  await plantAgent(server);
  leaseId = await leaseSeat(server, scene, await addMember(server, tenantId, 'member'));
  const webhook = { tenantId, url: 'https://hooks.example.test/', events: ['*'], secret: Buffer.from('sealed') };
  webhookId = (await server.identity.db.webhook.create({ data: webhook })).id;
  const happened = { tenantId, type: 'seat.granted', actorKind: 'system' };
  const event = await server.identity.db.event.create({ data: happened });
  const delivery = {
    webhookId,
    eventId: event.id,
    horizon: 1n,
    seq: 1n,
    type: 'seat.granted',
    status: 'FAILED',
  } as const;
  deliveryId = (await server.identity.db.webhookDelivery.create({ data: delivery })).id;
  groupId = await addGroup(server, tenantId, { userId: member.userId });
  await addDecision(server, tenantId);
  ({ id: domainId } = await addDomainRow(server, tenantId));
  directoryId = await addDirectory(server, tenantId);
  waitingDirectoryId = (await addWaitingDirectory(server, tenantId)).directoryId;
  connections = {
    DRAFT: await plantConnection(server, tenantId),
    TESTED: await plantConnection(server, tenantId, 'TESTED'),
    ACTIVE: await plantConnection(server, tenantId, 'ACTIVE'),
  };
  await plantLink(server, connections.ACTIVE, scene.member);
  unused = await unusedApplication(server);
  operator = await openPlatform(server);
  ({ browser: owner } = await openAccount(server.issuer, scene.owner.email, { path: '/console' }));
});
test.after.always(() => server?.stop());

interface DoneBy {
  /** The page that does what the route does. */
  page(): string;
  /** What the page has for that. */
  has(): string;
}
const form = (path: string) => `<form method="post" action="${path}"`;
const member = () => `${scene.base}/members/${scene.member.membershipId}`;
const groups = () => `${scene.base}/groups`;
const group = () => `${groups()}/${groupId}`;
const signOn = () => `${scene.base}/single-sign-on`;
const connection = (state: keyof typeof connections) => () => `${signOn()}/connections/${connections[state]}`;
const newConnection = () => `${signOn()}/add/okta/0192f3a4-5b6c-7d8e-9f00-112233445566`;
const domain = () => `${signOn()}/domains/${domainId}`;
const directories = () => `${scene.base}/directories`;
const links = () => `${connection('ACTIVE')()}/links`;
const directory = () => `${directories()}/${directoryId}`;
const waitingDirectory = () => `${directories()}/${waitingDirectoryId}`;
const invitations = () => `${scene.base}/invitations`;
const requests = () => `${scene.base}/licenses/${scene.applicationId}/requests`;
const request = () => `${requests()}/${requestId}`;
const holders = () => `${scene.base}/licenses/${scene.applicationId}`;
const rules = () => `${scene.base}/licenses/${scene.applicationId}/rules`;
const leases = () => `${scene.base}/licenses/${scene.applicationId}/leases`;
const history = () => `${scene.base}/licenses/${scene.applicationId}/history`;
const applications = () => `${scene.base}/applications`;
const hooks = () => `${scene.base}/webhooks`;
const hook = () => `${hooks()}/${webhookId}`;
const delivery = () => `${hook()}/deliveries/${deliveryId}`;
const sold = () => `/platform/subscriptions/${scene.tenantId}`;
const application = () => `/platform/applications/${scene.applicationId}`;
const licenseType = () => `${application()}/license-types/${scene.licenseTypeId}`;
const unusedType = () => `/platform/applications/${unused.applicationId}/license-types/${unused.licenseTypeId}`;

/** The page for each route below `/api/tenants` and `/api/licensing`. */
const pages: Record<string, DoneBy> = {
  'get /api/tenants': { page: () => '/console', has: () => `href="${scene.base}"` },
  'post /api/tenants': { page: () => '/console', has: () => form('/console') },
  'get /api/tenants/{id}': { page: () => scene.base, has: () => scene.slug },
  'patch /api/tenants/{id}': { page: () => `${scene.base}/settings`, has: () => form(`${scene.base}/settings`) },
  'delete /api/tenants/{id}': { page: () => `${scene.base}/delete`, has: () => form(`${scene.base}/delete`) },
  'get /api/tenants/{id}/events': { page: () => `${scene.base}/audit`, has: () => '<h1>Audit</h1>' },
  'get /api/tenants/{id}/members': { page: () => `${scene.base}/members`, has: () => scene.member.membershipId },
  'patch /api/tenants/{id}/members/{membershipId}': { page: member, has: () => 'value="suspend"' },
  'delete /api/tenants/{id}/members/{membershipId}': { page: member, has: () => 'value="remove"' },
  'get /api/tenants/{id}/invitations': { page: invitations, has: () => invitationId },
  'post /api/tenants/{id}/invitations': { page: invitations, has: () => 'name="invite"' },
  'post /api/tenants/{id}/invitations/{invitationId}/resend': { page: invitations, has: () => 'name="resend"' },
  'delete /api/tenants/{id}/invitations/{invitationId}': { page: invitations, has: () => 'name="revoke"' },
  'get /api/tenants/{id}/policy': { page: () => `${scene.base}/security`, has: () => 'name="sessionHours"' },
  'put /api/tenants/{id}/policy': {
    page: () => `${scene.base}/security`,
    has: () => form(`${scene.base}/sign-in-policy`),
  },
  'get /api/tenants/{id}/application-policy': { page: applications, has: () => 'name="thirdPartyApps"' },
  'put /api/tenants/{id}/application-policy': {
    page: applications,
    has: () => form(`${scene.base}/application-policy`),
  },
  'get /api/tenants/{id}/applications': { page: applications, has: () => 'Third Party' },
  'get /api/tenants/{id}/applications/{clientId}': { page: applications, has: () => 'name="clientId"' },
  'put /api/tenants/{id}/applications/{clientId}': { page: applications, has: () => 'value="block"' },
  'delete /api/tenants/{id}/applications/{clientId}': { page: applications, has: () => 'value="undecide"' },
  'get /api/tenants/{id}/domains': { page: signOn, has: () => domainId },
  'post /api/tenants/{id}/domains': { page: signOn, has: () => form(signOn()) },
  'post /api/tenants/{id}/domains/{domainId}/verify': { page: domain, has: () => 'value="check"' },
  'delete /api/tenants/{id}/domains/{domainId}': { page: domain, has: () => 'value="delete"' },
  'get /api/tenants/{id}/connections': { page: signOn, has: connection('DRAFT') },
  'post /api/tenants/{id}/connections': { page: newConnection, has: () => form(newConnection()) },
  'get /api/tenants/{id}/connections/{connectionId}': {
    page: connection('DRAFT'),
    has: () => `/sso/c/${connections.DRAFT}/callback`,
  },
  'patch /api/tenants/{id}/connections/{connectionId}': {
    page: () => `${connection('DRAFT')()}/settings`,
    has: () => form(`${connection('DRAFT')()}/settings`),
  },
  'get /api/tenants/{id}/connections/{connectionId}/links': { page: links, has: () => scene.member.email },
  'delete /api/tenants/{id}/connections/{connectionId}/links/{userId}': {
    page: links,
    has: () => `name="unlink" value="${scene.member.userId}"`,
  },
  'delete /api/tenants/{id}/connections/{connectionId}': { page: connection('DRAFT'), has: () => 'value="delete"' },
  'post /api/tenants/{id}/connections/{connectionId}/test': { page: connection('DRAFT'), has: () => 'value="test"' },
  'post /api/tenants/{id}/connections/{connectionId}/activate': {
    page: connection('TESTED'),
    has: () => 'value="activate"',
  },
  'post /api/tenants/{id}/connections/{connectionId}/disable': {
    page: connection('ACTIVE'),
    has: () => 'value="disable"',
  },
  'get /api/tenants/{id}/connections/{connectionId}/attempts': {
    page: connection('ACTIVE'),
    has: () => '<h2>Recent sign-ins</h2>',
  },
  'get /api/tenants/{id}/groups': { page: groups, has: () => groupId },
  'post /api/tenants/{id}/groups': { page: groups, has: () => form(groups()) },
  'get /api/tenants/{id}/groups/{groupId}': { page: group, has: () => '<h1>' },
  'patch /api/tenants/{id}/groups/{groupId}': { page: group, has: () => 'value="save"' },
  'delete /api/tenants/{id}/groups/{groupId}': { page: group, has: () => 'value="delete"' },
  'get /api/tenants/{id}/groups/{groupId}/members': { page: group, has: () => scene.member.email },
  'put /api/tenants/{id}/groups/{groupId}/members/{userId}': {
    page: () => `${group()}/add`,
    has: () => `name="user.${scene.owner.userId}"`,
  },
  'delete /api/tenants/{id}/groups/{groupId}/members/{userId}': { page: group, has: () => 'value="remove"' },
  'get /api/tenants/{id}/directories': { page: directories, has: () => directoryId },
  'post /api/tenants/{id}/directories': { page: directories, has: () => form(directories()) },
  'delete /api/tenants/{id}/directories/{directoryId}': { page: directory, has: () => 'value="delete"' },
  'patch /api/tenants/{id}/directories/{directoryId}': { page: directory, has: () => 'value="update"' },
  'post /api/tenants/{id}/directories/{directoryId}/rotate-token': { page: directory, has: () => 'value="rotate"' },
  'get /api/tenants/{id}/directories/{directoryId}/pending': { page: waitingDirectory, has: () => 'name="user.' },
  'post /api/tenants/{id}/directories/{directoryId}/adopt': { page: waitingDirectory, has: () => 'value="adopt"' },
  'post /api/tenants/{id}/directories/{directoryId}/confirm': { page: waitingDirectory, has: () => 'value="confirm"' },
  'get /api/tenants/{id}/directories/{directoryId}/log': { page: directory, has: () => 'name="result"' },
  'get /api/tenants/{id}/license-requests': { page: requests, has: () => scene.member.email },
  'post /api/tenants/{id}/license-requests/{requestId}/approve': { page: request, has: () => 'value="approve"' },
  'post /api/tenants/{id}/license-requests/{requestId}/decline': { page: request, has: () => 'value="decline"' },
  'get /api/tenants/{id}/license-mails': { page: () => `${scene.base}/licenses`, has: () => 'name="mail.granted"' },
  'put /api/tenants/{id}/license-mails': {
    page: () => `${scene.base}/licenses`,
    has: () => form(`${scene.base}/license-mails`),
  },
  'get /api/tenants/{id}/agent-seats': { page: holders, has: () => 'Agents with a seat' },
  'post /api/tenants/{id}/agent-seats': { page: holders, has: () => 'name="agent"' },
  'delete /api/tenants/{id}/agent-seats/{agentSeatId}': { page: holders, has: () => `value="${agentSeatId}"` },
  'get /api/tenants/{id}/license-rules': { page: rules, has: () => ruleId },
  'post /api/tenants/{id}/license-rules': { page: rules, has: () => 'name="add"' },
  'delete /api/tenants/{id}/license-rules/{ruleId}': { page: rules, has: () => `name="delete" value="${ruleId}"` },
  'get /api/tenants/{id}/leases': { page: leases, has: () => '<h1>Leases of' },
  'delete /api/tenants/{id}/leases/{leaseId}': { page: leases, has: () => `name="leaseId" value="${leaseId}"` },
  'get /api/tenants/{id}/license-history': { page: history, has: () => `search=${scene.member.userId}` },
  'get /api/tenants/{id}/license-history/export': { page: history, has: () => 'download=history' },
  'get /api/tenants/{id}/webhooks': { page: hooks, has: () => hook() },
  'post /api/tenants/{id}/webhooks': { page: hooks, has: () => form(hooks()) },
  'get /api/tenants/{id}/webhooks/{webhookId}': { page: hook, has: () => 'https://hooks.example.test/' },
  'patch /api/tenants/{id}/webhooks/{webhookId}': { page: hook, has: () => 'value="change"' },
  'delete /api/tenants/{id}/webhooks/{webhookId}': { page: hook, has: () => 'value="delete"' },
  'post /api/tenants/{id}/webhooks/{webhookId}/rotate-secret': { page: hook, has: () => 'value="rotate"' },
  'post /api/tenants/{id}/webhooks/{webhookId}/test': { page: hook, has: () => 'value="test"' },
  'post /api/tenants/{id}/webhooks/{webhookId}/replay': { page: hook, has: () => 'value="replay"' },
  'get /api/tenants/{id}/webhooks/{webhookId}/deliveries': { page: hook, has: () => delivery() },
  'post /api/tenants/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': {
    page: delivery,
    has: () => form(delivery()),
  },
  'get /api/tenants/{id}/events/export': { page: () => `${scene.base}/audit`, has: () => 'download=' },
  'get /api/licensing/tenants/{id}/statement': {
    page: sold,
    has: () => form(`/platform/statements/${scene.tenantId}`),
  },
  'get /api/licensing/license-types': { page: application, has: () => 'Pro' },
  'post /api/licensing/license-types': { page: application, has: () => form(`${application()}/license-types`) },
  'patch /api/licensing/license-types/{licenseTypeId}': { page: licenseType, has: () => 'value="change"' },
  'delete /api/licensing/license-types/{licenseTypeId}': { page: unusedType, has: () => 'value="delete"' },
  'get /api/licensing/tenants/{tenantId}/license-overview': {
    page: () => `${scene.base}/licenses`,
    has: () => scene.application,
  },
  'get /api/licensing/tenants/{id}/subscriptions': { page: sold, has: () => scene.subscriptionId },
  'post /api/licensing/tenants/{id}/subscriptions': { page: sold, has: () => form(sold()) },
  'patch /api/licensing/tenants/{id}/subscriptions/{subscriptionId}': {
    page: () => `${sold()}/${scene.subscriptionId}`,
    has: () => form(`${sold()}/${scene.subscriptionId}`),
  },
};

test('every route below /api/tenants and /api/licensing has a page in the table', (t) => {
  const routes = Object.entries(server.identity.openApi.paths)
    .filter(([path]) => /^\/api\/(?:tenants|licensing)(?:\/|$)/u.test(path))
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`));
  t.deepEqual(Object.keys(pages).sort(), routes.sort());
});

for (const [route, { page, has }] of Object.entries(pages)) {
  test(`${route}: a page does the same`, async (t) => {
    const path = page();
    const { status, html } = path.startsWith('/platform/')
      ? await operator.open(path.slice('/platform/'.length))
      : await owner.open(path);
    t.is(status, 200);
    t.true(html.includes(has()), `${path} has no ${has()}`);
  });
}
