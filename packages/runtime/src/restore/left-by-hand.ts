/** What no command can know after a restore: the changes of the missing time. For the operator, one sentence each. */
export const leftByHand: readonly string[] = [
  'Tell the owners of the tenants which hours are missing: members, invitations, roles, seats and subscriptions of that time are as before it.',
  'Erased and deleted accounts are back: repeat the requests of that time (--erased takes a list of user ids).',
  'Disabled users are enabled again: identity-server users disable <email>',
  'Old passwords, emails, second factors, linked providers and used recovery codes are valid again: ask users who changed one of them to do it again.',
  'Client secrets that were replaced work again, and the new ones do not: identity-server clients rotate-secret <client-id>',
  'Applications that users took back, or that tenants or you blocked, are allowed again: identity-server clients block <client-id>, and tell users and owners.',
  'If a signing key was replaced because it may have leaked, it signs again: identity-server keys rotate --compromised, or give --replace-keys here.',
  'Admins of tenants send pending invitations again or revoke them: their links have ended.',
];
