import { z } from 'zod';
import { peek } from './byte-lines.js';
import { csvRows } from './csv-rows.js';
import type { ByteStream, Entry } from './entries.js';
import { listedEntries } from './json-entries.js';
import type { Notes } from './person-fields.js';
import { compact, needEmail, parseJson, readEntry, readLinks, readTime, Text } from './person-fields.js';

/** In a CSV file, objects and lists are texts of JSON. */
const json = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((value) => (typeof value === 'string' ? (value === '' ? null : parseJson(value)) : value), shape);
const flag = z
  .union([z.boolean(), z.string()])
  .nullish()
  .transform((value) => value === true || /^t(?:rue)?$/iu.test(String(value)));

const Profile = z.object({ full_name: Text, name: Text, given_name: Text, family_name: Text });
const Identity = z.object({
  provider: z.string(),
  provider_id: z.string().nullish(),
  identity_data: z.object({ sub: z.string().nullish() }).nullish(),
});
const Factor = z.object({ factor_type: z.string(), status: z.string(), secret: Text });

const User = z.object({
  id: Text,
  email: Text,
  encrypted_password: Text,
  email_confirmed_at: Text,
  created_at: Text,
  banned_until: Text,
  deleted_at: Text,
  is_anonymous: flag,
  raw_user_meta_data: json(Profile.nullish()),
  identities: json(z.array(Identity).nullish()),
  factors: json(z.array(Factor).nullish()),
});

/** The rows of a file: JSON, one object in each line, or CSV. */
export async function* supabaseEntries(bytes: ByteStream): AsyncGenerator<Entry> {
  const { start, whole } = await peek(bytes);
  if (start.startsWith('[') || start.startsWith('{')) yield* listedEntries(whole);
  else yield* csvRows(whole, () => undefined);
}

/** A row of `auth.users` of Supabase, with its rows of `auth.identities` and `auth.mfa_factors`. */
export function readSupabase(
  value: unknown,
  notes: Notes,
  { providers }: { providers?: readonly string[] | undefined },
) {
  notes.add('Metadata, phone numbers, roles and single sign-on of Supabase are not carried over.');
  const user = readEntry(User, value);
  if (user.is_anonymous || user.deleted_at) {
    notes.add('Anonymous and deleted users of Supabase are left out.');
    return undefined;
  }
  const { raw_user_meta_data: profile, encrypted_password: hash, banned_until: until } = user;
  const links = (user.identities ?? []).flatMap(({ provider, provider_id: id, identity_data: data }) => {
    const subject = data?.sub ?? id;
    return provider === 'email' || provider === 'phone' || !subject ? [] : [{ provider, subject }];
  });
  return compact({
    email: needEmail(user.email),
    emailVerified: user.email_confirmed_at !== undefined,
    externalId: user.id,
    displayName: profile?.full_name ?? profile?.name,
    givenName: profile?.given_name,
    familyName: profile?.family_name,
    createdAt: readTime(user.created_at),
    disabled: until === undefined ? undefined : Date.parse(until) > Date.now(),
    password: hash ? { algorithm: hash.startsWith('$argon2') ? 'argon2' : 'bcrypt', hash } : undefined,
    totpSecret: totpOf(user.factors ?? [], notes),
    links: readLinks(links, providers, notes),
  });
}

function totpOf(factors: readonly z.output<typeof Factor>[], notes: Notes): string | undefined {
  const app = factors.find(
    ({ factor_type: type, status, secret }) => type === 'totp' && status === 'verified' && secret,
  );
  if (!app?.secret) return undefined;
  if (/^[A-Z2-7]+$/u.test(app.secret)) return app.secret;
  notes.add('Encrypted secrets of authenticator apps are not carried over: users set up a new one.');
  return undefined;
}
