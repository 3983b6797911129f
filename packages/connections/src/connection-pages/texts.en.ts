import { line, type Part, sentence } from '@org/identity-ui';
import type { Refusal, Success } from '../attempts/reasons.js';

/** The connections on the page about single sign-on. */
export const list = {
  heading: 'Connections',
  empty: 'No connections yet. A connection lets people sign in with their account at your identity provider.',
  name: 'Name',
  provider: 'Issuer',
  domains: 'Domains',
  noDomains: 'None',
  more: (count: number) => `and ${count} more`,
  state: 'State',
  add: 'Add a connection',
};

export const states = { DRAFT: 'Draft', TESTED: 'Tested', ACTIVE: 'Active', DISABLED: 'Disabled' };

/** The first step of a new connection. */
export const choose = {
  title: 'Add a connection',
  lead: 'With which identity provider do people sign in at your organization?',
  noDomains:
    'Your organization has no verified domain yet. You can set the connection up and test it now, but it can be activated only with a verified domain.',
  choose: 'Choose',
};

/** The second step. */
export const create = {
  title: 'Add a connection',
  heading: (provider: string) => `Connect ${provider}`,
  headingOther: 'Connect your identity provider',
  lead: 'Do these steps at your provider, then enter what it shows you. Nobody signs in with the connection before you have tested and activated it.',
  formHeading: 'The connection',
  save: 'Save and continue',
  defaultName: 'Single sign-on',
};

/** The fields of a connection. */
export const form = {
  name: 'Name',
  nameHint: 'People see it when they sign in.',
  domains: 'Domains',
  domainsHint: 'People with email addresses of these domains sign in with this connection.',
  domainsEmpty: 'Your organization has no domains yet. Add one on the page “Single sign-on”.',
  domainStates: {
    PENDING: (domain: string) => line`${domain} (not verified yet)`,
    VERIFIED: (domain: string) => line`${domain}`,
    LAPSED: (domain: string) => line`${domain} (no longer verified)`,
  },
  defaultRole: 'Role of new members',
  defaultRoleHint: 'People who sign in for the first time become members with this role.',
  roles: { member: 'Member', admin: 'Admin' },
  defaultGroups: 'Groups of new members',
  jit: 'People without a membership can join',
  jitHint:
    'Everyone of these domains becomes a member at the first sign-in. Without it, only people who are members or invited can sign in.',
  roleByGroup: 'Roles of groups',
  roleByGroupHint:
    'Members get the highest role of their groups, and lose it when they leave the group. Owners, and admins whom somebody appointed by hand, stay what they are.',
  groupRoles: { none: 'No role', admin: 'Admin' },
  trustMfa: 'A second factor at the provider counts here, too',
  trustMfaHint:
    'Only if the provider says that it has checked one. Otherwise people are asked for a second factor here, if your organization requires one.',
};

/** What is wrong with a field. */
export const fields = {
  name: 'Enter a name.',
  domains: 'Choose domains of your organization. One of them may have been removed meanwhile.',
  defaultRole: 'Choose a role.',
  defaultGroups: 'Choose groups of your organization. One of them may have been deleted meanwhile.',
  roleByGroup: 'Choose groups of your organization. One of them may have been deleted meanwhile.',
  understood: 'Confirm that the connection stops signing people in.',
};

/** One connection. */
export const connection = {
  name: 'Connection',
  state: 'State',
  created: 'Added',
  noDomains: 'None',
  test: 'Test it',
  testAgain: 'Test again',
  activate: 'Activate',
  disable: 'Disable',
  keepSessions: 'Let people who signed in with it stay signed in',
  endSessions: 'Sign out everybody who came by it',
  next: {
    test: 'Next: test it',
    activate: 'Next: activate it',
    domain: 'Next: verify a domain',
    active: 'In use',
    disabled: 'Disabled',
  },
  leads: {
    test: 'You sign in at your provider once and then see what it sent. Nothing changes for anybody else, and you stay signed in here.',
    activate: (domains: string) =>
      line`The test was successful. After the activation, people with email addresses of ${domains} sign in with this connection.`,
    domain:
      'The test was successful. To activate the connection, it needs a verified domain: verify one of its domains, or choose another one in the settings.',
    active: (domains: string) => line`People with email addresses of ${domains} sign in with this connection.`,
    lapsed: 'None of its domains is verified, so nobody can sign in with this connection.',
    disabled: 'Nobody signs in with this connection. Its settings are kept.',
    owners: 'Only owners of the organization can change this connection.',
  },
  helpTitle: 'If the test fails',
  settings: 'Change settings',
  links: 'Linked accounts',
  deleteTitle: 'Delete this connection',
  deleteHint:
    'People can then no longer sign in with it. Members stay members, and can sign in with a password or in another way.',
  delete: 'Delete connection',
};

/** The settings of a connection. */
export const settings = {
  title: 'Settings of a connection',
  heading: (name: string) => `Settings of ${name}`,
  people: 'Who signs in',
  save: 'Save',
  provider: 'Identity provider',
  understood: 'Stop sign-in with this connection until I have tested and activated it again',
  back: 'Back to the connection',
};

/** The sign-ins with a connection. */
export const attempts = {
  heading: 'Recent sign-ins',
  empty: 'Nobody has signed in with this connection yet.',
  noMatch: 'No sign-in was refused.',
  filter: 'Result',
  every: 'All',
  results: { SIGNED_IN: 'Signed in', REFUSED: 'Refused' },
  when: 'When',
  user: 'User at the provider',
  unknown: 'Unknown',
  reason: 'Why',
  error: (code: Part, description: string) =>
    description === ''
      ? sentence`Error of the provider: ${code}`
      : sentence`Error of the provider: ${code} (“${description}”)`,
};

const refused: Record<Refusal, string> = {
  not_active: 'The connection or its domain was not active any more.',
  unreachable: 'The configuration of the provider could not be read.',
  not_confirmed: 'The provider did not confirm the user.',
  no_email: 'The provider sent no email address.',
  foreign_email: 'The email address is in none of the verified domains of this connection.',
  foreign_organization: 'The provider does not say that the account belongs to your organization (claim “hd”).',
  email_not_verified: 'The provider says that the email address is not verified.',
  subject_reused: 'This user of the provider is linked to another account than that of the email address.',
  not_invited: 'This connection adds no members, and there is no invitation for this email address.',
  account_closed: 'The account is closed.',
  member_suspended: 'The member is suspended.',
  proof_required: 'An account with this email address exists. Its owner has to confirm it first.',
};
const signedIn: Record<Success, string> = {
  linked: 'The account was already linked.',
  carried_over: 'The link of an earlier connection was taken over.',
  expected: 'The account was prepared by your directory.',
  created: 'A new account was created.',
  proven: 'The owner of the account has confirmed it.',
  email_changed: 'The account got the new email address.',
  email_kept: 'The account keeps its email address: your organization does not manage it.',
};
/** Of attempts that were stored by an older version. */
const earlier = {
  other_subject: 'The account with this email address is linked to another user of the provider.',
};
export const reasons = { ...refused, ...signedIn, ...earlier };

export const confirm = {
  activate: {
    title: (name: string) => line`Activate ${name}?`,
    button: 'Activate',
    fact: (domains: string) =>
      line`From now on, people with email addresses of ${domains} sign in with this connection.`,
    sessions: 'People who are signed in stay signed in.',
  },
  domains: {
    title: (name: string) => line`Change the domains of ${name}?`,
    button: 'Save',
    fact: (domains: string) =>
      line`From now on, people with email addresses of ${domains} sign in with this connection, and nobody else.`,
    none: 'Nobody can sign in with this connection any more, because it has no verified domain.',
    sessions: 'People who are signed in stay signed in.',
  },
  roles: {
    title: (name: string) => line`Change the roles of groups of ${name}?`,
    button: 'Save',
    facts: ({ given, taken }: { given: number; taken: number }) => [
      ...(given === 0 ? [] : [given === 1 ? 'One member becomes an admin.' : `${given} members become admins.`]),
      ...(taken === 0
        ? []
        : [taken === 1 ? 'One member stops being an admin.' : `${taken} members stop being admins.`]),
    ],
  },
  disable: {
    title: (name: string) => line`Disable ${name}?`,
    button: 'Disable',
    fact: 'Nobody can sign in with this connection any more. Sign-ins that have just begun end.',
    ended: 'Everyone who signed in with it is signed out, including you if you did. Members stay members.',
    kept: 'People who are signed in stay signed in until their sessions end.',
    settings: 'The settings are kept.',
  },
  endSessions: {
    title: (name: string) => line`Sign out everybody who came by ${name}?`,
    button: 'Sign out',
    facts: [
      'Everyone who signed in with this connection is signed out, including you if you did. Members stay members.',
    ],
  },
  delete: {
    title: (name: string) => line`Delete ${name}?`,
    button: 'Delete connection',
    facts: [
      'Nobody can sign in with this connection any more. Members stay members.',
      'Everyone who signed in with it is signed out, including you if you did.',
      'The links between accounts and the provider are deleted, and so is the sign-in history.',
    ],
  },
};

export const notices = {
  connectionAdded: 'The connection was saved. Now test it.',
  connectionChanged: 'The changes were saved.',
  connectionUnchanged: 'Nothing was changed.',
  connectionActivated: 'The connection is active.',
  connectionConfirmed: 'The connection is confirmed. It stays when the setup link ends.',
  connectionDisabled: 'The connection is disabled.',
  connectionSessionsEnded: 'Everybody who signed in with this connection was signed out.',
  connectionDeleted: 'The connection was deleted.',
};

export const refusals = {
  SETUP_WOULD_REPLACE:
    'Another connection is active for this domain. Ask an owner of the organization to activate this one instead.',
  OWNER_CONFIRMATION_REQUIRED:
    'An owner of the organization has to activate this connection, because its domain was already verified. The owners got too many such emails today: tell one of them, or try again tomorrow.',
  NOT_TESTED: 'Test the connection first: its settings were changed since the last test.',
  DOMAIN_NOT_VERIFIED: 'The connection needs a verified domain. Verify one of its domains first.',
  TOO_MANY_CONNECTIONS: 'An organization can have 20 connections at most. Delete one first.',
  CONNECTION_ID_USED: 'This connection was already saved. You find it on the page “Single sign-on”.',
};
