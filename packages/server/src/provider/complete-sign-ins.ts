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
 * Tells the steps that a sign-in is complete. oidc-provider opens the session after the password, before the second factor.
 * It creates the code after the last step, so a code means that all steps were passed.
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
        // The user is signed in: a failure here must not undo that.
        logger.error({ err: error, step: step.name }, 'a sign-in step failed after the sign-in');
      }
    }
  };
}

function completedSignIn(ctx: Context, issuer: string): CompletedSignIn | undefined {
  // oidc-provider adds `oidc` to the context. Koa's type does not include it.
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
