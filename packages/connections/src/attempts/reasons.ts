/** Why a sign-in by a connection was refused. */
export const refusals = [
  /** The connection is not active, or was changed since the visit began. */
  'not_active',
  /** The configuration of the provider could not be read, so nobody was redirected there. */
  'unreachable',
  /** The provider did not confirm the user, or its response was not valid. */
  'not_confirmed',
  'no_email',
  /** The email is in none of the connection's verified domains. */
  'foreign_email',
  /** The provider serves many organizations, and names none of the connection's verified domains (`hd`). */
  'foreign_organization',
  /** The provider says that it has not verified the email. */
  'email_not_verified',
  /** The subject is linked to an account, but the email is that of another one. */
  'subject_reused',
  /** The connection adds no members (`jit`), and the user neither is one nor is invited as one. */
  'not_invited',
  /** The account is disabled or deleted. */
  'account_closed',
  'member_suspended',
  /** An account has the email, and its owner has not proven yet to be the same user. */
  'proof_required',
] as const;
export type Refusal = (typeof refusals)[number];

/** How the user of a sign-in was found, and what became of a new email of a known user. */
export const successes = [
  'linked',
  'carried_over',
  'expected',
  'created',
  'proven',
  /** The provider sent a new email, and the account has it now. */
  'email_changed',
  /** The same, but the account keeps its own: the tenant does not manage it. */
  'email_kept',
] as const;
export type Success = (typeof successes)[number];
