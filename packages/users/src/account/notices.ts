const notices = {
  'signed-in': 'You have signed in again. You can go on now.',
  profile: 'Your profile is saved.',
  password: 'Your password is changed. You are signed out everywhere else.',
  'password-mail':
    'A mail with a link to set a password is on its way to you. The link works for an hour; only a few mails are sent in one.',
  email:
    'If the address can be used, a mail with a link is on its way to it. Your address changes when you follow the link.',
  verification: 'A mail with a link is on its way to you. Only a few are sent in an hour.',
  'second-factor-removed': 'Your app is removed. Signing in takes no code any more.',
  'passkey-added': 'Your passkey is ready.',
  'passkey-removed': 'The passkey is removed.',
  session: 'That session has ended.',
  sessions: 'You are signed out everywhere else.',
  linked: 'The account is linked: you can sign in with it from now on.',
  unlinked: 'The link is removed.',
} as const;

/** What a page can say after something was done. */
export type AccountNotice = keyof typeof notices;

/** Its words; anything else in the address says nothing. */
export function noticeText(name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(notices, name) ? notices[name as AccountNotice] : undefined;
}
