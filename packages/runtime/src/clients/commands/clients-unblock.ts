import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Lets a blocked client be used again. */
export const clientsUnblockCommand: IdentityCommand = {
  usage: 'clients unblock <client-id> [options]',
  summary: 'Lets a blocked client be used again',
  details: 'What has ended stays ended: users sign in again.',
  operands: ['client-id'],
  options: databaseOption,
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const { unblockClient } = await import('../block-client.js');
    await invocation.withDatabase((services) => unblockClient(services, { clientId, actor: commandActor }));
    invocation.result({ id: clientId, blockedAt: null }, [`The client ${clientId} can be used again.`]);
    return exitCodes.done;
  },
};
