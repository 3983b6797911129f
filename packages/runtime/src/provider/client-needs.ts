import type { ClientNeed } from '@org/identity-prisma';
import type { ServerSettings } from '../options.js';
import { errors } from './oidc-provider.js';

/** The options that clients may need. */
export type SecuritySettings = Pick<
  ServerSettings,
  'pushedAuthorizationRequests' | 'dPoP' | 'privateKeyJwt' | 'accessTokenAlgorithm'
>;

/** Returns the option that has to be turned on for a need of a client, or undefined if the server meets it. */
export function missingOption(settings: SecuritySettings, need: string): string | undefined {
  const missing: Record<ClientNeed, string | undefined> = {
    par: settings.pushedAuthorizationRequests ? undefined : 'pushedAuthorizationRequests',
    dpop: settings.dPoP ? undefined : 'dPoP',
    private_key_jwt: settings.privateKeyJwt ? undefined : 'privateKeyJwt',
    // The profile does not allow RS256.
    fapi2: settings.accessTokenAlgorithm === 'RS256' ? 'accessTokenAlgorithm, as ES256 or EdDSA' : undefined,
  };
  return Object.hasOwn(missing, need) ? missing[need as ClientNeed] : `${need}, which this version does not know`;
}

/**
 * Refuses a client that needs an option which is off. oidc-provider would ignore the fields of the client, and would require
 * less of it. This runs whenever a client is read, so it holds for clients of the seed and of commands as well.
 */
export function checkNeeds(settings: SecuritySettings) {
  return (_ctx: unknown, name: string, needs: unknown, metadata: Record<string, unknown>): void => {
    if (name !== 'identity_needs' || !Array.isArray(needs)) return;
    const option = needs.map((need) => missingOption(settings, String(need))).find((found) => found !== undefined);
    if (option) throw new errors.InvalidClientMetadata(`this client needs an option of the server: ${option}`);
    if (needs.includes('fapi2')) applyProfile(metadata, settings);
  };
}

/** The rules of the profile that concern the client as a whole. Those for a new client are in `ClientInput` as well. */
function applyProfile(metadata: Record<string, unknown>, { accessTokenAlgorithm }: SecuritySettings): void {
  const uris = [metadata['redirect_uris'] ?? []].flat().map(String);
  if (metadata['token_endpoint_auth_method'] !== 'private_key_jwt' || !uris.every((uri) => uri.startsWith('https:')))
    throw new errors.InvalidClientMetadata('a client with the profile fapi2 needs private_key_jwt and https');
  // Was RS256, as for all other clients.
  metadata['id_token_signed_response_alg'] = accessTokenAlgorithm;
}
