import { line } from '@org/identity-ui';

/** The page of a tenant's console about its invitations. */
export const manage = {
  name: 'Invitations',
  title: 'Invitations',
  inviteTitle: 'Invite people',
  emails: 'Email addresses',
  emailsHint: 'One per line, or separated by commas. At most 100 at a time.',
  role: 'Role',
  days: 'Valid for how many days (1 to 90)',
  licenses: {
    title: 'Licenses',
    lead: 'A seat is kept for each invited person until the invitation is accepted, revoked or expires.',
    none: 'No license',
    choice: (type: string, free: number) => line`${type} (${free} free)`,
  },
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
    noSeat: 'No free seat: not invited',
    failed: 'Not sent: try again',
  },
  nobody: 'Nobody was invited.',
  more: (count: number) => line`And ${count} more.`,
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
    NO_SEATS_AVAILABLE: 'There is no free seat for this invitation. Nothing was sent.',
    NOTHING_BOUGHT: 'Your organization has not bought a license of this invitation. Nothing was sent.',
    NOT_ACTIVE: 'The subscription of a license of this invitation is not active. Nothing was sent.',
  },
};
