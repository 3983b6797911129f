import { findExchangeAccess, givenIn, type SubjectToken } from '@org/identity-prisma';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { errors } from '../oidc-provider.js';
import type { TokenExchangeParts } from './token-exchange-parts.js';

// The longest identifier of an API.
const maxLength = 2000;

/** An API, and its scopes that the client may have for the user and in exchange for the token now. */
export interface TargetApi {
  readonly identifier: string;
  readonly scopes: readonly string[];
}

/**
 * The API that `resource` (RFC 8707) or `audience` names. Returns undefined for our own one, which is the default. A token for
 * another API says nothing about ours, so it is never exchanged for one that our API accepts.
 */
export async function exchangeTarget(
  ctx: KoaContextWithOIDC,
  { settings, tokens }: TokenExchangeParts,
  { client, subject }: { client: Client; subject: SubjectToken },
): Promise<TargetApi | undefined> {
  const { resource, audience } = ctx.oidc.params ?? {};
  const named = [...new Set([resource, audience].flat().filter((value) => value !== undefined && value !== ''))];
  if (named.length > 1) throw refused('a token is for one API: send one resource or audience');
  const [identifier] = named;
  const ofSubject = subject.payload['aud'];
  const wanted = identifier ?? ofSubject ?? tokens.audience;
  if (typeof wanted !== 'string' || wanted.length > maxLength || wanted.includes('\u0000')) {
    throw refused('resource or audience names no API');
  }
  if (wanted === tokens.audience || wanted === settings.issuer) {
    if (ofSubject !== undefined) throw refused('a token for another API is not exchanged for one of this service');
    return undefined;
  }
  const { userId, origin, tenant } = subject.state;
  const key = { identifier: wanted, clientId: client.clientId, userId, givenIn: givenIn(origin, tenant?.id) };
  const scopes = await findExchangeAccess(tokens.pool, key, subject.hashes);
  // One answer, so that nobody learns which APIs there are.
  if (!scopes) throw refused('there is no such API, or the client may not use it');
  return { identifier: wanted, scopes };
}

const refused = (description: string) => new errors.InvalidTarget(description);
