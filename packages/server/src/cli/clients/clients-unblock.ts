import { commandActor, withDatabase } from '../database/open-command-database.js';
import { type Command, databaseOption, exitCodes } from '../line/command.js';

/** Lets a blocked client be used again. */
export const clientsUnblockCommand: Command = {
  usage: 'clients unblock <client-id> [options]',
  summary: 'Lets a blocked client be used again',
  details: 'What has ended stays ended: users sign in again.',
  operands: ['client-id'],
  options: databaseOption,
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const { unblockClient } = await import('../../clients/block-client.js');
    await withDatabase(invocation, (services) => unblockClient(services, { clientId, actor: commandActor }));
    invocation.result({ id: clientId, blockedAt: null }, [`The client ${clientId} can be used again.`]);
    return exitCodes.done;
  },
};
