import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner, inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { beginEnd, type Ending, endBatch, finishEnd } from './end-directory.js';
import { findDirectory } from './find-directory.js';

/**
 * Deletes a directory. From the first moment its tokens are not valid. The users that it manages are suspended as if
 * the directory had deleted them, in batches, and its groups are deleted. The last owner stays active. The row is
 * deleted last: if something fails in between, the job that ends directories goes on.
 */
export async function deleteDirectory(services: ScimServices, call: DirectoryCall) {
  const { db, issuer } = services;
  const { tenantId, principal } = call;
  const { id: directoryId } = await changeAsFreshOwner(db, call, async (tx) => {
    const wanted = { tenantId, directoryId: call.directoryId, issuer, ending: true };
    const found = await findDirectory(tx, wanted);
    await beginEnd(tx, { directoryId: found.id });
    return found;
  });
  const suspended = await endInBatches(services, { tenantId, directoryId });
  return changeAsFreshOwner(db, call, async (tx) => {
    await finishEnd(tx, services, { tenantId, directoryId, suspended, actor: actorOf(principal) });
    return reply({
      success: true,
      message: 'The directory was deleted. Its users are suspended, its groups are deleted.',
    });
  });
}

/** Undoes what a directory has made, a batch at a time. Returns how many members were suspended. */
export async function endInBatches(services: ScimServices, directory: Ending): Promise<number> {
  const { tenantId } = directory;
  let suspended = 0;
  for (let more = true; more; ) {
    const batch = await inTenantTransaction(
      { db: services.db, tenantId, locks: 'tenant', timeout: 60_000 },
      async (tx) =>
        (await lockTenantRow(tx, tenantId)) ? endBatch(tx, services, directory) : { suspended: 0, more: false },
    );
    suspended += batch.suspended;
    more = batch.more;
  }
  return suspended;
}
