/** What a page of the account can say after something was done. */
export const notices = {
  'signed-in': 'You have signed in again. You can go on now.',
  joined: 'You have joined the organization.',
  profile: 'Your profile is saved.',
  password: 'Your password is changed. You are signed out everywhere else.',
  'password-links':
    'Your password is changed. You are signed out everywhere else. These sign-in providers are linked to your account: remove any that you did not link yourself.',
  'password-mail':
    'A mail with a link to set a password is on its way to you. The link works for an hour; only a few mails are sent in one.',
  email:
    'If the address can be used, a mail with a link is on its way to it. Your address changes when you follow the link.',
  verification: 'A mail with a link is on its way to you. Only a few are sent in an hour.',
  'second-factor-removed': 'The authenticator app is removed.',
  'passkey-added': 'Your passkey is ready.',
  'passkey-removed': 'The passkey is removed.',
  session: 'That session has ended.',
  sessions: 'You are signed out everywhere else.',
  linked: 'The account is linked: you can sign in with it from now on.',
  unlinked: 'The link is removed.',
};

/** Why it refuses a form: by the reason of an error, or by its code. */
export const refusals = {
  'current-password': 'That is not your current password.',
  'wrong-code': 'That code is not right. Check that the clock of your phone is, and enter the code it shows now.',
  'changed-meanwhile': 'That was changed meanwhile, perhaps in another window. Look again.',
  'passkey-not-made': 'The passkey was not made, or that took too long. Try again.',
  'too-many-passkeys': 'An account has up to 20 passkeys. Remove one first.',
  'no-such-passkey': 'There is no such passkey.',
  'no-such-button': 'There is no such button here.',
  CURRENT_PASSWORD_INCORRECT: 'That is not your password.',
  SAME_PASSWORD: 'That is already your password. Choose a different one.',
  INCORRECT_CONFIRMATION: 'Type DELETE, in capital letters.',
  TENANT_OWNER: 'You are the only owner of a tenant. Make somebody else an owner first, or delete the tenant.',
  PASSWORD_REQUIRED: 'Set a password first: without this link you could not sign in.',
  LAST_LOGIN_METHOD: 'This link is the only way into your account.',
  SSO_LINK_NOT_FOUND: 'Your account has no link to this provider.',
  SESSION_NOT_FOUND: 'There is no such session, or it has ended.',
  VALIDATION_FAILED: 'Some fields are not filled in correctly. Nothing was changed.',
  other: 'That could not be done. Nothing was changed.',
};
