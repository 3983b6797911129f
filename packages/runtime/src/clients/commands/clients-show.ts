import { databaseOption, exitCodes, facts } from '@org/identity-core/commands';
import type { IdentityCommand } from '@org/identity-prisma';

/** Shows a client without its secrets. */
export const clientsShowCommand: IdentityCommand = {
  usage: 'clients show <client-id> [options]',
  summary: 'Shows one client; for its secrets only when they were created and when they expire',
  operands: ['client-id'],
  options: databaseOption,
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const [{ getClient }, { clientFacts }] = await Promise.all([
      import('../get-client.js'),
      import('./client-facts.js'),
    ]);
    const client = await invocation.withDatabase(({ db }) => getClient(db, clientId));
    invocation.result(
      client,
      facts([
        ['id', client.id],
        ['name', client.name],
        ['type', client.type],
        ...clientFacts(client),
        ['secrets', client.secrets.map(({ createdAt, expiresAt }) => lifeOf(createdAt, expiresAt))],
        ['blocked at', client.blockedAt],
        ['confirmed', client.confirmed],
        ['created at', client.createdAt],
        ['updated at', client.updatedAt],
      ]),
    );
    return exitCodes.done;
  },
};

function lifeOf(createdAt: Date, expiresAt: Date | null): string {
  return `created ${createdAt.toISOString()}${expiresAt ? `, expires ${expiresAt.toISOString()}` : ''}`;
}
