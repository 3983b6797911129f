import type { Logger } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isUseToNote, noteForeignUse } from '../foreign-clients/note-foreign-use.js';
import { foreignSourceOf, usedAtOf } from './client-metadata.js';
import { errors } from './oidc-provider.js';

/** Notes once a day that a client got a token that nobody has entered by hand. For all others it does nothing. */
export function noteForeignUses(services: { db: Database; logger: Logger }): Middleware {
  return async (ctx, next) => {
    await next();
    // oidc-provider adds `oidc` to the context. Koa's type does not include it.
    const client = (ctx as unknown as KoaContextWithOIDC).oidc?.client;
    if (ctx.status !== 200 || !client || foreignSourceOf(client) === undefined) return;
    if (isUseToNote(usedAtOf(client))) await noteForeignUse(services, client.clientId);
  };
}

/**
 * Refuses a code whose redirect URI the client no longer has. Its document may have changed between the authorization and
 * this request, which another process has noticed.
 */
export function requireCurrentRedirectUri({ oidc }: KoaContextWithOIDC): void {
  const { client, entities } = oidc;
  const uri = entities.AuthorizationCode?.redirectUri;
  if (!client || uri === undefined || foreignSourceOf(client) === undefined) return;
  if (!client.redirectUriAllowed(uri)) throw new errors.InvalidGrant('the client has changed its redirect URIs');
}
