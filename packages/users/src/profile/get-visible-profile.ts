import { hasScope, reachesTenant, type UserPrincipal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { getProfile } from '../accounts/get-profile.js';

type Profile = Awaited<ReturnType<typeof getProfile>>;

/** The profile that the user's client may see: all of it with `account:read`, otherwise the id and the fields of the scopes `profile` and `email`. */
export async function getVisibleProfile(db: Database, principal: UserPrincipal) {
  const all = await getProfile(db, principal.userId);
  // The provider of a tenant does not learn of the others.
  const memberships = all.memberships.filter(({ tenantId }) => reachesTenant(principal.origin, tenantId));
  const profile = { ...all, memberships };
  if (hasScope(principal, 'account:read')) return profile;
  return {
    id: profile.id,
    ...(principal.scopes.includes('profile') ? profileFields(profile) : {}),
    ...(principal.scopes.includes('email') ? emailFields(profile) : {}),
  };
}

/** The fields that the scope `profile` also returns at userinfo. */
function profileFields(profile: Profile) {
  const { username, displayName, givenName, familyName, middleName, nickname, pictureUrl, website } = profile;
  const { gender, birthdate, zoneinfo, locale, updatedAt } = profile;
  const names = { username, displayName, givenName, familyName, middleName, nickname };
  return { ...names, pictureUrl, website, gender, birthdate, zoneinfo, locale, updatedAt };
}

function emailFields({ email, emailVerified }: Profile) {
  return { email, emailVerified };
}
