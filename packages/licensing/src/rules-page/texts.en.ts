import { line } from '@org/identity-core';

/** The page about the license rules of one application. */
export const rules = {
  name: 'Rules',
  title: (application: string) => line`Rules for ${application}`,
  lead: 'A rule gives a seat to everybody who matches it: at once, and later when somebody joins or gets the role. Without a free seat they are put on the waiting list.',
  order: 'If somebody matches several rules, the oldest one with a free seat counts.',
  heading: 'Rules',
  empty: 'There are no rules. Seats are granted by hand.',
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
  roles: { everyone: 'Everyone', owner: 'Owners', admin: 'Admins', member: 'Members' },
  roleHint: 'The number is that of the active members. Those who have a seat of this application keep it.',
  add: 'Add rule',
};

export const adding = {
  title: (type: string, who: string) => line`Add the rule ${type} for ${who}?`,
  button: 'Add rule',
  facts: ['From now on, everybody who comes to match the rule gets a seat, or waits for one.'],
};

export const deleting = {
  title: (type: string, who: string) => line`Delete the rule ${type} for ${who}?`,
  button: 'Delete rule',
  facts: ['Nobody loses a seat, or a place in the waiting list.'],
};

export const notices = {
  'rule-added': 'The rule was added.',
  'rule-deleted': 'The rule was deleted. Nobody has lost a seat.',
};

export const refusals = {
  RULE_EXISTS: 'There is the same rule already.',
  RULE_NOT_FOUND: 'This rule was deleted in the meantime.',
  TOO_MANY_RULES: 'An organization can have 100 rules at most. Delete one first.',
  INVALID_LICENSE_TYPE: 'Choose a license type of this application.',
};
