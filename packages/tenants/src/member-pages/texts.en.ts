import { line } from '@org/identity-ui';

/** The roles of members, as all pages name them. */
export const roles = { owner: 'Owner', admin: 'Admin', member: 'Member' };

export const statuses = { ACTIVE: 'Active', SUSPENDED: 'Suspended', INVITED: 'Invited' };

/** The list of members. */
export const list = {
  nav: 'Members',
  title: 'Members',
  caption: 'Members',
  search: 'Search by name or email',
  anyRole: 'All roles',
  anyStatus: 'Any status',
  select: 'Select',
  selectOne: (name: string) => line`Select ${name}`,
  name: 'Name',
  email: 'Email',
  role: 'Role',
  status: 'Status',
  since: 'Member since',
  membershipId: 'Membership ID',
  userId: 'User ID',
  you: 'you',
  total: (count: string, one: boolean) => (one ? '1 person' : line`${count} people`),
  empty: 'There are no members here.',
  noMatch: 'No members match this search.',
  invite: 'Invite people',
  download: 'Download as CSV',
};

/** What can be done with the selected members. */
export const bulk = {
  title: 'Change the selected members',
  newRole: 'New role',
  changeRole: 'Change role',
  suspend: 'Suspend',
  reactivate: 'Reactivate',
  remove: 'Remove',
};

/** The page of one member. */
export const member = {
  nav: 'Member',
  title: 'Member',
  roleTitle: 'Role',
  roleHints: {
    member: 'Members can see this organization and use its applications.',
    admin: 'Admins manage members, invitations and licenses.',
    owner: 'Owners can do everything, and decide who else is an owner.',
  },
  accessTitle: 'Access',
  suspendHint: 'A suspended member keeps their place in the list, but cannot use this organization.',
  reactivateHint: 'This member is suspended and cannot use this organization.',
  removeHint: 'Removing a member cannot be undone. You can invite them again.',
  leaveTitle: 'Leave',
  leaveHint: 'You lose access to this organization. To come back, someone has to invite you.',
  leave: 'Leave organization',
};

export const confirm = {
  role: 'Change role',
  roleTitle: (name: string, role: string) => line`Change the role of ${name} to ${role}?`,
  rolesTitle: (count: number, role: string) => line`Change the role of ${count} members to ${role}?`,
  roleFacts: {
    member: 'They can no longer manage this organization.',
    admin: 'They can manage members, invitations and licenses.',
    owner: 'They can do everything here, including deleting the organization and removing you.',
  },
  suspend: {
    one: (name: string) => line`Suspend ${name}?`,
    several: (count: number) => line`Suspend ${count} members?`,
    button: 'Suspend',
    facts: ['They are signed out of this organization at once.'],
  },
  reactivate: {
    one: (name: string) => line`Reactivate ${name}?`,
    several: (count: number) => line`Reactivate ${count} members?`,
    button: 'Reactivate',
    facts: ['They can use this organization again. Licenses that they lost are not given back.'],
  },
  remove: {
    one: (name: string) => line`Remove ${name}?`,
    several: (count: number) => line`Remove ${count} members?`,
    button: 'Remove',
    facts: ['They are signed out of this organization at once. This cannot be undone.'],
  },
  leave: 'Leave',
  leaveTitle: (tenant: string) => line`Leave ${tenant}?`,
  leaveFact: 'You can no longer open this console. To come back, someone has to invite you.',
};

export const notices = {
  role: 'The role was changed.',
  suspend: 'Suspended.',
  reactivate: 'Reactivated.',
  remove: 'Removed.',
};

export const refusals = {
  NONE_CHOSEN: 'Select at least one member. Nothing was changed.',
  TOO_MANY_CHOSEN: 'Select at most 100 members at a time. Nothing was changed.',
  LAST_OWNER: 'An organization must have an active owner. Make another member an owner first. Nothing was changed.',
  MEMBER_NOT_FOUND: 'This person is no longer a member. Nothing was changed.',
  TENANT_NOT_FOUND: 'You would lose your own access before this is done. Nothing was changed.',
  USER_NOT_FOUND: 'This account was deleted, so it cannot be reactivated. Nothing was changed.',
};
