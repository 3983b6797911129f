import { commandActor, exitCodes } from '@org/identity-core/commands';
import type { IdentityInvocation } from '@org/identity-prisma';
import type { ImportWork } from '../imports/import-work.js';

/** Takes an import back, and says what is left of it. */
export async function undoImport(
  imports: ImportWork,
  invocation: IdentityInvocation,
  importId: string,
): Promise<number> {
  const undone = await imports.undo({ importId, actor: commandActor });
  const { id, erased, kept, tenants } = undone;
  invocation.result(undone, [
    `The import ${id} was taken back: ${erased} accounts and ${tenants} tenants are gone.`,
    ...(kept > 0 ? [`${kept} accounts stay: they were used or changed since, or a tenant needs them.`] : []),
  ]);
  return exitCodes.done;
}
