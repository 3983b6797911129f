import { line, type Part, sentence } from '@org/identity-ui';

const askAdmin = 'Ask the person who manages sign-in in your organization.';
const askInvite = 'Ask the person who manages your organization to invite you.';
const ignore = 'If you did not request this, you can ignore this email';

export const signIn = {
  proveTitle: 'You already have an account',
  prove: (connection: string, email: Part) =>
    sentence`There is already an account for ${email}. Confirm once that it is yours. After that, you can sign in with ${connection}.`,
  password: 'Password of your account here',
  goOn: 'Continue',
  mailInstead: 'Get an email instead',
  sendMail: 'Send email',
  proofRefused: 'That is not the password of this account. Try again, or get an email instead.',
  lookTitle: 'Check your email',
  look: (email: Part) =>
    sentence`We sent an email to ${email}. Open the link in this browser to continue. You can close this page.`,
  noMail: 'No email after a few minutes? Check your spam folder, or sign in again.',
  confirmTitle: 'Confirm your sign-in',
  confirm: (connection: string, email: Part) =>
    sentence`From now on, you can sign in to the account of ${email} with ${connection}.`,
  switchTitle: 'Switch accounts?',
  switchAccount: (connection: string, before: Part, after: Part) =>
    sentence`You are signed in as ${before}. ${connection} would sign you in as ${after} instead, and the session of ${before} would end in this browser.`,
  switchGo: 'Switch accounts',
  switchStay: 'Stay signed in',
  failedTitle: 'You could not be signed in',
  breakGlass: 'Sign in as a break-glass owner',
  failures: {
    unreachable: (connection: string) => `${connection} cannot be reached right now. Try again in a minute.`,
    too_many: (_connection: string) => 'Too many sign-ins were started. Wait a few minutes, then try again.',
    over: (_connection: string) => 'This sign-in has expired, or it was started in another browser. Start again.',
    not_active: (connection: string) => `Sign-in with ${connection} was changed or disabled meanwhile. Start again.`,
    not_confirmed: (connection: string) => `${connection} did not confirm who you are. You can try again.`,
    not_active_here: (_connection: string) => 'There is no such sign-in, or it was disabled. Sign in with your email.',
    other_issuer: (connection: string) =>
      line`This sign-in was started by another provider than ${connection}. ${askAdmin}`,
    foreign_target: (connection: string) =>
      `${connection} wanted to open a page that does not belong to this service. ${askAdmin}`,
    no_email: (connection: string) => `${connection} did not send an email address for you. ${askAdmin}`,
    foreign_email: (connection: string) =>
      `Your email address at ${connection} is not in a domain of your organization. ${askAdmin}`,
    foreign_organization: (connection: string) =>
      `Your account at ${connection} does not belong to your organization. ${askAdmin}`,
    email_not_verified: (connection: string) =>
      `${connection} says that your email address is not verified. ${askAdmin}`,
    subject_reused: (connection: string) =>
      `Your account at ${connection} is linked to another account here than that of your email address. ${askAdmin}`,
    not_invited: (_connection: string) => `You are not a member of this organization yet. ${askInvite}`,
    account_closed: (_connection: string) => `Your account here is closed. ${askAdmin}`,
    member_suspended: (_connection: string) => `You are suspended in this organization. ${askAdmin}`,
    proof_required: (_connection: string) => 'Confirm first that the account with your email address is yours.',
  },
};

export const mails = {
  linkAdded: {
    title: (connection: string) => `${connection} was linked to your account`,
    message: (product: string, connection: string) =>
      line`From now on, you can sign in to your ${product} account with ${connection}.`,
    after: 'If this was not you, change your password and contact your administrator.',
  },
  prove: {
    title: (connection: string) => `Sign in with ${connection}`,
    message: (product: string, connection: string) =>
      line`We received a request to sign in to your ${product} account with ${connection}. Open the link in the browser you started in.`,
    action: 'Continue signing in',
    after: `This link works once, expires in one hour, and works only in that browser. ${ignore}.`,
  },
};
