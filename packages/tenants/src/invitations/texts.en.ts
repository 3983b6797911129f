import { line, type Part, sentence } from '@org/identity-core';

export const invitation = {
  title: 'Accept invitation',
  invites: (inviter: Part, tenant: Part) => sentence`${inviter} invites you to join ${tenant}`,
  invited: (tenant: Part) => sentence`You were invited to join ${tenant}`,
  choosePassword: (email: Part) => sentence`Choose a password for your new account ${email}.`,
  name: 'Your name',
  password: 'Password',
  passwordHint: 'At least 8 characters. A few unusual words work well.',
  createAndJoin: 'Create account and join',
  signedInAs: (email: Part) => sentence`You are signed in as ${email}.`,
  join: 'Join',
  hasAccount: (email: Part) => sentence`You already have an account: ${email}. Enter your password to join.`,
  otherTitle: 'This invitation is for another email address',
  other: (email: Part, signedInAs: Part) =>
    sentence`It was sent to ${email}, but you are signed in as ${signedInAs}. Sign out to accept it, or ask for an invitation to your own email address.`,
  signOutAndGoOn: 'Sign out and continue',
  joinedTitle: 'Welcome',
  joined: (tenant: Part) =>
    sentence`You are now a member of ${tenant}. Open the application you were invited for and sign in.`,
  errors: {
    wrongPassword: 'That is not the password of this account. Check it and try again.',
    name: 'Enter your name. Use up to 100 characters, without a web address.',
  },
  expired: {
    title: 'This invitation has expired',
    message: 'Invitations are valid for a limited time.',
    advice: 'Ask the person who invited you to send it again. If you already accepted it, just sign in.',
  },
  dead: {
    title: 'This invitation cannot be used',
    message: 'It was already accepted or withdrawn, or the link is incomplete.',
    advice: 'Ask the person who invited you for a new one. If you already accepted it, just sign in.',
  },
};

export const invitationMail = {
  subject: (inviter: string, tenant: string) => `${inviter} invites you to ${tenant}`,
  title: (tenant: string) => `Join ${tenant}`,
  message: (inviter: string, tenant: string) => line`${inviter} invites you to join ${tenant}.`,
  messageParts: (inviter: Part, tenant: Part) => sentence`${inviter} invites you to join ${tenant}.`,
  accept: 'Accept invitation',
  after: (date: Date) =>
    `This link works once and expires on ${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)} (UTC). If you did not expect this email, you can ignore it.`,
};

/** The page of a tenant's console about its invitations. */
export const manage = {
  name: 'Invitations',
  title: 'Invitations',
  inviteTitle: 'Invite people',
  emails: 'Email addresses',
  emailsHint: 'One per line, or separated by commas. At most 100 at a time.',
  role: 'Role',
  days: 'Valid for how many days (1 to 90)',
  invite: 'Send invitations',
  listTitle: 'Invitations sent',
  status: 'Status',
  statuses: { PENDING: 'Open', EXPIRED: 'Expired', ACCEPTED: 'Accepted', REVOKED: 'Revoked' },
  empty: {
    PENDING: 'There are no open invitations.',
    EXPIRED: 'No invitations have expired.',
    ACCEPTED: 'No invitations have been accepted yet.',
    REVOKED: 'No invitations have been revoked.',
  },
  email: 'Email',
  sent: 'Invited on',
  by: 'by',
  expires: 'Valid until',
  expired: 'Expired on',
  actions: 'Actions',
  resend: 'Send again',
  revoke: 'Revoke',
  revoking: {
    title: (email: string) => line`Revoke the invitation of ${email}?`,
    button: 'Revoke',
    facts: ['The link in the email stops working.'],
  },
  resultTitle: 'Result for each address',
  result: 'Result',
  results: {
    invited: 'Invited',
    member: 'Already a member',
    pending: 'Already invited',
    invalid: 'Not a valid email address',
    limited: 'Limit reached: try again later',
    failed: 'Not sent: try again',
  },
  summary: (invited: number, all: number) =>
    all === 1
      ? invited === 1
        ? 'The invitation was sent.'
        : 'The invitation was not sent.'
      : line`${invited} of ${all} invitations were sent.`,
  back: 'Back to the invitations',
  notices: {
    resent: 'The invitation was sent again. The earlier link no longer works.',
    revoked: 'The invitation was revoked.',
  },
  refusals: {
    NO_EMAILS: 'Enter at least one email address.',
    TOO_MANY_EMAILS: 'Enter at most 100 email addresses at a time. Nobody was invited.',
    days: 'Enter a number from 1 to 90.',
    INVITATION_NOT_FOUND: 'This invitation was accepted or revoked in the meantime.',
    INVITATION_EXISTS: 'This person has a newer open invitation.',
    ALREADY_MEMBER: 'This person is already a member.',
  },
};
