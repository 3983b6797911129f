import type { Database } from '@org/identity-prisma';
import { listApplications } from '../applications/list-applications.js';

/** Longer lists are no use in a select. */
const limit = 500;

/** The names of all applications, for a select. */
export async function applicationNames(db: Database): Promise<string[]> {
  const { applications } = await listApplications(db, { page: 1, limit });
  return applications.map(({ name }) => name);
}
