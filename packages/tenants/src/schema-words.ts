import { describeFields, nameSchema } from '@org/identity-core';
import * as groups from './groups/group-schemas.js';
import { PolicyBody, PolicyReply } from './policy/read-policy.js';
import * as schemas from './schemas.js';

/*
 * What the API description says about the schemas of tenants, members, invitations and the audit trail.
 */

const tenant = { id: 'The tenant; its id never changes.' };
const name = 'What the members call their tenant, such as Acme Inc.';
const slug = 'A short name for URLs, unique on this server.';
const memberCount = 'How many active members it has.';
const mfaPolicy = 'Whether every member needs a second factor to use the tenant.';

nameSchema(schemas.RoleName, 'Role');
nameSchema(schemas.MfaPolicy, 'MfaPolicy');
nameSchema(schemas.MemberStatus, 'MemberStatus');
nameSchema(schemas.InvitationStatus, 'InvitationStatus');

describeFields(schemas.TenantParams, tenant);
describeFields(schemas.MemberParams, {
  ...tenant,
  membershipId: 'The membership, not the user: see the list of members.',
});
describeFields(schemas.InvitationParams, { ...tenant, invitationId: 'The invitation, as the list names it.' });
describeFields(schemas.InvitationTokenParams, { token: 'The last part of the link in the mail.' });

nameSchema(schemas.TenantDetails, 'Tenant', {
  ...tenant,
  name,
  slug,
  settings: 'Any JSON of yours. The hosted pages use brand and startUrl of it.',
  mfaPolicy,
  memberCount,
});
nameSchema(schemas.UpdatedTenant, 'UpdatedTenant', {}, schemas.TenantDetails);
nameSchema(
  schemas.TenantList.shape.tenants.element,
  'OwnTenant',
  { role: 'What the caller may do in it.' },
  schemas.TenantDetails,
);
nameSchema(schemas.TenantList, 'TenantList', { tenants: 'Every tenant in which the caller is an active member.' });
nameSchema(schemas.CreateTenantBody, 'CreateTenantRequest', {
  name,
  slug: 'A short name for URLs. Left out: one is made from the name.',
});
nameSchema(schemas.CreatedTenant, 'CreatedTenant', {}, schemas.TenantDetails);
nameSchema(schemas.UpdateTenantBody, 'UpdateTenantRequest', {
  name,
  settings: 'Any JSON of at most 16 KB. It replaces all settings.',
  mfaPolicy,
});

describeFields(schemas.PlatformTenantsQuery, { search: 'A part of the name or the slug.' });
nameSchema(schemas.PlatformTenantDetails, 'PlatformTenant', {}, schemas.TenantDetails);
nameSchema(schemas.PlatformTenantList, 'PlatformTenantList', { tenants: 'The tenants on this page.' });
nameSchema(
  schemas.CreatePlatformTenantBody,
  'CreatePlatformTenantRequest',
  {
    ownerEmail: 'Who is invited as the owner. Either this or ownerId is needed.',
    ownerId: 'The account that becomes the owner at once.',
  },
  schemas.CreateTenantBody,
);
const { invitation } = schemas.CreatedPlatformTenant.shape;
nameSchema(invitation.unwrap(), 'OwnerInvitation', {
  id: 'The invitation that was sent.',
  expiresAt: 'Until when its link works.',
});
nameSchema(
  schemas.CreatedPlatformTenant,
  'CreatedPlatformTenant',
  { invitation: 'The mail to the future owner; null if the owner was named by ownerId.' },
  schemas.TenantDetails,
);

const role = 'What the member may do in the tenant.';
const memberStatus = 'Whether the member can use the tenant.';
describeFields(schemas.MembersQuery, {
  status: 'Only members with this status.',
  role: 'Only members with this role.',
});
const member = schemas.MemberList.shape.members.element;
nameSchema(member.shape.user, 'MemberUser');
nameSchema(member, 'Member', {
  id: 'The membership. Changes and removals of the member name it.',
  userId: 'The account of the member; null while an invitation is open.',
  status: memberStatus,
  role,
  joinedAt: 'Since when the user belongs to the tenant.',
  user: 'Who the member is.',
});
nameSchema(schemas.MemberList, 'MemberList', { members: 'The members on this page.' });
nameSchema(schemas.UpdateMemberBody, 'UpdateMemberRequest', {
  role,
  status: 'SUSPENDED locks the member out until the status is ACTIVE again.',
});
nameSchema(schemas.UpdatedMember, 'UpdatedMember', {}, member);

describeFields(schemas.InvitationsQuery, { status: 'Only invitations with this status.' });
nameSchema(schemas.AcceptInvitationBody, 'AcceptInvitationRequest', {
  password: 'For a new account. Users who are signed in send none.',
  displayName: 'The full name of the new user that others see.',
  givenName: 'The first name of the new user.',
  familyName: 'The last name of the new user.',
  locale: 'The language of pages and mails, such as en or de-AT.',
});
nameSchema(schemas.AcceptedInvitation, 'AcceptedInvitation', {
  tenantId: 'The tenant that the user now belongs to.',
  membershipId: 'The membership that was created or made active.',
  userId: 'The account that accepted; new if there was none.',
});
nameSchema(schemas.KeptLicenses.element, 'KeptLicense');
nameSchema(schemas.InvitedLicenses.element, 'InvitedLicense');
for (const hasLicenses of [false, true]) {
  const { body, created, list } = schemas.invitationSchemas(hasLicenses);
  const kept = hasLicenses ? { licenses: 'The seats that are kept for the new member until the invitation ends.' } : {};
  nameSchema(created, 'Invitation', {
    id: 'The invitation; resending and revoking name it.',
    email: 'Who was invited.',
    role: 'What the new member may do.',
    status: 'Whether it can still be accepted.',
    expiresAt: 'Until when its link works.',
    ...kept,
  });
  const listed = list.shape.invitations.element;
  nameSchema(listed.shape.invitedBy.unwrap(), 'Inviter', { id: 'The account that sent the invitation.' });
  nameSchema(
    listed,
    'ListedInvitation',
    {
      createdAt: 'When it was first sent.',
      invitedBy: 'Who sent it; null if it was a machine or the account is gone.',
    },
    created,
  );
  nameSchema(list, 'InvitationList', { invitations: 'The newest invitations come first.' });
  nameSchema(body, 'CreateInvitationRequest', {
    email: 'Who gets the mail with the link.',
    role: 'What the new member may do.',
    expiresInDays: 'For how many days the link works.',
    ...kept,
  });
}

describeFields(schemas.EventsQuery, { type: 'Only events of this type.' });
describeFields(schemas.FollowedEventsQuery, {}, schemas.EventsQuery);
const event = schemas.EventList.shape.events.element;
nameSchema(event.shape.actor, 'AuditActor', {
  kind: 'Whether a user, a machine client or the server itself did it.',
  id: 'The user or client that did it; null for the server.',
});
nameSchema(event, 'AuditEvent', {
  id: 'Unique, and sorted by time: a later event has a greater one.',
  type: 'What happened, such as member.suspended.',
  actor: 'Who did it.',
  subjectId: 'What it happened to, such as a membership; null if there is no such thing.',
  data: 'More about it; the fields depend on the type.',
  occurredAt: 'When it happened.',
});
nameSchema(schemas.EventList, 'AuditEventList', { events: 'The events on this page, newest first.' });

const policy = {
  requireSso: 'Whether only sign-ins by a connection of the tenant count.',
  breakGlass: 'The owners who may sign in otherwise. They must have a second factor already. Without any, nobody may.',
  sessionHours: 'After how many hours members sign in again; null for no limit.',
  idleMinutes: 'After how many minutes without a use members sign in again; null for no limit.',
  allowedNetworks: 'The networks that members may sign in from, in CIDR notation. Without any, all networks.',
};
nameSchema(PolicyBody, 'ReplacePolicyRequest', policy);
nameSchema(PolicyReply, 'TenantPolicy', policy);

const group = { groupId: 'The group that the request is about.' };
describeFields(groups.GroupParams, { id: 'The tenant that the group belongs to.', ...group });
describeFields(groups.GroupsParams, { id: 'The tenant whose groups are meant.' });
describeFields(groups.GroupMemberParams, {
  id: 'The tenant that the group belongs to.',
  ...group,
  userId: 'The account of the member.',
});
nameSchema(groups.CreateGroupBody, 'CreateGroupRequest', {
  name: 'What people call the group. Two groups differ in more than case.',
  description: 'What the group is for, in a sentence.',
});
nameSchema(groups.UpdateGroupBody, 'UpdateGroupRequest', {
  name: 'The new name of the group.',
  description: 'What the group is for; null removes the description.',
});
nameSchema(groups.GroupDetails, 'Group', {
  id: 'The group; its id never changes.',
  name: 'What people call the group.',
  description: 'What the group is for; null if nobody has said so.',
  source: 'Whether admins keep the group by hand, or a directory does.',
  memberCount: 'How many active members are in the group.',
});
nameSchema(groups.GroupList, 'GroupList', { groups: 'The groups on this page, by name.' });
nameSchema(groups.GroupMemberList.shape.members.element, 'GroupMember', {
  userId: 'The account of the member.',
  addedAt: 'Since when the member is in the group.',
});
nameSchema(groups.GroupMemberList, 'GroupMemberList', { members: 'The members on this page.' });
