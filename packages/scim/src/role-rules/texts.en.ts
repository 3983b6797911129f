import { line } from '@org/identity-ui';

/** Which roles the members of groups get. */
export const roleRules = {
  heading: 'Roles of groups',
  title: (directory: string) => line`Roles of groups of ${directory}`,
  lead: 'Members of a group can be made admins by their group.',
  change: 'Change roles',
  label: 'Roles',
  hint: 'Members get the highest role of their groups, and lose it when they leave the group. Owners, and admins whom somebody appointed by hand, stay what they are.',
  words: { none: 'No role', admin: 'Admin' },
  empty: 'There are no groups yet. They are listed here once the directory has sent them.',
  unconfirmed: 'An owner has to confirm this directory first, on its page.',
  save: 'Save',
  back: 'Back to the directory',
};

/** Asked before roles of members change. */
export const confirm = {
  title: (directory: string) => line`Change the roles of groups of ${directory}?`,
  button: 'Save',
  facts: ({ given, taken }: { given: number; taken: number }) => [
    ...(given === 0 ? [] : [given === 1 ? 'One member becomes an admin.' : `${given} members become admins.`]),
    ...(taken === 0 ? [] : [taken === 1 ? 'One member stops being an admin.' : `${taken} members stop being admins.`]),
  ],
};

export const fields = {
  roleByGroup: 'Choose groups of your organization. One of them may have been deleted meanwhile.',
};

export const notices = { rolesSaved: 'The roles were saved.', rolesUnchanged: 'Nothing was changed.' };
