import { beginTokenExchange, exchangeGrantType, findSubjectToken, type SubjectToken } from '@org/identity-prisma';
import type { AccessToken, Client, KoaContextWithOIDC } from 'oidc-provider';
import { errors } from '../oidc-provider.js';
import { provenKey } from '../patches/dpop-proof.js';
import { type Act, actOf, type ExchangedToken } from '../token-claims.js';
import { allowedScopes, findAgent } from './exchange-rights.js';
import { exchangeTarget } from './exchange-target.js';
import { recordExchange } from './record-exchange.js';
import { accessTokenType, readToken, requireActor, textParameter } from './subject-parameters.js';
import type { TokenExchangeParts } from './token-exchange-parts.js';

/** How many tokens may come before an exchanged one. The database refuses a longer chain as well. */
const maxSubjects = 3;

/**
 * Issues an access token in exchange for another one (RFC 8693): for the same user, tenant and grant, with the same scopes or
 * fewer, and no longer than the other one lives. It says in `act` which client acts for the user. With a proof of a key
 * (RFC 9449) the new token is bound to that key. A token that is bound to a key is exchanged only with a proof of this key.
 */
export async function exchangeToken(ctx: KoaContextWithOIDC, parts: TokenExchangeParts): Promise<void> {
  const { pool } = parts.tokens;
  const client = ctx.oidc.client as Client;
  const key = await provenKey(ctx, client);
  requireClient(client, key);
  await requireActor(ctx, parts, key);
  const subject = await findSubject(ctx, parts, key);
  const agent = await findAgent(pool, { client, subject });
  const target = await exchangeTarget(ctx, parts, { client, subject });
  const scope = allowedScopes(ctx, { agent, subject, target });
  const grant = await ctx.oidc.provider.Grant.find(String(subject.payload.grantId));
  if (!grant) throw refused();
  ctx.oidc.entity('Grant', grant);
  const written = beginTokenExchange(subject.hashes, client.clientId);
  const token = newToken(ctx, { client, subject, scope, audience: target?.identifier, key });
  ctx.oidc.entity('AccessToken', token);
  const value = await token.save();
  if (written.isFirst) await recordExchange(parts, { subject, agentId: client.clientId, audience: token.aud });
  ctx.body = {
    access_token: value,
    issued_token_type: accessTokenType,
    token_type: key === undefined ? 'Bearer' : 'DPoP',
    expires_in: Math.min(token.expiration, (token.exp ?? 0) - Math.floor(Date.now() / 1000)),
    ...(scope.length > 0 ? { scope: scope.join(' ') } : {}),
  };
}

const refused = (why = 'the subject token is not a valid access token of a user') => new errors.InvalidRequest(why);

/** Tokens of some clients are bound to a key. A bearer token would be less than they have promised. */
function requireClient(client: Client, key: string | undefined): void {
  // The published types do not include both properties.
  const { dpopBoundAccessTokens, clientAuthMethod } = client as Client & { dpopBoundAccessTokens?: boolean };
  if (clientAuthMethod === 'none') throw new errors.UnauthorizedClient('token exchange needs a client with a secret');
  if (dpopBoundAccessTokens && key === undefined)
    throw new errors.InvalidRequest('clients with bound tokens need a DPoP proof');
}

/** The token in `subject_token`. One answer for ID tokens, refresh tokens, tokens of machines, and those that have ended. */
async function findSubject(
  ctx: KoaContextWithOIDC,
  parts: TokenExchangeParts,
  key: string | undefined,
): Promise<SubjectToken> {
  const token = textParameter(ctx, 'subject_token');
  if (token === undefined) throw refused('subject_token is required');
  if (textParameter(ctx, 'subject_token_type') !== accessTokenType) {
    throw refused(`subject_token_type must be ${accessTokenType}`);
  }
  const requested = textParameter(ctx, 'requested_token_type');
  if (requested !== undefined && requested !== accessTokenType) {
    throw refused(`requested_token_type must be ${accessTokenType}, or be left out`);
  }
  const read = await readToken(token, parts);
  const subject = read && (await findSubjectToken(parts.tokens.pool, read.jti));
  if (!subject) throw refused();
  const { jkt, 'x5t#S256': certificate } = subject.payload;
  // Whoever presents it has not proved to have the key.
  if (certificate || (jkt && key === undefined)) throw refused('the subject token is bound to a key');
  if (jkt && jkt !== key) throw refused('the subject token is bound to another key');
  if (subject.hashes.length > maxSubjects) throw refused(`a chain of agents has ${maxSubjects} members at most`);
  if ((subject.payload.exp ?? 0) <= Math.floor(Date.now() / 1000)) throw refused();
  return subject;
}

interface NewToken {
  client: Client;
  subject: SubjectToken;
  scope: readonly string[];
  audience: string | undefined;
  /** The thumbprint of the key that it is bound to. */
  key: string | undefined;
}

function newToken(
  ctx: KoaContextWithOIDC,
  { client, subject, scope, audience, key }: NewToken,
): AccessToken & ExchangedToken {
  const { AccessToken } = ctx.oidc.provider;
  const { accountId, grantId, sid, exp = 0, extra } = subject.payload;
  const token = new AccessToken({
    client,
    accountId: String(accountId),
    grantId: String(grantId),
    gty: exchangeGrantType,
    ...(sid === undefined ? {} : { sid }),
    ...(scope.length > 0 ? { scope: scope.join(' ') } : {}),
    // The required properties of the published type are those of another grant.
  } as unknown as ConstructorParameters<typeof AccessToken>[0]);
  if (audience !== undefined) token.setAudience(audience);
  if (key !== undefined) Object.assign(token, { jkt: key });
  const before = actOf({ kind: 'AccessToken', gty: subject.payload['gty'], extra } as unknown as AccessToken).act;
  const act: Act = { sub: client.clientId, ...(before ? { act: before } : {}) };
  const agentId = client.clientId === subject.firstClientId ? undefined : client.clientId;
  // With `exp`, oidc-provider computes no other end: not a second later than that of the subject.
  const end = Math.min(exp, Math.floor(Date.now() / 1000) + token.expiration);
  return Object.assign(token, { act, agentId, exp: end });
}
