import { commandActor, confirm, confirmOption, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Deletes an API with its scopes. */
export const apisDeleteCommand: IdentityCommand = {
  usage: 'apis delete <identifier> [options]',
  summary: 'Deletes an API; nobody gets a token for it any more',
  details: 'If the seed lists the API, its next run creates it again: remove it from the seed first.',
  operands: ['identifier'],
  options: { ...confirmOption, ...databaseOption },
  async run(invocation) {
    const [identifier = ''] = invocation.positionals;
    const [{ getApiByIdentifier }, { deleteApi }] = await Promise.all([
      import('../get-api.js'),
      import('../delete-api.js'),
    ]);
    return invocation.withDatabase(async (services) => {
      const { id: apiId, name } = await getApiByIdentifier(services.db, identifier);
      await confirm(invocation, `Delete the API ${identifier} (${name}) with its scopes and consents?`);
      await deleteApi(services, { apiId, actor: commandActor });
      invocation.result({ identifier, deleted: true }, [
        `The API ${identifier} is deleted. Nobody gets a token for it any more.`,
      ]);
      return exitCodes.done;
    });
  },
};
