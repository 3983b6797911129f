import { commandActor } from '../database/open-command-database.js';
import type { CommandServer } from '../database/open-command-server.js';
import { exitCodes, type Invocation } from '../line/command.js';

/** Takes an import back, and says what is left of it. */
export async function undoImport(
  { services }: Pick<CommandServer, 'services'>,
  invocation: Invocation,
  importId: string,
): Promise<number> {
  if (!services.imports) throw new Error('No plugin of the host imports people.');
  const undone = await services.imports.undo({ importId, actor: commandActor });
  const { id, erased, kept, tenants } = undone;
  invocation.result(undone, [
    `The import ${id} was taken back: ${erased} accounts and ${tenants} tenants are gone.`,
    ...(kept > 0 ? [`${kept} accounts stay: they were used or changed since, or a tenant needs them.`] : []),
  ]);
  return exitCodes.done;
}
