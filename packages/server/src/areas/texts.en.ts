/** The frame of the account, of the tenants' consoles and of the platform's. */
export const frame = {
  account: 'Your account',
  signOut: 'Sign out',
};

export const notices = {
  'signed-in': 'Thanks for signing in again. You can continue now.',
};

/** For errors that an area has no text for. */
export const refusals = {
  VALIDATION_FAILED: 'Some fields are not filled in correctly. Nothing was changed.',
  other: 'Something went wrong. Nothing was changed.',
};
