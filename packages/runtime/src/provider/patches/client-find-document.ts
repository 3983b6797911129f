import { type IdentityError, isIdentityError } from '@org/identity-core';
import type { Client } from 'oidc-provider';
import { documentRules } from '../../client-documents/document-url.js';
import type { DocumentReader } from '../../client-documents/refresh-document.js';
import { once } from '../../once.js';
import { documentTimesOf } from '../client-metadata.js';
import { Provider } from '../oidc-provider.js';
import { callingWideNetwork, refuseTooMany } from '../token-limits.js';
import type { PatchParts } from './patch.js';

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** A document that can no longer be read ends the refresh tokens of its client this long after it was last read. */
const maxAgeMilliseconds = 3 * dayMilliseconds;
/** As long as a document cannot be read, new sign-ins use the copy for this time after it was due. */
const maxOverdueMilliseconds = dayMilliseconds;
/** Where a client begins something: its document has to be there. */
const beginnings = new Set(['authorization', 'pushed_authorization_request']);

/**
 * Finds clients whose id is the URL of a document (CIMD). The row in `clients` is what counts: it is written when the
 * document is read, and every other request uses it as it is. oidc-provider's own feature is off, because it keeps the
 * clients in memory, where no consent can refer to them, and would read the document at every endpoint.
 *
 * It must wrap the other changes of `find`: a request beyond a limit reads no document.
 */
export function readClientDocuments(provider: Provider, parts: PatchParts): void {
  const { Client } = provider;
  const find = Client.find.bind(Client);
  const { clientIdMetadataDocuments, allowPrivateNetworks, privateKeyJwt, privateSchemes, brand } = parts.settings;
  const { foreignClients: limits } = parts.settings.limits;
  const isAllowed = documentRules(clientIdMetadataDocuments, { allowHttp: allowPrivateNetworks });
  const { db, events, fetch, logger } = parts;
  const reader = once(async (): Promise<DocumentReader> => {
    const { createDocumentReader } = await import('../../client-documents/refresh-document.js');
    const { productName } = brand;
    return createDocumentReader({ db, events, fetch, logger, privateKeyJwt, privateSchemes, productName, limits });
  });
  Client.find = async (id) => {
    // An id that somebody has chosen by hand never contains a colon.
    if (typeof id !== 'string' || !id.includes(':')) return find(id);
    // Also if its row exists: the option was switched off, or its host is no longer allowed.
    if (!isAllowed(id)) return undefined;
    const client = await find(id);
    const need = needOf(client);
    if (need === 'nothing') return client;
    const outcome = await (await reader())
      .refresh(id, callingWideNetwork())
      .catch((error: unknown) => (need !== 'current' && isRateLimit(error) ? 'unreadable' : refuse(error)));
    if (outcome === 'read') return find(id);
    // A document that its host has withdrawn, or that is no longer accepted, begins nothing new.
    const mayUseCopy = need === 'may be old' || (need === 'may be overdue' && outcome === 'unreadable');
    return mayUseCopy ? client : undefined;
  };
}

const noTimes = { readAt: undefined, until: undefined };

const isRateLimit = (error: unknown): error is IdentityError => isIdentityError(error) && error.code === 'RATE_LIMITED';

function refuse(error: unknown): never {
  const oidc = Provider.ctx?.oidc;
  // Otherwise the error handler of oidc-provider would look for the client once more.
  if (oidc) Object.assign(oidc, { noclient: true });
  // Browsers get a page, programs an error of OAuth.
  if (isRateLimit(error) && oidc?.route !== 'authorization') refuseTooMany(Number(error.headers['Retry-After']));
  throw error;
}

/**
 * What a request needs: a row that is up to date, one that may be overdue while the host of its document does not respond, one
 * that may be old whatever is wrong with its document, or only the row.
 */
function needOf(client: Client | undefined): 'current' | 'may be overdue' | 'may be old' | 'nothing' {
  const oidc = Provider.ctx?.oidc;
  const { readAt = 0, until = 0 } = client ? documentTimesOf(client) : noTimes;
  if (!oidc || until > Date.now()) return 'nothing';
  if (beginnings.has(oidc.route))
    return client && until > Date.now() - maxOverdueMilliseconds ? 'may be overdue' : 'current';
  // A code was issued for the row as it was checked at the beginning.
  const isRefresh = oidc.route === 'token' && oidc.body?.['grant_type'] === 'refresh_token';
  if (!client || !isRefresh) return 'nothing';
  return readAt < Date.now() - maxAgeMilliseconds ? 'current' : 'may be old';
}
