import { proofWindow } from '@org/identity-core';
import { findRefreshResponse, finishExchange, hasOpenExchange, holdExchange } from '@org/identity-prisma';
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader } from 'jose';
import type { KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import { get as instance } from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Pool } from 'pg';
import type { Secrets } from '../../keys/secrets.js';
import { decrypt, encrypt } from '../../keys/secrets.js';
import { Provider } from '../oidc-provider.js';
import type { Resources } from '../resources.js';
import type { RefreshTokenModel } from './refresh-token-find.js';

export interface RefreshGrace {
  pool: Pool;
  secret: Secrets;
  graceSeconds: number;
  resources: Pick<Resources, 'checkRepeated'>;
  /** Whether tokens can be bound to keys. */
  proofs: boolean;
}

/** Aborts oidc-provider's handling of a refresh token that was used a moment ago. The stored response is sent instead. */
class RepeatedRefresh extends Error {
  constructor(readonly response: string) {
    super('the refresh token was used a moment ago');
  }
}

const accessTokenIn = (response: string) => String((JSON.parse(response) as { access_token?: unknown }).access_token);

const purposeOf = (refreshToken: string) => `refresh answer:${refreshToken}`;

/**
 * Sends the same tokens again if the same client uses a refresh token twice within the grace period: for two tabs that
 * refresh at once, and for a client that did not receive the response. Was: the second use revokes the grant. The statement
 * that marks the refresh token as used also stores the first response, encrypted. So every process can read it, and there
 * is never a second set of tokens.
 */
export function repeatRefreshResponses(provider: Provider, grace: RefreshGrace): void {
  const { pool, secret, graceSeconds, resources, proofs } = grace;
  const handlers = instance(provider)?.grantTypeHandlers;
  const original = handlers?.get('refresh_token');
  if (!handlers || !original) {
    throw new Error('This package does not support how this version of oidc-provider stores its grant handlers.');
  }
  const findResponse = async (refreshToken: string, clientId: string): Promise<string | undefined> => {
    const sealed = await findRefreshResponse(pool, { refreshToken, clientId });
    return sealed && decrypt(secret, purposeOf(refreshToken), sealed).toString('utf8');
  };

  // The published type does not include `find`.
  const model = provider.RefreshToken as unknown as RefreshTokenModel;
  const find = model.find.bind(model);
  const refreshing = new WeakSet<object>();
  model.find = async (value, options) => {
    const token = await find(value, options);
    const { ctx } = Provider;
    if (token?.consumed && ctx && refreshing.has(ctx)) await handleUsedToken(ctx, value, token);
    return token;
  };

  async function handleUsedToken(ctx: KoaContextWithOIDC, value: string, token: RefreshToken): Promise<void> {
    const clientId = ctx.oidc.client?.clientId ?? '';
    const response = await findResponse(value, clientId);
    if (response === undefined || !(await isProven(ctx, token))) return;
    resources.checkRepeated(ctx, token, accessTokenIn(response));
    throw new RepeatedRefresh(response);
  }

  /**
   * Whether the request has the proof that the client or its refresh token needs. oidc-provider has verified the proof
   * already, but checks only after this whether it is needed, has the right key, and was used before.
   */
  async function isProven(ctx: KoaContextWithOIDC, { jkt }: RefreshToken): Promise<boolean> {
    const { client } = ctx.oidc;
    const proof = proofs ? ctx.get('DPoP') : '';
    if (proof === '') return jkt === undefined && client?.['dpopBoundAccessTokens'] !== true;
    const thumbprint = await calculateJwkThumbprint(decodeProtectedHeader(proof).jwk ?? {});
    if (jkt !== undefined && jkt !== thumbprint) return false;
    const until = Math.floor(Date.now() / 1000) + proofWindow.past;
    return provider.ReplayDetection.unique(client?.clientId ?? '', decodeJwt(proof).jti ?? '', until);
  }

  handlers.set('refresh_token', async (ctx) => {
    refreshing.add(ctx);
    holdExchange(ctx);
    try {
      await original(ctx);
    } catch (error) {
      if (!(error instanceof RepeatedRefresh)) throw error;
      ctx.body = JSON.parse(error.response);
      return;
    }
    // A refresh token that is not rotated was not used up: see `rotateRefreshToken` in the configuration.
    if (!hasOpenExchange(ctx)) return;
    const refreshToken = String(ctx.oidc.params?.['refresh_token']);
    const sealed = encrypt(secret, purposeOf(refreshToken), Buffer.from(JSON.stringify(ctx.body)));
    await finishExchange(pool, ctx, { sealed, seconds: graceSeconds }, async () => {
      // Another request was first. Both wait for the lock of the same row, so its response is already stored.
      const first = await findResponse(refreshToken, ctx.oidc.client?.clientId ?? '');
      if (first === undefined) return false;
      resources.checkRepeated(ctx, ctx.oidc.entities.RotatedRefreshToken ?? {}, accessTokenIn(first));
      ctx.body = JSON.parse(first);
      return true;
    });
  });
}
