import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors } from './oidc-provider.js';

/**
 * Refuses a `resource` (RFC 8707) that names another API. Was: the parameter is ignored, and the client takes our own
 * API's token for one of the API that it named.
 */
export function resourceRule(ours: readonly string[]) {
  const check = (resource: unknown): void => {
    const named = [resource].flat().filter((value) => value !== undefined);
    if (named.every((value) => typeof value === 'string' && ours.includes(value))) return;
    throw new errors.InvalidTarget('resource must name this service, or be left out');
  };
  return {
    ofAuthorization: (_ctx: KoaContextWithOIDC, resource: string | undefined) => check(resource),
    /** The body as it came: oidc-provider drops parameters that it does not know. */
    ofToken: (ctx: KoaContextWithOIDC) => check(ctx.oidc.body?.['resource']),
  };
}
