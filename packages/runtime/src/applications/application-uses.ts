import { maxNamedUses, type Use } from '@org/identity-core';
import { findLicenseUses } from '@org/identity-licensing';
import type { Transaction } from '@org/identity-prisma';

/** What uses an application: the subscriptions, license rules and open requests of tenants, and its clients. */
export async function findApplicationUses(tx: Transaction, applicationId: string): Promise<Use[]> {
  const licenses = await findLicenseUses(tx, { applicationId });
  const where = { applicationId };
  const total = await tx.client.count({ where });
  if (total === 0) return licenses;
  const clients = await tx.client.findMany({ where, select: { id: true }, orderBy: { id: 'asc' }, take: maxNamedUses });
  return [...licenses, { path: 'clients', names: clients.map(({ id }) => id), total }];
}
