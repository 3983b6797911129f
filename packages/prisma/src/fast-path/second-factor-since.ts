/**
 * SQL for the time since which an owner has a second factor, in seconds since 1970, of the membership with this name. Null
 * for all other members: only owners can sign in around the policy of a tenant.
 */
export const secondFactorSince = (membership: string) =>
  `CASE WHEN ${membership}.role = 'owner' THEN extract(epoch FROM least(
     (SELECT min(f.confirmed_at) FROM identity.totp f WHERE f.user_id = ${membership}.user_id),
     (SELECT min(f.created_at) FROM identity.passkeys f WHERE f.user_id = ${membership}.user_id)))::float8 END`;

/** The time that such a column names. */
export const timeOfEpoch = (seconds: number | null): Date | undefined =>
  seconds === null ? undefined : new Date(seconds * 1000);
