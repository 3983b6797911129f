import { type Command, databaseOption, exitCodes, type Values } from './command.js';
import { commandActor, withDatabase } from './open-command-database.js';

/** Adds a client; where it has a secret, that is made here and printed once. */
export const clientsCreateCommand: Command = {
  usage: 'clients create --id <id> --name <name> --type <type> [options]',
  summary: 'Adds a client; its secret is made by the command and printed once',
  details: 'A client that the seed lists is brought to what the seed says with its next run, its secret as well.',
  options: {
    id: { type: 'string', value: 'id', help: 'The client_id' },
    name: { type: 'string', value: 'name', help: 'What people see' },
    type: { type: 'string', value: 'type', help: 'CONFIDENTIAL, SPA or MACHINE' },
    'redirect-uri': { type: 'string', multiple: true, value: 'uri', help: 'An exact address, not for MACHINE' },
    'post-logout-redirect-uri': { type: 'string', multiple: true, value: 'uri', help: 'Where logout may lead' },
    'backchannel-logout-uri': { type: 'string', value: 'uri', help: 'Where the client is told of ended sessions' },
    origin: { type: 'string', multiple: true, value: 'origin', help: 'A browser origin that may call the API' },
    scope: { type: 'string', multiple: true, value: 'scope', help: 'A scope it may ask for; MACHINE needs one' },
    'first-party': { type: 'boolean', help: 'Nobody is asked for consent; not for MACHINE' },
    'license-claims': { type: 'boolean', help: 'Tokens say which license the person holds' },
    application: { type: 'string', value: 'name', help: 'The application that it belongs to' },
    tenant: { type: 'string', value: 'slug', help: 'The only tenant that it serves' },
    ...databaseOption,
  },
  async run(invocation) {
    const [{ newOneTimeSecret }, { ClientInput }, { createClient }] = await Promise.all([
      import('@org/identity-core'),
      import('../clients/client-input.js'),
      import('../clients/create-client.js'),
    ]);
    const given = inputOf(invocation.values);
    const secret = given['type'] === 'SPA' ? undefined : newOneTimeSecret().secret;
    const client = ClientInput.parse(secret === undefined ? given : { ...given, secret });
    await withDatabase(invocation, (services) => createClient(services, { client, actor: commandActor }));
    const lines = [`The client ${client.id} was added.`];
    if (secret !== undefined) lines.push(`Its secret, which is not shown again: ${secret}`);
    invocation.result({ id: client.id, type: client.type, ...(secret === undefined ? {} : { secret }) }, lines);
    return exitCodes.done;
  },
};

const fields: Readonly<Record<string, string>> = {
  id: 'id',
  name: 'name',
  'redirect-uri': 'redirectUris',
  'post-logout-redirect-uri': 'postLogoutRedirectUris',
  'backchannel-logout-uri': 'backchannelLogoutUri',
  origin: 'origins',
  scope: 'scopes',
  'first-party': 'firstParty',
  'license-claims': 'licenseClaims',
  application: 'application',
  tenant: 'tenant',
};

/** What the seed's own schema checks; what was not given stays away, so that its defaults hold. */
function inputOf(values: Values): Record<string, unknown> {
  const entries = Object.entries(fields).flatMap(([option, field]) =>
    values[option] === undefined ? [] : [[field, values[option]] as const],
  );
  const type = typeof values['type'] === 'string' ? values['type'].toUpperCase() : undefined;
  return { type, ...Object.fromEntries(entries) };
}
