export const account = {
  areas: {
    overview: { name: 'Overview', title: 'Your account' },
    profile: { name: 'Profile', title: 'Your profile' },
    email: { name: 'Email address', title: 'Your email address' },
    password: { name: 'Password', title: 'Your password' },
    security: { name: 'Security', title: 'Security' },
    providers: { name: 'Linked accounts', title: 'Linked accounts' },
    sessions: { name: 'Sessions', title: 'Where you are signed in' },
    export: { name: 'Your data', title: 'Your data' },
    delete: { name: 'Delete account', title: 'Delete your account' },
  },
};

/** What an account page can report after an action. */
export const notices = {
  joined: 'You have joined the organization.',
  profile: 'Your profile was saved.',
  password: 'Your password was changed, and you were signed out everywhere else.',
  'password-links':
    'Your password was changed, and you were signed out everywhere else. These sign-in providers are linked to your account. Remove any that you did not link yourself.',
  'password-mail':
    'We sent you a link to set a password. It expires in one hour. If it does not arrive, wait a while before you ask for another one.',
  email: 'If the address can be used, we sent a link to it. Open the link to change your email address.',
  verification:
    'We sent you a link to confirm your email address. If it does not arrive, wait a while before you ask for another one.',
  'second-factor-removed': 'The authenticator app was removed.',
  'passkey-added': 'Your passkey is ready.',
  'passkey-removed': 'The passkey was removed.',
  session: 'That session was signed out.',
  sessions: 'You were signed out everywhere else.',
  linked: 'The account was linked. You can now sign in with it.',
  unlinked: 'The account was unlinked.',
};

/** Why a form was refused: by the reason of an error, or by its code. Other errors have the texts of all pages. */
export const refusals = {
  'current-password': 'That is not your current password.',
  'wrong-code': 'That code is not correct. Make sure the time on your phone is correct, and enter the latest code.',
  'changed-meanwhile': 'This was changed in the meantime, perhaps in another window. Check it again.',
  'passkey-not-made': 'The passkey could not be created, or it took too long. Try again.',
  'too-many-passkeys': 'You can have up to 20 passkeys. Remove one first.',
  'no-such-passkey': 'This passkey no longer exists.',
  'needs-operator':
    'You are a super admin without a second factor. Ask the operator of this service for a link to set one up: identity-server users second-factor-link.',
  'no-such-button': 'This action is not available here.',
  CURRENT_PASSWORD_INCORRECT: 'That is not your password.',
  SAME_PASSWORD: 'That is already your password. Choose a different one.',
  INCORRECT_CONFIRMATION: 'Type DELETE, in capital letters.',
  TENANT_OWNER:
    'You are the only owner of an organization. Make someone else an owner first, or delete the organization.',
  PASSWORD_REQUIRED: 'Set a password first. Without this linked account, you could not sign in.',
  LAST_LOGIN_METHOD: 'This linked account is the only way to sign in to your account.',
  SSO_LINK_NOT_FOUND: 'Your account is not linked to this provider.',
  SESSION_NOT_FOUND: 'This session has already ended.',
};
