import { commandActor, confirm, confirmOption, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Blocks a client in all tenants. */
export const clientsBlockCommand: IdentityCommand = {
  usage: 'clients block <client-id> [options]',
  summary: 'Blocks a client in all tenants; its grants and tokens end at once',
  details:
    'Nobody can sign in with it until you unblock it. The seed and other changes of the client do not unblock it.',
  operands: ['client-id'],
  options: { ...confirmOption, ...databaseOption },
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const [{ getClient }, { blockClient }] = await Promise.all([
      import('../get-client.js'),
      import('../block-client.js'),
    ]);
    return invocation.withDatabase(async (services) => {
      const { name } = await getClient(services.db, clientId);
      const question = `Block the client ${clientId} (${name}) and end all its grants and tokens?`;
      await confirm(invocation, question, 'blocked');
      const { blockedAt } = await blockClient(services, { clientId, actor: commandActor });
      invocation.result({ id: clientId, blockedAt }, [
        `The client ${clientId} is blocked, and its grants and tokens have ended.`,
      ]);
      return exitCodes.done;
    });
  },
};
