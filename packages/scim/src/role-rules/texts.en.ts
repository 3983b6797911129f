import { line } from '@org/identity-ui';

/** Which roles the members of groups get. */
export const roleRules = {
  heading: 'Roles of groups',
  title: (directory: string) => line`Roles of groups of ${directory}`,
  lead: 'Members of a group can be made admins by their group.',
  change: 'Change roles',
  label: 'Roles',
  hint: 'Members get the highest role of their groups, and lose it when they leave the group. Owners, and admins whom somebody appointed by hand, stay what they are.',
  words: { none: 'No change', member: 'Member', admin: 'Admin' },
  empty: 'There are no groups yet. They are listed here once the directory has sent them.',
  save: 'Save',
  back: 'Back to the directory',
};

export const fields = {
  roleByGroup: 'Choose groups of your organization. One of them may have been deleted meanwhile.',
};

export const notices = { rolesSaved: 'The roles were saved.', rolesUnchanged: 'Nothing was changed.' };
