import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Confirms a client that a machine has made or changed. */
export const clientsConfirmCommand: IdentityCommand = {
  usage: 'clients confirm <client-id> [options]',
  summary: 'Confirms a client that a machine of the platform has made or changed',
  details: 'Through it, super admins have no rights until then. Read the client with "clients show" first.',
  operands: ['client-id'],
  options: databaseOption,
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const { confirmClient } = await import('../confirm-client.js');
    await invocation.withDatabase((services) => confirmClient(services, { clientId, actor: commandActor }));
    invocation.result({ id: clientId, confirmed: true }, [`The client ${clientId} is confirmed.`]);
    return exitCodes.done;
  },
};
