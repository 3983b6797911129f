import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';

const isForeign = `password_hash NOT LIKE '$argon2%'`;
const kind = `split_part(password_hash, '|', 1)`;

// The index `users_foreign_passwords_idx` has exactly these rows, in this order. In a deployment without hashes of other
// systems it is empty.
const ordered = `${kind} COLLATE "C"`;

/** SQL for one of the kinds of hashes of other systems that are stored, or NULL. */
export const someForeignKind = `(SELECT ${ordered} AS kind FROM identity.users WHERE ${isForeign} ORDER BY ${ordered} LIMIT 1)`;

// The index `users_password_classes_idx` has the same rows by their classes.
const ofRow = `identity.password_class(${kind}) COLLATE "C"`;
const first = (more = '') =>
  `SELECT ${ofRow} AS class FROM identity.users WHERE ${isForeign} ${more} ORDER BY ${ofRow} LIMIT 1`;

// One step in the index for each class, however many hashes and costs there are.
const all = statement(
  'foreign_password_classes',
  `WITH RECURSIVE classes AS (
     (${first()})
     UNION ALL
     SELECT (${first(`AND ${ofRow} > classes.class`)}) FROM classes WHERE classes.class IS NOT NULL
   )
   SELECT class FROM classes WHERE class IS NOT NULL`,
);

/** The class of hashes that cannot be checked: their form is not known, or their costs are out of bounds. */
const unknownClass = 'unknown';

/** The classes of all hashes of other systems that are stored: kinds whose costs are rounded up. About a hundred at most. */
export async function findForeignClasses(pool: IdentityPluginHost['pool']): Promise<string[]> {
  return (await readClasses(pool)).classes;
}

/** The same, and whether there are hashes that cannot be checked. */
export async function readClasses(pool: IdentityPluginHost['pool']) {
  const { rows } = await run<{ class: string }>(pool, all, []);
  const found = rows.map((row) => row.class);
  return { classes: found.filter((one) => one !== unknownClass), hasUnknown: found.includes(unknownClass) };
}
