import { IdentityError } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { importPeople } from './import-people.js';
import type { ImportedLine, ImportOptions, ImportServices } from './import-services.js';
import { readKnownPeople, readReferences } from './known-people.js';
import { type LineRefused, refusing } from './line-refused.js';
import type { ImportedPerson } from './person.js';
import { isEmptyPlan, planPerson } from './plan-person.js';

/**
 * Imports one person in the caller's transaction. Throws LineRefused if a rule of the import is against it; roll back then.
 * After the commit, call `sendMail` and `sendLogoutNotices`.
 */
export async function importPerson(
  tx: Transaction,
  services: ImportServices,
  { person, options }: { person: ImportedPerson; options: ImportOptions },
): Promise<ImportedLine> {
  const references = await readReferences(tx, [person]);
  const known = await readKnownPeople(tx, [person]);
  const plan = await refusing('password', async () => planPerson(person, known, references, options));
  const { user } = plan;
  if (user && isEmptyPlan(plan))
    return { userId: user.id, result: 'unchanged', waiting: plan.waits, remarks: plan.remarks, tenantIds: [] };
  const people = user
    ? { created: [], known: [{ person, userId: user.id }] }
    : { created: [{ person, plan }], known: [] };
  const imported = await importPeople(tx, services, { ...people, options });
  const [line] = [...imported.created, ...imported.known];
  if (!line) throw new Error('The person was not imported.');
  return line;
}

/** The error of the API for a person who is refused. */
export function apiErrorOf({ field, reason, code }: LineRefused): IdentityError {
  if (code) return new IdentityError(code, reason);
  return new IdentityError('VALIDATION_FAILED', 'Some fields are missing or not valid; see details.', {
    details: [{ path: field, message: reason }],
  });
}
