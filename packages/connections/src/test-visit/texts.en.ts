import { line, type Part, sentence } from '@org/identity-ui';
import type { Refusal } from '../attempts/reasons.js';

const refusals: Record<Refusal, string> = {
  not_active: 'the connection is not active',
  unreachable: 'the provider cannot be reached',
  not_confirmed: 'the provider did not confirm the user',
  no_email: 'the provider sent no email address',
  foreign_email: 'the email address is in none of the verified domains of this connection',
  foreign_organization: 'the provider does not say that the account belongs to your organization (claim “hd”)',
  email_not_verified: 'the provider says that the email address is not verified',
  subject_reused: 'this user of the provider is linked to another account than that of the email address',
  not_invited: 'new members need an invitation, and there is none for this email address',
  account_closed: 'the account with this email address is closed',
  member_suspended: 'the member is suspended',
  proof_required: 'the owner of the account has to confirm first',
};

export const tested = {
  title: (connection: string) => `Test of ${connection}`,
  counts: 'The test was successful: the provider has confirmed a user with these settings.',
  changed: 'The settings of the connection were changed meanwhile. Test it again.',
  sent: 'What the provider sent',
  notSent: 'not sent',
  result: 'What would happen at a sign-in',
  wouldSignIn: 'This user would be signed in.',
  wouldAccept: 'This user would be signed in. People without an account get one at their first sign-in.',
  wouldJoin: 'This user would be signed in and become a member of your organization.',
  wouldProve:
    'An account with this email address exists already. Its owner would be asked once to confirm it, and then be signed in.',
  wouldCreate: (role: string) => line`A new account would be created, as a member with the role ${role}.`,
  inGroups: (groups: string) => `Groups of the new member: ${groups}`,
  wouldRefuse: (why: string) => line`The sign-in would be refused, because ${why}.`,
  roles: { admin: 'Admin', member: 'Member' },
  refusals,
  back: 'Back to the connection',
};

export const failed = {
  title: 'The test was not successful',
  notHere:
    'This link has expired, was already used, or belongs to someone who is not signed in to this browser. Start the test again.',
  unreachable: 'The configuration of the provider could not be read. Check the issuer.',
  notConfirmed:
    'The provider did not confirm a user. Check the client ID, the client secret and the redirect URI there.',
  code: (code: Part) => sentence`Error code: ${code}`,
  back: 'Back to the connection',
};
