import { randomUUID } from 'node:crypto';
import { plantAgent, plantAgentSeat } from './agent-seats.js';
import { connectionOf, domainOf, people, plantLink, provider } from './console-connections.js';
import { holdSeat, leaseSeat, type SeatScene } from './console-seats.js';
import { addDirectory } from './directory-cases.js';
import { addGroup } from './group-changes.js';
import { addMember, type Member } from './tenant-api.js';
import type { TestServer } from './test-server.js';

/** Who visits the console of a tenant. */
export const consoleRoles = ['owner', 'admin', 'member', 'super admin', 'suspended member', 'outsider'] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

const everyone: readonly ConsoleRole[] = ['owner', 'admin', 'member', 'super admin'];
const managers: readonly ConsoleRole[] = ['owner', 'admin', 'super admin'];
const owners: readonly ConsoleRole[] = ['owner', 'super admin'];

/** One form of an area, and who may send it. */
export interface ConsoleAction {
  readonly name: string;
  readonly allowed: readonly ConsoleRole[];
  /** What the form sends, for a target that is made for this cell of the table. */
  fields(target: Target): Record<string, string>;
}

/** A member, an invitation, a seat and a request that no other cell of the table uses. */
export interface Target {
  readonly member: Member;
  readonly holder: Member;
  readonly invitationId: string;
  /** The member's request for a license. */
  readonly requestId: string;
  /** A rule, and a license type without one. */
  readonly ruleId: string;
  readonly ruleTypeId: string;
  /** A group with the holder in it. */
  readonly groupId: string;
  readonly domainId: string;
  /** A connection that is tested, and the id of a new one. */
  readonly connectionId: string;
  readonly newId: string;
  /** The lease of somebody else's seat. */
  readonly leaseId: string;
  /** An agent without a seat, and the seat of another one. */
  readonly agentId: string;
  readonly agentSeatId: string;
  readonly directoryId: string;
  /** A webhook and one of its deliveries. */
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly scene: SeatScene;
}

export interface ConsoleRow {
  /** The path of the area, as its plugin declares it. */
  readonly path: string;
  readonly allowed: readonly ConsoleRole[];
  readonly actions: readonly ConsoleAction[];
  /** The path with its parameters. */
  url(target: Target): string;
}

const page = (path: string, allowed: readonly ConsoleRole[], actions: readonly ConsoleAction[] = []): ConsoleRow => ({
  path,
  allowed,
  actions,
  url: ({ member, scene, requestId, groupId, domainId, connectionId, newId, directoryId, webhookId, deliveryId }) =>
    path
      .replace(':connectionId', connectionId)
      .replace(':provider', 'okta')
      .replace(':newId', newId)
      .replace(':domainId', domainId)
      .replace(':groupId', groupId)
      .replace(':directoryId', directoryId)
      .replace(':webhookId', webhookId)
      .replace(':deliveryId', deliveryId)
      .replace(':membershipId', member.membershipId)
      .replace(':applicationId', scene.applicationId)
      .replace(':requestId', requestId),
});
const form = (name: string, allowed: readonly ConsoleRole[], fields: ConsoleAction['fields']): ConsoleAction => ({
  name,
  allowed,
  fields,
});
const chosen = ({ member }: Target) => ({ [`member.${member.membershipId}`]: 'on' });

/** The rights of the tenant console: console × area × role × action. */
export const tenantConsole: readonly ConsoleRow[] = [
  page('', everyone),
  page('members', everyone, [
    form('suspend', managers, (target) => ({ ...chosen(target), action: 'suspend' })),
    form('reactivate', managers, (target) => ({ ...chosen(target), action: 'reactivate' })),
    form('remove', managers, (target) => ({ ...chosen(target), action: 'remove' })),
    form('make an admin', managers, (target) => ({ ...chosen(target), action: 'role', role: 'admin' })),
    form('make an owner', owners, (target) => ({ ...chosen(target), action: 'role', role: 'owner' })),
  ]),
  page('members/:membershipId', everyone, [
    form('suspend', managers, () => ({ action: 'suspend' })),
    form('reactivate', managers, () => ({ action: 'reactivate' })),
    form('remove', managers, () => ({ action: 'remove' })),
    form('make an admin', managers, () => ({ action: 'role', role: 'admin' })),
    form('make an owner', owners, () => ({ action: 'role', role: 'owner' })),
    form('leave for somebody else', [], () => ({ action: 'leave' })),
  ]),
  page('members/:membershipId/seats', everyone, [
    form('grant', managers, ({ scene }) => ({ license: scene.licenseTypeId })),
  ]),
  page('groups', managers, [form('add', managers, () => ({ name: `group ${randomUUID().slice(0, 13)}` }))]),
  page('groups/:groupId', managers, [
    form('save', managers, () => ({ action: 'save', name: `group ${randomUUID().slice(0, 13)}` })),
    form('remove', managers, ({ holder }) => ({ action: 'remove', [`user.${holder.userId}`]: 'on' })),
    form('delete', managers, () => ({ action: 'delete' })),
  ]),
  page('groups/:groupId/add', managers, [form('add', managers, ({ member }) => ({ [`user.${member.userId}`]: 'on' }))]),
  page('invitations', managers, [
    form('invite', managers, () => ({ invite: '', emails: `${randomUUID()}@people.test`, role: 'member', days: '7' })),
    form('resend', managers, ({ invitationId }) => ({ resend: invitationId })),
    form('revoke', managers, ({ invitationId }) => ({ revoke: invitationId })),
  ]),
  page('licenses', everyone),
  page('licenses/:applicationId', managers, [
    form('take back', managers, ({ holder }) => ({ [`user.${holder.userId}`]: 'on' })),
  ]),
  page('licenses/:applicationId/grant', managers, [
    form('grant', managers, ({ member, scene }) => ({
      [`user.${member.userId}`]: 'on',
      licenseType: scene.licenseTypeId,
    })),
  ]),
  page('licenses/:applicationId/requests', managers, [
    form('take off the list', managers, ({ requestId }) => ({ requestId })),
  ]),
  page('licenses/:applicationId/requests/:requestId', managers, [
    form('approve', managers, ({ scene }) => ({ decision: 'approve', licenseTypeId: scene.licenseTypeId, note: '' })),
    form('decline', managers, () => ({ decision: 'decline', note: '' })),
  ]),
  page('license-mails', managers, [form('turn mails off', managers, () => ({ 'mail.granted': 'on' }))]),
  page('licenses/:applicationId/reduce', managers, [
    form('take back', managers, ({ holder }) => ({ [`user.${holder.userId}`]: 'on' })),
  ]),
  page('licenses/:applicationId/agents', managers, [
    form('give an agent a seat', managers, ({ scene, agentId }) => ({
      agent: agentId,
      licenseType: scene.licenseTypeId,
    })),
    form('take the seat of an agent back', managers, ({ agentSeatId }) => ({ takeBack: agentSeatId })),
  ]),
  page('licenses/:applicationId/rules', managers, [
    form('add a rule', managers, ({ ruleTypeId }) => ({ licenseTypeId: ruleTypeId, role: 'owner', add: 'yes' })),
    form('delete a rule', managers, ({ ruleId }) => ({ delete: ruleId })),
  ]),
  page('licenses/:applicationId/leases', managers, [form('free a seat', managers, ({ leaseId }) => ({ leaseId }))]),
  page('licenses/:applicationId/history', managers),
  page('settings', managers, [
    form('preview', managers, () => ({ action: 'preview', name: 'Fresh' })),
    form('save', managers, () => ({ action: 'save', name: 'Fresh' })),
  ]),
  page('settings/images', managers, [form('remove the logo', managers, () => ({ remove: 'logo' }))]),
  page('sign-in-policy', owners, [form('save a policy', owners, () => ({ sent: 'yes', sessionHours: '700' }))]),
  page('applications', managers, [
    form('allow', managers, () => ({ action: 'allow', clientId: 'demo-partner' })),
    form('block', managers, () => ({ action: 'block', clientId: 'demo-partner' })),
  ]),
  page('application-policy', managers, [form('ask a manager', managers, () => ({ thirdPartyApps: 'ASK' }))]),
  page('security', managers, [form('require a second factor', managers, () => ({ mfaPolicy: 'REQUIRED' }))]),
  page('single-sign-on', owners, [
    form('add a domain', owners, () => ({ domain: `d${randomUUID().slice(0, 13)}.test` })),
  ]),
  page('single-sign-on/setup-links', owners, [
    form('send a setup link', owners, () => ({ email: `${randomUUID()}@provider.test` })),
  ]),
  page('single-sign-on/domains/:domainId', owners, [
    form('check', owners, () => ({ action: 'check' })),
    form('remove', owners, () => ({ action: 'delete' })),
  ]),
  page('single-sign-on/add', owners),
  page('single-sign-on/add/:provider/:newId', owners, [
    form('add', owners, () => ({ ...people, ...provider, clientSecret: 'a secret of the provider' })),
  ]),
  page('single-sign-on/connections/:connectionId', owners, [
    form('activate', owners, () => ({ action: 'activate' })),
    form('disable', owners, () => ({ action: 'disable' })),
    form('delete', owners, () => ({ action: 'delete' })),
  ]),
  page('single-sign-on/connections/:connectionId/settings', owners, [
    form('change the settings', owners, ({ domainId }) => ({
      ...people,
      ...provider,
      [`domain.${domainId}`]: 'on',
    })),
  ]),
  page('single-sign-on/connections/:connectionId/links', owners, [
    form('unlink', owners, ({ holder }) => ({ unlink: holder.userId })),
  ]),
  page('directories', owners, [form('add', owners, () => ({ name: 'Okta' }))]),
  page('directories/:directoryId', owners, [
    form('change the name', owners, () => ({ action: 'update', name: 'Another' })),
    form('create a new token', owners, () => ({ action: 'rotate' })),
    form('delete', owners, () => ({ action: 'delete' })),
  ]),
  page('directories/:directoryId/roles', owners, [
    form('change the roles of groups', owners, ({ groupId }) => ({ [`role.${groupId}`]: 'admin' })),
  ]),
  page('webhooks', managers, [form('add', managers, () => ({ url: 'http://127.0.0.1:9/', events: '*' }))]),
  page('webhooks/:webhookId', managers, [
    form('test', managers, () => ({ action: 'test' })),
    form('create a new secret', managers, () => ({ action: 'rotate', grace: 'day' })),
    form('delete', managers, () => ({ action: 'delete' })),
  ]),
  page('webhooks/:webhookId/deliveries/:deliveryId', managers, [form('send again', managers, () => ({}))]),
  page('audit', managers),
  page('delete', owners, [form('delete', owners, ({ scene }) => ({ slug: scene.slug }))]),
];

/** Makes the target of a cell, straight in the database. */
export async function newTarget(server: TestServer, scene: SeatScene): Promise<Target> {
  const { db } = server.identity;
  const [member, holder] = [
    await addMember(server, scene.tenantId, 'member'),
    await addMember(server, scene.tenantId, 'member'),
  ];
  await holdSeat(server, scene, holder);
  const invited = await addMember(server, scene.tenantId, 'member', 'INVITED');
  const { id: invitationId } = await db.invitation.findFirstOrThrow({ where: { membershipId: invited.membershipId } });
  const { tenantId, applicationId, licenseTypeId } = scene;
  const { id: requestId } = await db.licenseRequest.create({
    data: { tenantId, applicationId, userId: member.userId },
  });
  const data = { applicationId, slug: `type-${randomUUID()}`, name: 'Type' };
  const { id: ruleTypeId } = await db.licenseType.create({ data });
  // All cells share one rule, because a tenant has at most 100. Without a second click none of them deletes it.
  const rule = { tenantId, applicationId, licenseTypeId, role: 'owner' as const };
  await db.licenseRule.createMany({ data: [rule], skipDuplicates: true });
  const { id: ruleId } = await db.licenseRule.findFirstOrThrow({ where: rule });
  // All cells share one lease, too.
  const lease = await db.seatLease.findFirst({ where: { tenantId } });
  const leaseId = lease?.id ?? (await leaseSeat(server, scene, await addMember(server, tenantId, 'member')));
  const agentId = await plantAgent(server);
  // All cells share one seat of an agent, too.
  const ofAgent = await db.agentSeat.findFirst({ where: { tenantId } });
  const agentSeatId = ofAgent?.id ?? (await plantAgentSeat(server, scene));
  const groupId = await addGroup(server, tenantId, { userId: holder.userId });
  // All cells share one directory, because a tenant has at most 10. Those that the cells add make room for the next.
  await db.directory.deleteMany({ where: { tenantId, name: 'Okta' } });
  const directory = await db.directory.findFirst({ where: { tenantId } });
  const directoryId = directory?.id ?? (await addDirectory(server, tenantId));
  const domainId = await domainOf(server, tenantId);
  const connectionId = await connectionOf(server, tenantId);
  await plantLink(server, connectionId, holder);
  const newId = randomUUID().replace(/^(.{14})./u, '$17');
  const ids = {
    invitationId,
    requestId,
    ruleId,
    ruleTypeId,
    groupId,
    leaseId,
    agentId,
    agentSeatId,
    directoryId,
    domainId,
  };
  return { member, holder, ...ids, connectionId, newId, scene, ...(await webhookOf(server, tenantId)) };
}

/** One webhook for all cells, because a tenant has at most 20. */
async function webhookOf(server: TestServer, tenantId: string): Promise<{ webhookId: string; deliveryId: string }> {
  const { db } = server.identity;
  const id = tenantId.replace(/^.{8}/u, 'ffffffff');
  const data = { id, tenantId, url: 'http://127.0.0.1:9/', events: ['tenant.deleted'], secret: Buffer.from('sealed') };
  await db.webhook.createMany({ data: [data], skipDuplicates: true });
  await db.event.createMany({
    data: [{ id, tenantId, type: 'tenant.updated', actorKind: 'system' }],
    skipDuplicates: true,
  });
  const delivery = { id, webhookId: id, eventId: id, horizon: 1n, seq: 1n, type: 'tenant.updated' };
  await db.webhookDelivery.createMany({ data: [delivery], skipDuplicates: true });
  return { webhookId: id, deliveryId: id };
}

/** What a visitor gets who may not: outside of the tenant nothing exists. */
export function refusalFor(role: ConsoleRole): number {
  return role === 'outsider' || role === 'suspended member' ? 404 : 403;
}
