import { commandActor, databaseOption, exitCodes } from '@org/identity-core/commands';
import type { Command, Invocation } from '../line/command.js';
import { clientOptions, givenFields } from './client-options.js';

/** Adds a client. If its type has a secret, the command creates one and prints it once. */
export const clientsCreateCommand: Command = {
  usage: 'clients create --id <id> --name <name> --type <type> [options]',
  summary: 'Adds a client; the command creates its secret and prints it once',
  details: `If the seed lists the client, the next run of the seed overwrites it, including its secret. In a terminal the command
asks whether the client sends a nonce.`,
  get options() {
    return {
      id: { type: 'string', value: 'id', help: 'The client_id' },
      type: { type: 'string', value: 'type', help: 'CONFIDENTIAL, SPA or MACHINE' },
      ...clientOptions(),
      ...databaseOption,
    } as const;
  },
  async run(invocation) {
    const [{ newOneTimeSecret }, { clientInput }, { createClient }] = await Promise.all([
      import('@org/identity-core'),
      import('../../clients/client-input.js'),
      import('../../clients/create-client.js'),
    ]);
    const { values } = invocation;
    const type = typeof values['type'] === 'string' ? values['type'].toUpperCase() : undefined;
    const answered = await askForNonce(invocation, type);
    const fields = givenFields(answered ? { ...values, 'require-nonce': answered } : values);
    const hasSecret = type !== 'SPA' && fields['authMethod'] === undefined;
    const secret = hasSecret ? newOneTimeSecret().secret : undefined;
    const given = { id: values['id'], type, ...fields };
    const client = clientInput().parse(secret === undefined ? given : { ...given, secret });
    await invocation.withDatabase((services) => createClient(services, { client, actor: commandActor }));
    const lines = [`The client ${client.id} was added.`];
    if (secret !== undefined) lines.push(`Its secret, which is not shown again: ${secret}`);
    invocation.result({ id: client.id, type: client.type, ...(secret === undefined ? {} : { secret }) }, lines);
    return exitCodes.done;
  },
};

const nonceQuestion =
  'Does the library of this client send a nonce? Most do so only if configured: see "Your client library" in the docs. [yes/no, empty: server default]';

/** Most client libraries send a nonce only if configured. So the command asks now, before the first sign-in fails. */
async function askForNonce({ values, ask }: Invocation, type: string | undefined): Promise<string | undefined> {
  return type === 'MACHINE' || values['require-nonce'] !== undefined ? undefined : ask(nonceQuestion);
}
