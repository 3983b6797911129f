import type { CompletedSignIn, Logger, SignInStep } from '@org/identity-core';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../http/paths.js';
import { readPageCookie, setPageCookies } from '../pages/page-cookies.js';
import { requestLanguage } from '../pages/request-language.js';

export interface CompletionServices {
  steps: readonly SignInStep[];
  issuer: string;
  logger: Logger;
}

/**
 * Tells the steps that a sign-in has come to its end. oidc-provider opens the session after the password, before the second
 * factor; the code is made after the last step, so the code is the sign that all of them were passed.
 */
export function completeSignIns({ steps, issuer, logger }: CompletionServices): Middleware {
  return async (ctx, next) => {
    await next();
    if (!ctx.path.startsWith(`${paths.authorization}/`)) return;
    const signIn = completedSignIn(ctx, issuer);
    if (!signIn) return;
    for (const step of steps) {
      try {
        setPageCookies(ctx, issuer, await step.completed?.(signIn));
      } catch (error) {
        // The person is signed in, whatever else was to happen.
        logger.error({ err: error, step: step.name }, 'the end of a sign-in failed');
      }
    }
  };
}

function completedSignIn(ctx: Context, issuer: string): CompletedSignIn | undefined {
  // oidc-provider puts `oidc` onto the context, which Koa's type does not know.
  const { oidc } = ctx as unknown as KoaContextWithOIDC;
  const login = oidc?.result?.login;
  const epoch = login?.['epoch'];
  if (!login || typeof epoch !== 'number' || !oidc.entities.AuthorizationCode || ctx.status >= 400) return undefined;
  return {
    userId: login.accountId,
    epoch,
    login: { ...login },
    language: requestLanguage(ctx, issuer).language,
    browser: { ip: ctx.ip, userAgent: ctx.get('user-agent'), cookie: readPageCookie(ctx, issuer) },
  };
}
