import { type Command, databaseOption, exitCodes } from './command.js';
import { facts } from './facts.js';
import { withDatabase } from './open-command-database.js';

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
    const { requireNonce, secrets } = client;
    invocation.result(
      client,
      facts([
        ['id', client.id],
        ['name', client.name],
        ['type', client.type],
        ['first-party', client.firstParty],
        ['application', client.application],
        ['tenant', client.tenant],
        ['scopes', client.scopes.join(' ')],
        ['redirect URIs', client.redirectUris],
        ['post-logout redirect URIs', client.postLogoutRedirectUris],
        ['back-channel logout URI', client.backchannelLogoutUri],
        ['start URL', client.startUrl],
        ['origins', client.origins],
        ['license claims', client.licenseClaims],
        ['nonce required', requireNonce === null ? 'as the server says' : requireNonce],
        ['ID token claims', client.idTokenClaims],
        ['home page', client.clientUri],
        ['logo', client.logoUri],
        ['privacy policy', client.policyUri],
        ['terms of service', client.tosUri],
        ['secrets', secrets.map(({ createdAt, expiresAt }) => lifeOf(createdAt, expiresAt))],
        ['created at', client.createdAt],
        ['updated at', client.updatedAt],
      ]),
    );
    return exitCodes.done;
  },
};

function lifeOf(createdAt: Date, expiresAt: Date | null): string {
  return `made ${createdAt.toISOString()}${expiresAt ? `, ends ${expiresAt.toISOString()}` : ''}`;
}
