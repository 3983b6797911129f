import {
  type AccountStore,
  type CompletedSignIn,
  hasTwoFactors,
  type Logger,
  type SignInStep,
} from '@org/identity-core';
import { endSession, hasStaleLogin, isConnectionEnded, isStaleLogin, type Transaction } from '@org/identity-prisma';
import type { Brand } from '@org/identity-ui';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { cookies } from '../http/cookies.js';
import type { SignInEvents, StartedSession } from '../observe/sign-in-events.js';
import { readPageCookie, setPageCookies } from '../pages/page-cookies.js';
import { requestLanguage } from '../pages/request-language.js';
import { showError } from '../pages/show-error.js';
import type { TenantGrant } from './authorization-request.js';

interface StaleLoginServices {
  provider: Provider;
  pool: Pool;
  issuer: string;
  brand: Brand;
  accounts: Pick<AccountStore<Transaction>, 'signInEpoch' | 'accountPage'>;
  sendLogoutNotices: () => void;
}

/**
 * A login is valid until the password or another credential changes, or the connection ends that it came by. Between the
 * password and the session there is a redirect that an attacker can hold back. If a credential changed meanwhile, the login is
 * dropped and the user has to sign in again.
 */
export function forgetStaleLogins(services: StaleLoginServices): Middleware {
  const { provider, accounts } = services;
  const { names, short } = cookies(services.issuer, []);
  return async (ctx, next) => {
    // oidc-provider uses this cookie and ignores the path.
    const uid = ctx.cookies.get(names.resume, short);
    if (uid && (await hasStaleLogin(services.pool, uid, ctx))) await forgetLogin(provider, uid);
    await next();
    // Check the login again: this finds every change before the session was written. Every later change finds the session
    // and ends it.
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    const login = oidc?.result?.login;
    if (!login || !oidc.session) return;
    const isStale = isStaleLogin(login, await accounts.signInEpoch(login.accountId));
    if (isStale || (await isConnectionEnded(services.pool, login))) await undo(ctx, services, oidc.session.uid);
  };
}

async function forgetLogin(provider: Provider, uid: string): Promise<void> {
  const interaction = await provider.Interaction.find(uid);
  if (!interaction?.result) return;
  const { login: _stale, ...others } = interaction.result;
  interaction.result = others;
  await interaction.persist();
}

async function undo(ctx: Context, services: StaleLoginServices, uid: string) {
  const { pool, issuer, sendLogoutNotices } = services;
  // This also revokes the code in the response that is about to be sent.
  await endSession(pool, uid);
  sendLogoutNotices();
  const { names, long } = cookies(issuer, []);
  ctx.cookies.set(names.session, null, long);
  ctx.remove('location');
  showError(ctx, services, { code: 'session_not_found', status: 400 });
}

/** Marks the login of a user who has proven who they are. A second factor that is asked for later does not start a session. */
export const newSignIn = 'newSignIn';

interface CompletionServices {
  steps: readonly SignInStep[];
  issuer: string;
  logger: Logger;
  signInEvents: Pick<SignInEvents, 'started'>;
}

/**
 * Tells the steps that a sign-in is complete. oidc-provider opens the session after the password, before the second factor.
 * It creates the code after the last step, so a code means that all steps were passed; so does a device code with a user.
 */
export function completeSignIns({ steps, issuer, logger, signInEvents }: CompletionServices): Middleware {
  return async (ctx, next) => {
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
  };
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
  const { AuthorizationCode, DeviceCode } = oidc?.entities ?? {};
  const isComplete = AuthorizationCode !== undefined || DeviceCode?.accountId !== undefined;
  if (!login || typeof epoch !== 'number' || !isComplete || ctx.status >= 400) return undefined;
  return {
    userId: login.accountId,
    epoch,
    login: { ...login },
    sessionUid: oidc.session?.uid,
    language: requestLanguage(ctx, issuer).language,
    browser: { ip: ctx.ip, userAgent: ctx.get('user-agent'), cookie: readPageCookie(ctx, issuer) },
  };
}
