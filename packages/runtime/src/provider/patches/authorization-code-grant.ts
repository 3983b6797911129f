import { holdExchange, writeExchange } from '@org/identity-prisma';
import { get as instance } from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Pool } from 'pg';
import type { Provider } from '../oidc-provider.js';

/** Writes the tokens of a code after all of them are made: one statement consumes the code and stores them. */
export function writeCodeExchanges(provider: Provider, pool: Pool): void {
  const handlers = instance(provider)?.grantTypeHandlers;
  const original = handlers?.get('authorization_code');
  if (!handlers || !original) {
    throw new Error('This package does not support how this version of oidc-provider stores its grant handlers.');
  }
  handlers.set('authorization_code', async (ctx) => {
    holdExchange(ctx);
    await original(ctx);
    await writeExchange(pool, ctx);
  });
}
