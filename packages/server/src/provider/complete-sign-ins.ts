import { type CompletedSignIn, hasTwoFactors, type Logger, type SignInStep } from '@org/identity-core';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../http/paths.js';
import type { SignInEvents, StartedSession } from '../observe/sign-in-events.js';
import { readPageCookie, setPageCookies } from '../pages/page-cookies.js';
import { requestLanguage } from '../pages/request-language.js';
import type { TenantGrant } from './grants.js';

/** Marks the login of a user who has proven who they are. A second factor that is asked for later does not start a session. */
export const newSignIn = 'newSignIn';

export interface CompletionServices {
  steps: readonly SignInStep[];
  issuer: string;
  logger: Logger;
  signInEvents: Pick<SignInEvents, 'started'>;
}

/**
 * Tells the steps that a sign-in is complete. oidc-provider opens the session after the password, before the second factor.
 * It creates the code after the last step, so a code means that all steps were passed.
 */
export function completeSignIns({ steps, issuer, logger, signInEvents }: CompletionServices): Middleware {
  return (ctx, next) => (ctx.path.startsWith(`${paths.authorization}/`) ? complete(ctx, next) : next());

  async function complete(ctx: Context, next: Next): Promise<void> {
    await next();
    const signIn = completedSignIn(ctx, issuer);
    if (!signIn) return;
    if (signIn.login[newSignIn] === true) await signInEvents.started(startedSession(ctx, signIn));
    for (const step of steps) {
      try {
        setPageCookies(ctx, issuer, await step.completed?.(signIn));
      } catch (error) {
        // The user is signed in: a failure here must not undo that.
        logger.error({ err: error, step: step.name }, 'a sign-in step failed after the sign-in');
      }
    }
  }
}

function startedSession(ctx: Context, { userId }: CompletedSignIn): StartedSession {
  const { oidc } = ctx as unknown as KoaContextWithOIDC;
  const grant = oidc.entities.Grant as TenantGrant | undefined;
  return {
    userId,
    clientId: oidc.client?.clientId ?? '',
    tenantId: grant?.tenantId ?? null,
    secondFactor: hasTwoFactors(oidc.session?.amr),
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
