import { z } from 'zod';
import type { Notes } from './person-fields.js';
import { compact, needEmail, readEntry, readLinks, readLocale, readTime, Text } from './person-fields.js';

const Identity = z.object({ provider: z.string(), user_id: z.union([z.string(), z.number()]) });
const Hash = z.object({ algorithm: z.string(), hash: z.object({ value: z.string() }) });

const User = z.object({
  email: Text,
  email_verified: z.boolean().nullish(),
  user_id: Text,
  _id: z.union([z.string(), z.object({ $oid: z.string() }).transform(({ $oid }) => $oid)]).nullish(),
  name: Text,
  given_name: Text,
  family_name: Text,
  locale: Text,
  created_at: z.union([z.string(), z.number()]).nullish(),
  blocked: z.boolean().nullish(),
  passwordhash: Text,
  password_hash: Text,
  custom_password_hash: Hash.nullish(),
  identities: z.array(Identity).nullish(),
  mfa_factors: z.array(z.object({ totp: z.object({ secret: z.string() }).optional() })).nullish(),
});

/**
 * A user of Auth0: a line of an export job, of the extension "User Import / Export", of the export of password hashes, or in
 * the form of its own bulk import.
 */
export function readAuth0(value: unknown, notes: Notes, { providers }: { providers?: readonly string[] | undefined }) {
  notes.add('Metadata, roles, permissions and organizations of Auth0 are not carried over.');
  const user = readEntry(User, lowerNames(value));
  const email = needEmail(user.email);
  const externalId = idOf(user);
  const links = (user.identities ?? [])
    .filter(({ provider }) => provider !== 'auth0')
    .map((identity) => ({ provider: identity.provider, subject: String(identity.user_id) }));
  return compact({
    email,
    emailVerified: user.email_verified ?? false,
    externalId,
    // Without a name, Auth0 shows the email as one.
    displayName: user.name === email ? undefined : user.name,
    givenName: user.given_name,
    familyName: user.family_name,
    locale: readLocale(user.locale),
    createdAt: readTime(user.created_at),
    disabled: user.blocked ?? undefined,
    password: passwordOf(user, notes),
    totpSecret: user.mfa_factors?.find(({ totp }) => totp)?.totp?.secret,
    links: readLinks(links, providers, notes),
  });
}

/** The extension writes `Email Verified` for `email_verified`, and `Id` for `user_id`. */
function lowerNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(
    ([name, field]) => [name.toLowerCase().replaceAll(' ', '_'), field] as const,
  );
  return Object.fromEntries(entries.map(([name, field]) => [name === 'id' ? 'user_id' : name, field]));
}

function idOf({ user_id: id, _id: internal }: z.output<typeof User>): string | undefined {
  if (id) return id.includes('|') ? id : `auth0|${id}`;
  return internal ? `auth0|${internal}` : undefined;
}

function passwordOf(user: z.output<typeof User>, notes: Notes) {
  const hash = user.passwordhash ?? user.password_hash;
  if (hash) return { algorithm: 'bcrypt', hash };
  const { algorithm, hash: custom } = user.custom_password_hash ?? {};
  if (!custom) return undefined;
  if (algorithm === 'bcrypt' || algorithm === 'argon2' || algorithm === 'pbkdf2')
    return { algorithm, hash: custom.value };
  notes.add('Passwords with other hashes than bcrypt, Argon2 and PBKDF2 are not carried over.');
  return undefined;
}
