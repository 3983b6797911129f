import { z } from 'zod';
import { ImportFileError } from './entries.js';
import type { Notes } from './person-fields.js';
import { compact, needEmail, readEntry, readTime, Text } from './person-fields.js';

const Row = z.object({
  id: Text,
  first_name: Text,
  last_name: Text,
  primary_email_address: Text,
  verified_email_addresses: Text,
  totp_secret: Text,
  password_digest: Text,
  password_hasher: Text,
  created_at: Text,
});

/** Checks the names in the first line of an export of Clerk. */
export function checkClerkHeader(names: readonly string[]): void {
  if (!names.includes('primary_email_address'))
    throw new ImportFileError('The first line has no column "primary_email_address".');
}

/** A row of the CSV file that the dashboard of Clerk exports. */
export function readClerk(value: unknown, notes: Notes) {
  notes.add('Usernames, phone numbers, metadata, organizations and linked providers of Clerk are not carried over.');
  const row = readEntry(Row, value);
  const email = needEmail(row.primary_email_address);
  const verified = (row.verified_email_addresses ?? '').toLowerCase().split(/[|,;\s]/u);
  return compact({
    email,
    emailVerified: verified.includes(email.toLowerCase()),
    externalId: row.id,
    displayName: [row.first_name, row.last_name].filter(Boolean).join(' '),
    givenName: row.first_name,
    familyName: row.last_name,
    createdAt: readTime(row.created_at),
    password: passwordOf(row, notes),
    totpSecret: row.totp_secret,
  });
}

const algorithms: Readonly<Record<string, string>> = {
  bcrypt: 'bcrypt',
  argon2i: 'argon2',
  argon2id: 'argon2',
  pbkdf2_sha256_django: 'pbkdf2',
  phpass: 'phpass',
};

function passwordOf({ password_digest: hash, password_hasher: hasher = '' }: z.output<typeof Row>, notes: Notes) {
  if (!hash) return undefined;
  const algorithm = algorithms[hasher];
  if (algorithm) return { algorithm, hash };
  notes.add(
    `Passwords with the hasher "${hasher.slice(0, 30)}" of Clerk are not carried over: users set a new one by mail.`,
  );
  return undefined;
}
