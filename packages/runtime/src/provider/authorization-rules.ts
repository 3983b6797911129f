import { createHash } from 'node:crypto';
import { isKnownScheme, type TenantResolver } from '@org/identity-core';
import { decodeJwt } from 'jose';
import type { Middleware } from 'koa';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { isBlockedClient, nonceRuleOf, requestingClient } from './client-metadata.js';
import { errors } from './oidc-provider.js';
import { requestedApiScopes } from './resources.js';

interface AuthorizationRules {
  requireNonce: boolean;
  privateSchemes: readonly string[];
  tenants: TenantResolver | undefined;
}

/** Our rules for an authorization request. oidc-provider runs them after its own and before any page. */
export function authorizationRules({ requireNonce, privateSchemes, tenants }: AuthorizationRules) {
  return {
    // oidc-provider calls this for every request, even without the parameter.
    async tenant(ctx: KoaContextWithOIDC, tenant: string | undefined, client: Client): Promise<void> {
      if (isBlockedClient(client)) throw blockedClient();
      checkScheme(ctx, privateSchemes);
      keepOfflineAccess(ctx, client);
      // A device gets its tokens with its own secret code: nobody can replay a redirect to it.
      const isDevice = ctx.oidc.route === 'device_authorization';
      if (!isDevice && (nonceRuleOf(client) ?? requireNonce)) checkNonce(ctx);
      defaultScope(ctx);
      if (tenant !== undefined && tenants) await checkTenant(tenants, tenant, client);
    },
  };
}

/** A page explains it, without a redirect: the platform may have blocked the client because it harms its users. */
const blockedClient = () =>
  Object.assign(new errors.UnauthorizedClient('this client is blocked'), { allow_redirect: false });

/** The scheme of a registered redirect URI may have been taken off the list since. */
function checkScheme({ oidc }: KoaContextWithOIDC, schemes: readonly string[]): void {
  const uri = oidc.params?.['redirect_uri'];
  if (typeof uri !== 'string' || !URL.canParse(uri)) return;
  if (!isKnownScheme(new URL(uri).protocol.slice(0, -1), schemes)) throw new errors.InvalidRedirectUri();
}

/** Refuses an unknown tenant, and a tenant other than the client's own. */
async function checkTenant(tenants: TenantResolver, parameter: string, client: Client): Promise<void> {
  const named = await tenants.find(parameter);
  if (!named) throw new errors.InvalidRequest('the tenant parameter names an unknown tenant');
  const { tenantId } = requestingClient(client);
  if (tenantId !== null && tenantId !== named.id) {
    throw new errors.AccessDenied('this client belongs to another tenant');
  }
}

/** oidc-provider drops `offline_access` unless `prompt=consent` was sent. We do not require that prompt. */
function keepOfflineAccess(ctx: KoaContextWithOIDC, client: Client): void {
  const { params } = ctx.oidc;
  const sent = sentScope(ctx);
  const requested = typeof sent === 'string' ? sent.split(' ') : [];
  if (!params || !requested.includes('offline_access') || !client.grantTypeAllowed('refresh_token')) return;
  if (!client.scope?.split(' ').includes('offline_access')) {
    throw new errors.InvalidScope('requested scope is not allowed', 'offline_access');
  }
  const scope = typeof params['scope'] === 'string' ? params['scope'].split(' ') : [];
  params['scope'] = [...new Set([...scope, 'offline_access'])].join(' ');
}

/** The scope as the client has sent it. That of a pushed request counts, whatever the URL says: a user can change the URL. */
function sentScope(ctx: KoaContextWithOIDC): unknown {
  const { route, body, entities } = ctx.oidc;
  if (route === 'pushed_authorization_request') return body?.['scope'];
  const pushed = entities.PushedAuthorizationRequest;
  return pushed ? decodeJwt(pushed.request)['scope'] : ctx.query['scope'];
}

/** `scope` is optional. The default is `openid`: the client learns who signed in, and nothing else. */
function defaultScope(ctx: KoaContextWithOIDC): void {
  const { oidc } = ctx;
  if (!oidc.params || oidc.requestParamOIDCScopes.size > 0) return;
  if ([...requestedApiScopes(ctx).values()].some((scopes) => scopes.length > 0)) return;
  if (oidc.params['scope'] !== undefined) {
    throw new errors.InvalidScope('none of the requested scopes is known', String(oidc.params['scope']));
  }
  oidc.params['scope'] = 'openid';
}

function checkNonce(ctx: KoaContextWithOIDC): void {
  const openid = ctx.oidc.requestParamScopes.has('openid');
  if (openid && !ctx.oidc.params?.['nonce']) {
    throw new errors.InvalidRequest(
      'nonce is required when the openid scope is requested; send one, or set requireNonce to false for this client',
    );
  }
}

/**
 * Accepts `code_challenge_method=plain`, which oidc-provider 9 removed. A plain challenge equals its verifier, so its S256
 * hash is a valid challenge for the same verifier. The verifier itself is never stored.
 */
export const acceptPlainPkce: Middleware = (ctx, next) => {
  const { code_challenge: challenge, code_challenge_method: method } = ctx.query;
  if (method === 'plain' && typeof challenge === 'string' && isVerifier(challenge)) {
    const hashed = createHash('sha256').update(challenge).digest('base64url');
    ctx.query = { ...ctx.query, code_challenge: hashed, code_challenge_method: 'S256' };
  }
  return next();
};

/** RFC 7636 §4.1. oidc-provider refuses any other value. */
function isVerifier(challenge: string): boolean {
  return /^[\w.~-]{43,128}$/u.test(challenge);
}
