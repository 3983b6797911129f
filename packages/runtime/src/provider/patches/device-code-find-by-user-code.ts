import { rateLimited, wideNetworkOf } from '@org/identity-core';
import { isRefused, keyOf, type TryLimit, tryOnce } from '@org/identity-prisma';
import type { DeviceCode } from 'oidc-provider';
import type { Pool } from 'pg';
import { Provider } from '../oidc-provider.js';

const tenMinutes = 10 * 60;
const wrongCodes = 10;
const codeLength = 8;

/**
 * Limits the wrong user codes of a network, and of a user who is signed in, for all processes. Only a code that can still be
 * used counts as right, so that guesses find nothing else either.
 */
export function limitUserCodes({ DeviceCode: model }: Provider, pool: Pool): void {
  const find = model.findByUserCode.bind(model);
  model.findByUserCode = async (userCode, options) => {
    if (userCode.length !== codeLength) return undefined;
    const { ctx } = Provider;
    const network = wideNetworkOf(ctx?.ip ?? '');
    const userId = ctx?.oidc?.session?.accountId;
    const limits = [
      limitOf('user_code_network', network),
      ...(userId === undefined ? [] : [limitOf('user_code_user', userId)]),
    ];
    const tried = await tryOnce(pool, `user_code ${network}`, async () => ({
      limits,
      async compare() {
        const result = await find(userCode, options);
        return { right: isOpen(result), result };
      },
    }));
    if (isRefused(tried)) throw rateLimited(tried.seconds);
    return tried.result;
  };
}

function limitOf(name: string, of: string): TryLimit {
  return { key: `${name}:${keyOf(of)}`, max: wrongCodes, seconds: tenMinutes };
}

function isOpen(code: DeviceCode | undefined): boolean {
  return code !== undefined && !code.isExpired && !code.accountId && !code.error && !code.consumed;
}
