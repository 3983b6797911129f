import { pollsTooOften } from '@org/identity-prisma';
import { get as instance } from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Pool } from 'pg';
import { errors, type Provider } from '../oidc-provider.js';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** Sends `slow_down` to a device that asks for its tokens too often (RFC 8628, section 3.5), for all processes. */
export function slowDevicesDown(provider: Provider, pool: Pool): void {
  const handlers = instance(provider)?.grantTypeHandlers;
  const original = handlers?.get(grantType);
  if (!handlers || !original) {
    throw new Error('This package does not support how this version of oidc-provider stores its grant handlers.');
  }
  handlers.set(grantType, async (ctx) => {
    const code = ctx.oidc.params?.['device_code'];
    if (typeof code === 'string' && (await pollsTooOften(pool, code))) throw new errors.SlowDown();
    await original(ctx);
  });
}
