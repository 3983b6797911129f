import { text } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { z } from 'zod';
import { normalizeEmail } from '../accounts/find-account.js';
import { hashPassword } from '../credentials/password-hash.js';

/** A user in the seed. */
export const UserSeed = z.strictObject({
  id: z.uuid().optional(),
  email: text(1000).check(z.email()),
  password: text(256, { min: 8 }),
  displayName: text(100, { min: 1 }).optional(),
  givenName: text(100, { min: 1 }).optional(),
  familyName: text(100, { min: 1 }).optional(),
  locale: text(35).optional(),
  zoneinfo: text(64).optional(),
  superAdmin: z.boolean().default(false),
});
export type UserSeed = z.input<typeof UserSeed>;

/** Hashes the passwords before the transaction, because a hash takes longer than all statements. */
export async function hashSeedPasswords(users: readonly z.output<typeof UserSeed>[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  // Two at a time: the queue of hashes is shared with users who sign in.
  const left = [...users];
  const hashNext = async (): Promise<void> => {
    for (let user = left.shift(); user; user = left.shift())
      hashes.set(normalizeEmail(user.email), await hashPassword(user.password));
  };
  await Promise.all([hashNext(), hashNext()]);
  return hashes;
}

/** Adds missing users; existing ones keep their password and profile. Returns ids by normalized email. */
export async function seedUsers(
  tx: Transaction,
  users: readonly z.output<typeof UserSeed>[],
  hashes: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { password: _password, id, email, ...profile } of users) {
    const normalizedEmail = normalizeEmail(email);
    const passwordHash = hashes.get(normalizedEmail) ?? null;
    const user = await tx.user.upsert({
      where: { normalizedEmail },
      create: {
        ...(id ? { id } : {}),
        email,
        normalizedEmail,
        emailVerified: true,
        passwordHash,
        passwordChangedAt: passwordHash === null ? null : new Date(),
        ...present(profile),
      },
      update: {},
      select: { id: true },
    });
    ids.set(normalizedEmail, user.id);
  }
  return ids;
}

type Present<Fields> = { [Key in keyof Fields]-?: Exclude<Fields[Key], undefined> };

function present<Fields extends object>(fields: Fields): Partial<Present<Fields>> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Present<Fields>>;
}

declare module '@org/identity-core' {
  interface SeedSections {
    users: UserSeed[];
  }
}
