import { type Command, databaseOption, exitCodes, type Invocation, type Values } from './command.js';
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
    'start-url': { type: 'string', value: 'url', help: 'Where an accepted invitation leads' },
    origin: { type: 'string', multiple: true, value: 'origin', help: 'A browser origin that may call the API' },
    scope: { type: 'string', multiple: true, value: 'scope', help: 'A scope it may ask for; MACHINE needs one' },
    'first-party': { type: 'boolean', help: 'Nobody is asked for consent; not for MACHINE' },
    'license-claims': { type: 'boolean', help: 'Tokens say which license the person holds' },
    'require-nonce': {
      type: 'string',
      value: 'yes|no',
      help: 'Whether sign-ins need a nonce (default: as the server says); asked for at a terminal',
    },
    'id-token-claims': { type: 'boolean', help: 'The ID token carries the profile and the email' },
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
    const given: Record<string, unknown> = { ...inputOf(invocation.values), ...(await nonceRule(invocation)) };
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
  'start-url': 'startUrl',
  origin: 'origins',
  scope: 'scopes',
  'first-party': 'firstParty',
  'license-claims': 'licenseClaims',
  'id-token-claims': 'idTokenClaims',
  application: 'application',
  tenant: 'tenant',
};

const nonceQuestion =
  'Does the library of this client send a nonce? Most do only when told to: see "Your client library" in the docs. [yes/no, empty: as the server says]';

/** Most client libraries send no nonce unless they are told to, so it is better to ask than to fail at the first sign-in. */
async function nonceRule({ values, ask }: Invocation): Promise<{ requireNonce?: boolean }> {
  const isMachine = String(values['type'] ?? '').toUpperCase() === 'MACHINE';
  if (isMachine && values['require-nonce'] === undefined) return {};
  const answer = String(values['require-nonce'] ?? (await ask(nonceQuestion)) ?? '').toLowerCase();
  if (answer === '') return {};
  if (!['yes', 'y', 'no', 'n'].includes(answer)) throw new Error('--require-nonce is yes or no.');
  return { requireNonce: answer.startsWith('y') };
}

/** What the seed's own schema checks; what was not given stays away, so that its defaults hold. */
function inputOf(values: Values): Record<string, unknown> {
  const entries = Object.entries(fields).flatMap(([option, field]) =>
    values[option] === undefined ? [] : [[field, values[option]] as const],
  );
  const type = typeof values['type'] === 'string' ? values['type'].toUpperCase() : undefined;
  return { type, ...Object.fromEntries(entries) };
}
