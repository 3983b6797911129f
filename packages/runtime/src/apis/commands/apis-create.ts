import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';
import { apiOptions, givenApiFields } from './api-options.js';

/** Adds an API that clients can get tokens for. */
export const apisCreateCommand: IdentityCommand = {
  usage: 'apis create --identifier <uri> --name <name> [options]',
  summary: 'Adds an API that clients can get tokens for',
  details: 'If the seed lists the API, the next run of the seed overwrites it.',
  options: {
    identifier: { type: 'string', value: 'uri', help: 'The resource of a request and the aud of its tokens' },
    ...apiOptions,
    ...databaseOption,
  },
  async run(invocation) {
    const [{ ApiInput }, { createApi }] = await Promise.all([import('../api-input.js'), import('../create-api.js')]);
    const { values } = invocation;
    const api = ApiInput.parse({ identifier: values['identifier'], ...givenApiFields(values) });
    const created = await invocation.withDatabase((services) => createApi(services, { api, actor: commandActor }));
    invocation.result(created, [`The API ${created.identifier} was added with the id ${created.id}.`]);
    return exitCodes.done;
  },
};
