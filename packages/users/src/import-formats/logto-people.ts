import { z } from 'zod';
import type { Notes } from './person-fields.js';
import {
  camelNames,
  compact,
  needEmail,
  parseJson,
  readEntry,
  readLinks,
  readLocale,
  readTime,
  Text,
} from './person-fields.js';

const Profile = z.object({ givenName: Text, familyName: Text, locale: Text, zoneinfo: Text });
const Factor = z.object({ type: z.string(), key: z.string().optional() });

const User = z.object({
  id: Text,
  primaryEmail: Text,
  name: Text,
  isSuspended: z.boolean().nullish(),
  createdAt: z.union([z.string(), z.number()]).nullish(),
  passwordEncrypted: Text,
  passwordEncryptionMethod: Text,
  passwordDigest: Text,
  passwordAlgorithm: Text,
  profile: Profile.nullish(),
  identities: z.record(z.string(), z.object({ userId: z.string() })).nullish(),
  mfaVerifications: z.array(Factor).nullish(),
});

/** A user of Logto: a row of its table `users`, or of its Management API, which leaves the password out. */
export function readLogto(value: unknown, notes: Notes, { providers }: { providers?: readonly string[] | undefined }) {
  notes.add('Roles, organizations, custom data, usernames and phone numbers of Logto are not carried over.');
  const user = readEntry(User, camelNames(value));
  const email = needEmail(user.primaryEmail);
  const factors = user.mfaVerifications ?? [];
  if (factors.some(({ type }) => type !== 'Totp'))
    notes.add('Passkeys and backup codes of Logto are not carried over.');
  const links = Object.entries(user.identities ?? {}).map(([provider, { userId }]) => ({ provider, subject: userId }));
  return compact({
    email,
    // Logto takes an email only after it was verified, or from an administrator.
    emailVerified: true,
    externalId: user.id,
    displayName: user.name,
    givenName: user.profile?.givenName,
    familyName: user.profile?.familyName,
    locale: readLocale(user.profile?.locale),
    zoneinfo: user.profile?.zoneinfo,
    createdAt: readTime(user.createdAt),
    disabled: user.isSuspended ?? undefined,
    password: passwordOf(user, notes),
    totpSecret: factors.find(({ type }) => type === 'Totp')?.key,
    links: readLinks(links, providers, notes),
  });
}

/** `["pbkdf2", [salt, rounds, length, digest, "@"], key]`, the only other form with a salt that is slow to guess. */
const Legacy = z.tuple([
  z.literal('pbkdf2'),
  z.tuple([z.string(), z.string(), z.string(), z.enum(['sha1', 'sha256', 'sha512']), z.literal('@')]),
  z.string(),
]);

function passwordOf(user: z.output<typeof User>, notes: Notes) {
  const hash = user.passwordEncrypted ?? user.passwordDigest;
  const method = user.passwordEncryptionMethod ?? user.passwordAlgorithm ?? '';
  if (!hash) return undefined;
  if (method.startsWith('Argon2')) return { algorithm: 'argon2', hash };
  if (method === 'Bcrypt') return { algorithm: 'bcrypt', hash };
  const legacy = method === 'Legacy' ? Legacy.safeParse(parseJson(hash)) : undefined;
  if (legacy?.success) {
    const [, [salt, rounds, , digest], key] = legacy.data;
    const [saltText, keyText] = [Buffer.from(salt), Buffer.from(key, 'hex')].map((bytes) => bytes.toString('base64'));
    return { algorithm: 'pbkdf2', hash: `$pbkdf2-${digest}$i=${rounds}$${saltText}$${keyText}` };
  }
  notes.add(
    'Passwords with MD5, SHA-1, SHA-256 and most legacy hashes are not carried over: users set a new one by mail.',
  );
  return undefined;
}
