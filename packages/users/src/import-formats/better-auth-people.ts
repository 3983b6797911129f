import { z } from 'zod';
import { peek } from './byte-lines.js';
import { type ByteStream, type Entry, ImportFileError } from './entries.js';
import { listedEntries } from './json-entries.js';
import type { Notes } from './person-fields.js';
import { camelNames, compact, needEmail, parseJson, readEntry, readLinks, readTime, Text } from './person-fields.js';

const Account = z.object({ providerId: z.string(), accountId: z.string(), password: Text });

const User = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  email: Text,
  emailVerified: z.union([z.boolean(), z.number()]).nullish(),
  name: Text,
  createdAt: z.union([z.string(), z.number()]).nullish(),
  banned: z.union([z.boolean(), z.number()]).nullish(),
  accounts: z.array(z.unknown()).default([]),
});

/** A row of better-auth's table `user` with its rows of `account`. */
export function readBetterAuth(
  value: unknown,
  notes: Notes,
  { providers }: { providers?: readonly string[] | undefined },
) {
  notes.add('Sessions, second factors, passkeys, roles and organizations of better-auth are not carried over.');
  const user = readEntry(User, camelNames(value));
  const accounts = user.accounts.map((account) => readEntry(Account, camelNames(account)));
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
  const links = accounts
    .filter(({ providerId }) => providerId !== 'credential')
    .map(({ providerId, accountId }) => ({ provider: providerId, subject: accountId }));
  const email = needEmail(user.email);
  return compact({
    email,
    emailVerified: Boolean(user.emailVerified),
    externalId: user.id,
    displayName: user.name === email ? undefined : user.name,
    createdAt: readTime(user.createdAt),
    disabled: user.banned === undefined || user.banned === null ? undefined : Boolean(user.banned),
    password: hash ? { algorithm: algorithmOf(hash), hash } : undefined,
    links: readLinks(links, providers, notes),
  });
}

/** Its own hashes have no mark; a deployment can replace them by bcrypt or Argon2. */
function algorithmOf(hash: string): string {
  if (hash.startsWith('$2')) return 'bcrypt';
  return hash.startsWith('$argon2') ? 'argon2' : 'scrypt';
}

// The rows of both tables have to be in memory to join them.
const maxTableBytes = 64 * 1024 * 1024;
const Tables = z.object({ user: z.array(z.unknown()), account: z.array(z.unknown()).default([]) });
const Owned = z.object({ userId: z.union([z.string(), z.number()]).transform(String) });

/**
 * The users of a file: one user with `accounts` in each line, an array of them, or one object with the tables `user` and
 * `account`, which may have 64 MB at most.
 */
export async function* betterAuthEntries(bytes: ByteStream): AsyncGenerator<Entry> {
  const { start, whole } = await peek(bytes);
  if (/^\{\s*"(?:user|account)"\s*:\s*\[/u.test(start)) yield* joinTables(await readAll(whole));
  else yield* listedEntries(whole);
}

async function readAll(bytes: ByteStream): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const part = Buffer.from(chunk);
    length += part.length;
    if (length > maxTableBytes)
      throw new ImportFileError(
        'Two tables in one object may have 64 MB. Write one user with "accounts" in each line.',
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function* joinTables(text: string): Generator<Entry> {
  const tables = Tables.safeParse(parseJson(text));
  if (!tables.success) throw new ImportFileError('The file is not an object with the tables "user" and "account".');
  const accounts = new Map<string, unknown[]>();
  for (const row of tables.data.account) {
    const owned = Owned.safeParse(camelNames(row));
    if (!owned.success) throw new ImportFileError('A row of "account" has no "userId".');
    accounts.set(owned.data.userId, [...(accounts.get(owned.data.userId) ?? []), row]);
  }
  for (const [index, row] of tables.data.user.entries()) {
    const { id } = z.object({ id: z.unknown() }).catch({ id: undefined }).parse(row);
    yield { line: index + 1, value: { ...Object(row), accounts: accounts.get(String(id)) ?? [] } };
  }
}
