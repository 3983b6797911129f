import { line } from '@org/identity-ui';

/** The page about the license rules of one application. */
export const rules = {
  name: 'Rules',
  title: (application: string) => line`Rules for ${application}`,
  lead: 'A rule assigns a seat to everyone who matches it, now and whenever someone joins, changes role or joins a group. If no seat is free, they join the waiting list.',
  order: 'If someone matches several rules, the oldest rule with a free seat applies.',
  heading: 'Rules',
  empty: 'No rules yet. Seats are assigned manually.',
  who: 'Who',
  licenseType: 'License type',
  since: 'Since',
  actions: 'Actions',
  delete: 'Delete',
  deleteOf: (who: string, type: string) => line` the rule ${type} for ${who}`,
  addHeading: 'Add a rule',
  typeChoice: (type: string, free: number) => line`${type} (${free} free)`,
  typeNotActive: (type: string) => line`${type} (subscription not active)`,
  role: 'For whom',
  rolesTitle: 'Roles',
  groupsTitle: 'Groups',
  both: (role: string, group: string) => line`${role} in ${group}`,
  roles: { everyone: 'Everyone', owner: 'Owners', admin: 'Admins', member: 'Members' },
  roleHint: 'The number counts active members. Anyone who already has a seat keeps it.',
  add: 'Add rule',
};

export const adding = {
  title: (type: string, who: string) => line`Add the rule ${type} for ${who}?`,
  button: 'Add rule',
  facts: ['Anyone who matches the rule later also gets a seat, or joins the waiting list.'],
};

export const deleting = {
  title: (type: string, who: string) => line`Delete the rule ${type} for ${who}?`,
  button: 'Delete rule',
  facts: ['Nobody loses a seat or a place on the waiting list.'],
};

export const notices = {
  'rule-added': 'The rule was added.',
  'rule-deleted': 'The rule was deleted. All seats stay assigned.',
};

export const refusals = {
  RULE_EXISTS: 'This rule already exists.',
  RULE_NOT_FOUND: 'This rule was deleted in the meantime.',
  TOO_MANY_RULES: 'An organization can have 100 rules at most. Delete one first.',
  INVALID_LICENSE_TYPE: 'Choose a license type of this application.',
};
