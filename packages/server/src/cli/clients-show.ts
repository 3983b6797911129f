import type { ClientField } from '@org/identity-core';
import { clientFieldNames, clientFields } from '@org/identity-core/client-fields';
import type { ClientDetails } from '../clients/client-details.js';
import { type Command, databaseOption, exitCodes } from './command.js';
import { type FactValue, facts } from './facts.js';
import { withDatabase } from './open-command-database.js';

/** Behind every place that a field can have. */
const last = Number.MAX_SAFE_INTEGER;

/** Shows a client, never its secrets. */
export const clientsShowCommand: Command = {
  usage: 'clients show <client-id> [options]',
  summary: 'Shows one client; for its secrets only when they were made and when they end',
  operands: ['client-id'],
  options: databaseOption,
  async run(invocation) {
    const [clientId = ''] = invocation.positionals;
    const { getClient } = await import('../clients/get-client.js');
    const client = await withDatabase(invocation, ({ db }) => getClient(db, clientId));
    invocation.result(
      client,
      facts([
        ['id', client.id],
        ['name', client.name],
        ['type', client.type],
        ...fieldFacts(client),
        ['secrets', client.secrets.map(({ createdAt, expiresAt }) => lifeOf(createdAt, expiresAt))],
        ['created at', client.createdAt],
        ['updated at', client.updatedAt],
      ]),
    );
    return exitCodes.done;
  },
};

/** Those of the table that have a name for this list, with the most important ones first. */
function fieldFacts(client: ClientDetails): (readonly [name: string, value: FactValue])[] {
  const shown = clientFieldNames.flatMap((field) => {
    const { kind, shown: named }: ClientField = clientFields[field];
    if (!named) return [];
    const value = client[field];
    const text = named.onOneLine && Array.isArray(value) ? value.join(' ') : value;
    return {
      place: named.place ?? last,
      fact: [named.as, kind === 'rule' ? (text ?? 'as the server says') : text] as const,
    };
  });
  return shown.toSorted((one, other) => one.place - other.place).map(({ fact }) => fact);
}

function lifeOf(createdAt: Date, expiresAt: Date | null): string {
  return `made ${createdAt.toISOString()}${expiresAt ? `, ends ${expiresAt.toISOString()}` : ''}`;
}
