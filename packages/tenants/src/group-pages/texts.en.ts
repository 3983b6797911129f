import { line } from '@org/identity-ui';

/** The groups of a tenant. */
export const groups = {
  name: 'Groups',
  title: 'Groups',
  lead: 'A group collects members under one name. License rules can give a seat to everyone in a group.',
  empty: 'No groups yet.',
  group: 'Group',
  members: 'Members',
  source: 'Kept by',
  sources: { MANUAL: 'Admins', DIRECTORY: 'A directory' },
  addHeading: 'New group',
  nameLabel: 'Name',
  description: 'Description (optional)',
  add: 'Create group',
};

/** One group. */
export const group = {
  name: 'Group',
  directory: 'A directory keeps this group. Change it there.',
  members: 'Members',
  empty: 'Nobody is in this group yet.',
  person: 'Name',
  since: 'Since',
  select: 'Select',
  selectOne: (name: string) => line`Select ${name}`,
  remove: 'Remove the selected people',
  addPeople: 'Add people',
  settings: 'Settings',
  save: 'Save',
  deleteTitle: 'Delete this group',
  deleteHint: 'Its members stay in the organization and keep their seats. License rules for the group are deleted.',
  delete: 'Delete group',
};

/** Who can be added to a group. */
export const add = {
  name: 'Add people',
  title: (name: string) => line`Add people to ${name}`,
  search: 'Search members by name or email',
  caption: 'Active members',
  empty: 'There are no active members.',
  noMatch: 'No active member found. Try the beginning of a name or email address.',
  isIn: 'In the group',
  submit: 'Add the selected people',
};

/** The groups of one member, on the member's page. */
export const ofMember = {
  name: 'Groups',
  empty: 'In no group.',
};

export const confirm = {
  remove: {
    one: (name: string) => line`Remove ${name} from the group?`,
    many: (count: number) => line`Remove ${count} people from the group?`,
    button: 'Remove',
    facts: ['They stay in the organization and keep their seats.'],
  },
  delete: {
    title: (name: string) => line`Delete the group ${name}?`,
    button: 'Delete group',
    facts: ['Its members stay in the organization and keep their seats.'],
  },
};

export const notices = {
  created: 'The group was created.',
  saved: 'The changes were saved.',
  added: 'The people were added to the group.',
  removed: 'The people were removed from the group.',
  deleted: 'The group was deleted.',
};

export const refusals = {
  GROUP_EXISTS: 'There is already a group with this name.',
  MANAGED_BY_DIRECTORY: 'A directory keeps this group. Change it there. Nothing was changed.',
  NONE_CHOSEN: 'Select at least one person.',
  MEMBER_NOT_FOUND: 'One of these people is not an active member any more. Nothing was changed.',
  TOO_MANY_GROUPS: 'An organization can have 2,000 groups at most.',
};

export const fields = {
  name: 'Enter a name of at most 256 characters.',
  description: 'A description has at most 500 characters.',
};
