import { isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { invalidApplicationId } from '../access/errors.js';

/** Throws if there is no such application. */
export async function requireApplication(db: Transaction, id: string): Promise<void> {
  const found = isUuid(id) ? await db.application.findUnique({ where: { id }, select: { id: true } }) : null;
  if (!found) throw invalidApplicationId();
}
