import { reply } from '@org/identity-core';
import { inTransactionOfTenants } from '@org/identity-prisma';
import { getUser } from '../administration/get-user.js';
import { apiErrorOf, importPerson } from './import-person.js';
import type { ImportOptions, ImportServices } from './import-services.js';
import { LineRefused } from './line-refused.js';
import type { ImportedPerson } from './person.js';

const timeout = 30_000;

/** Creates one user over the API, with the rules of a line of an import. Nobody is told. */
export async function createImportedUser(
  services: ImportServices,
  {
    person,
    options,
  }: { person: ImportedPerson; options: Omit<ImportOptions, 'createOnly' | 'createTenants' | 'invite'> },
) {
  const rules = { ...options, createOnly: true, createTenants: false, invite: false };
  try {
    return await inTransactionOfTenants({ db: services.db, timeout }, async (tx) => {
      const { userId } = await importPerson(tx, services, { person, options: rules });
      return reply(await getUser(tx, userId));
    });
  } catch (error) {
    throw error instanceof LineRefused ? apiErrorOf(error) : error;
  }
}
