import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';
import { apiOptions, givenApiFields } from './api-options.js';

/** Changes an API. */
export const apisUpdateCommand: IdentityCommand = {
  usage: 'apis update <identifier> [options]',
  summary: 'Changes an API; running servers notice at once',
  details: `Fields that you do not give stay as they are. A list is replaced as a whole, and an empty value (--client '') makes it
empty. --no-open closes it for clients that are not listed. The identifier cannot be changed. Clients and consents lose
the scopes that you remove. If the seed lists the API, its next run overwrites it.`,
  operands: ['identifier'],
  negatable: true,
  options: { ...apiOptions, ...databaseOption },
  async run(invocation) {
    const [identifier = ''] = invocation.positionals;
    const given = givenApiFields(invocation.values);
    if (Object.keys(given).length === 0) throw new Error('Nothing to change: give at least one option.');
    const [{ ApiChanges }, { getApiByIdentifier }, { updateApi }] = await Promise.all([
      import('../api-input.js'),
      import('../get-api.js'),
      import('../update-api.js'),
    ]);
    const changes = ApiChanges.parse(given);
    const api = await invocation.withDatabase(async (services) => {
      const { id: apiId } = await getApiByIdentifier(services.db, identifier);
      return updateApi(services, { apiId, changes, actor: commandActor });
    });
    const { changed } = api;
    invocation.result(api, [
      changed.length === 0
        ? `Nothing was changed: ${identifier} already has these values.`
        : `Changed for the API ${identifier}: ${changed.join(', ')}.`,
    ]);
    return exitCodes.done;
  },
};
