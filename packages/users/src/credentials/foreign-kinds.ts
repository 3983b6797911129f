import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';
import { isKnownKind } from '../foreign-passwords/verify-foreign.js';

// The index `users_foreign_passwords_idx` has exactly these rows, in this order. In a deployment without hashes of other
// systems it is empty.
const kind = `split_part(password_hash, '|', 1) COLLATE "C"`;
const first = (more = '') =>
  `SELECT ${kind} AS kind FROM identity.users WHERE password_hash NOT LIKE '$argon2%' ${more} ORDER BY ${kind} LIMIT 1`;

/** SQL for one of the kinds of hashes of other systems that are stored, or NULL. */
export const someForeignKind = `(${first()})`;

// One step in the index for each kind, however many hashes there are.
const all = statement(
  'foreign_password_kinds',
  `WITH RECURSIVE kinds AS (
     (${first()})
     UNION ALL
     SELECT (${first(`AND ${kind} > kinds.kind`)}) FROM kinds WHERE kinds.kind IS NOT NULL
   )
   SELECT kind FROM kinds WHERE kind IS NOT NULL`,
);

/** The kinds of all hashes of other systems that are stored. */
export async function findForeignKinds(pool: IdentityPluginHost['pool']): Promise<string[]> {
  const { rows } = await run<{ kind: string }>(pool, all, []);
  return rows.map((row) => row.kind).filter(isKnownKind);
}
