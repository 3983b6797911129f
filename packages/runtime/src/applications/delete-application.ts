import { type Actor, inUse, reply } from '@org/identity-core';
import { inTransaction, type Transaction } from '@org/identity-prisma';
import type { ClientServices } from '../clients/create-client.js';
import { findApplicationUses } from './application-uses.js';
import { applicationNotFound, lockApplicationRow, lockLicenseTypeRows } from './lock-application.js';

/**
 * Deletes an application that nothing uses, with its license types. The locks wait for clients, subscriptions, rules and
 * requests that are being added, so what is found in use is all there is; what comes later finds no application.
 */
export function deleteApplication(
  { db, events }: ClientServices,
  { applicationId, actor }: { applicationId: string; actor: Actor },
) {
  const remove = async (tx: Transaction) => {
    const application = await lockApplicationRow(tx, applicationId);
    if (!application) throw applicationNotFound(applicationId);
    const { id, name } = application;
    const licenseTypes = await lockLicenseTypeRows(tx, id);
    const uses = await findApplicationUses(tx, id);
    if (uses.length > 0) throw inUse('The application is in use; see details.', uses);
    await tx.application.delete({ where: { id } });
    const data = { name, licenseTypes };
    await events.publish(tx, { type: 'application.deleted', tenantId: null, actor, subjectId: id, data });
    return reply({ success: true, message: 'The application was deleted.' });
  };
  return inTransaction(db, remove);
}
