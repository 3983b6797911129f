import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { Command } from '../line/command.js';
import { clientOptions, givenFields } from './client-options.js';

/** Changes a client. */
export const clientsUpdateCommand: Command = {
  usage: 'clients update <client-id> [options]',
  summary: 'Changes a client; running servers notice at once',
  details: `Fields that you do not give stay as they are. A list is replaced as a whole, --no-first-party removes a right, and an
empty value clears a field (--tenant ''). The type cannot be changed: create another client. A client that loses a scope
or gets another tenant loses its grants and tokens. If the seed lists the client, its next run overwrites it.`,
  operands: ['client-id'],
  negatable: true,
  get options() {
    return { ...clientOptions(), ...databaseOption };
  },
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const changes = givenFields(invocation.values);
    if (Object.keys(changes).length === 0) throw new Error('Nothing to change: give at least one option.');
    const { updateClient } = await import('../../clients/update-client.js');
    const client = await invocation.withDatabase((services) =>
      updateClient(services, { clientId, changes, actor: commandActor }),
    );
    const { changed } = client;
    invocation.result(client, [
      changed.length === 0
        ? `Nothing was changed: ${clientId} already has these values.`
        : `Changed for the client ${clientId}: ${changed.join(', ')}.`,
    ]);
    return exitCodes.done;
  },
};
