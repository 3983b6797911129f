import { commandActor, confirm, confirmOption, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Deletes a client with everything that was issued to it. */
export const clientsDeleteCommand: IdentityCommand = {
  usage: 'clients delete <client-id> [options]',
  summary: 'Deletes a client; its grants and tokens end at once',
  details: 'If the seed lists the client, its next run creates it again: remove it from the seed first.',
  operands: ['client-id'],
  options: { ...confirmOption, ...databaseOption },
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const [{ getClient }, { deleteClient }] = await Promise.all([
      import('../get-client.js'),
      import('../delete-client.js'),
    ]);
    return invocation.withDatabase(async (services) => {
      const { name } = await getClient(services.db, clientId);
      await confirm(invocation, `Delete the client ${clientId} (${name}) with all its grants and tokens?`);
      await deleteClient(services, { clientId, actor: commandActor });
      invocation.result({ id: clientId, deleted: true }, [
        `The client ${clientId} is deleted, and its grants and tokens have ended.`,
      ]);
      return exitCodes.done;
    });
  },
};
