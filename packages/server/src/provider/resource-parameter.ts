import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors } from './oidc-provider.js';

/**
 * Refuses a `resource` (RFC 8707) that names another API. Was: the parameter is ignored, so a client would believe that its
 * token is for the API that it named.
 */
export function resourceRule(ours: readonly string[]) {
  const check = (resource: unknown): void => {
    const named = [resource].flat().filter((value) => value !== undefined);
    if (named.every((value) => typeof value === 'string' && ours.includes(value))) return;
    throw new errors.InvalidTarget('resource must name this service, or be left out');
  };
  return {
    ofAuthorization: (_ctx: KoaContextWithOIDC, resource: string | undefined) => check(resource),
    /** Reads the raw body, because oidc-provider drops unknown parameters. */
    ofToken: (ctx: KoaContextWithOIDC) => check(ctx.oidc.body?.['resource']),
  };
}
