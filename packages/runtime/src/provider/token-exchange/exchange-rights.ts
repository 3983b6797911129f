import { userScopes } from '@org/identity-core';
import { type ExchangingClient, findExchangingClient, type SubjectToken } from '@org/identity-prisma';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { errors } from '../oidc-provider.js';
import type { TargetApi } from './exchange-target.js';
import { textParameter } from './subject-parameters.js';

/**
 * Throws if the client may not act for the user of the token. The operator's own clients may. Any other one needs the user's
 * consent, and the tenant must not have forbidden it. `token-state.ts` asks the same at every use.
 */
export async function findAgent(
  pool: Pool,
  { client, subject: { state } }: { client: Client; subject: SubjectToken },
): Promise<ExchangingClient> {
  const tenantId = state.tenant?.id ?? null;
  const { userId, origin } = state;
  const agent = await findExchangingClient(pool, { clientId: client.clientId, userId, origin, tenantId });
  if (!agent || agent.blocked) throw refused('the client may not exchange tokens');
  if (agent.tenantId !== null && agent.tenantId !== tenantId) throw refused('the client belongs to another tenant');
  if (agent.firstParty) return agent;
  if (!agent.consentedScopes) throw refused('the user has not allowed the client anything');
  if (!agent.allowedByTenant) throw refused('the tenant of the token does not allow the client');
  return agent;
}

// RFC 8693 §2.2.2: also for what policy forbids.
const refused = (description: string) => new errors.InvalidRequest(description);

interface Rights {
  agent: ExchangingClient;
  subject: SubjectToken;
  target: TargetApi | undefined;
}

/** The scopes of the new token: those requested, or all that are possible. Throws if one of them is not. */
export function allowedScopes(ctx: KoaContextWithOIDC, rights: Rights): readonly string[] {
  const possible = possibleScopes(rights);
  const requested = [...new Set(textParameter(ctx, 'scope')?.split(' ').filter(Boolean))];
  if (requested.length === 0) return possible;
  const missing = requested.filter((scope) => !possible.includes(scope));
  if (missing.length > 0) throw new errors.InvalidScope('requested scope is not allowed', missing.join(' '));
  return requested;
}

function possibleScopes({ agent, subject: { state }, target }: Rights): readonly string[] {
  if (target) return target.scopes;
  const consented = agent.firstParty ? undefined : (agent.consentedScopes ?? []);
  const registered = agent.type === 'MACHINE' ? [...agent.scopes, ...userScopes] : agent.scopes;
  return state.scopes.filter(
    (scope) =>
      // There is no refresh token.
      scope !== 'offline_access' && registered.includes(scope) && (!consented || consented.includes(scope)),
  );
}
