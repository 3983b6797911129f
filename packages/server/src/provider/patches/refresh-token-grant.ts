import { findRefreshResponse, finishExchange, holdExchange, refuseUsedToken } from '@org/identity-prisma';
import type { KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import { get as instance } from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Pool } from 'pg';
import { decrypt, encrypt } from '../../keys/encrypt.js';
import { Provider } from '../oidc-provider.js';

export interface RefreshGrace {
  pool: Pool;
  secret: string;
  graceSeconds: number;
}

interface RefreshTokenModel {
  find(value: string, options?: object): Promise<RefreshToken | undefined>;
}

/** Ends oidc-provider's handling of a refresh token that was used a moment ago: the kept answer is sent instead. */
class AnsweredBefore extends Error {
  constructor(readonly answer: string) {
    super('the refresh token was used a moment ago');
  }
}

const place = (refreshToken: string) => `refresh answer:${refreshToken}`;

/**
 * Answers a refresh token that the same client uses again within the grace with the very same tokens: for two tabs that
 * refresh at once, and for a client whose response got lost. Was: the second use revokes the grant. The first answer is
 * stored encrypted, in the statement that uses up the refresh token, so every process has it, and there is never a
 * second family of tokens.
 */
export function answerRefreshesAgain(provider: Provider, { pool, secret, graceSeconds }: RefreshGrace): void {
  const handlers = instance(provider)?.grantTypeHandlers;
  const original = handlers?.get('refresh_token');
  if (!handlers || !original) {
    throw new Error(
      'This version of oidc-provider keeps its grant handlers in another way than the one this package knows.',
    );
  }
  const findAnswer = async (refreshToken: string, clientId: string): Promise<string | undefined> => {
    const sealed = await findRefreshResponse(pool, { refreshToken, clientId });
    return sealed && decrypt(secret, place(refreshToken), sealed).toString('utf8');
  };

  // Its published type is that of any class with a constructor.
  const model = provider.RefreshToken as unknown as RefreshTokenModel;
  const find = model.find.bind(model);
  const refreshing = new WeakSet<object>();
  model.find = async (value, options) => {
    const token = await find(value, options);
    const { ctx } = Provider;
    if (token?.consumed && ctx && refreshing.has(ctx)) await answerUsedToken(ctx, value, token);
    return token;
  };

  async function answerUsedToken(ctx: KoaContextWithOIDC, value: string, token: RefreshToken): Promise<void> {
    const clientId = ctx.oidc.client?.clientId ?? '';
    // A used token in the hands of another client was stolen. Was: refused, and the grant lives on.
    if (token.clientId !== clientId) await refuseUsedToken(pool, value, 'RefreshToken');
    const answer = await findAnswer(value, clientId);
    if (answer !== undefined) throw new AnsweredBefore(answer);
  }

  handlers.set('refresh_token', async (ctx) => {
    refreshing.add(ctx);
    holdExchange(ctx);
    try {
      await original(ctx);
    } catch (error) {
      if (!(error instanceof AnsweredBefore)) throw error;
      ctx.body = JSON.parse(error.answer);
      return;
    }
    const refreshToken = String(ctx.oidc.params?.['refresh_token']);
    const answer = encrypt(secret, place(refreshToken), Buffer.from(JSON.stringify(ctx.body)));
    await finishExchange(pool, ctx, { sealed: answer, seconds: graceSeconds }, async () => {
      // Another request was first; its answer is there, because both wait for the same row.
      const first = await findAnswer(refreshToken, ctx.oidc.client?.clientId ?? '');
      if (first !== undefined) ctx.body = JSON.parse(first);
      return first !== undefined;
    });
  });
}
