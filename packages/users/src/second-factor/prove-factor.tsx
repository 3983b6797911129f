import type { FailedSignIn, StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { VNode } from 'preact';
import { z } from 'zod';
import { type CodeLimiter, tryCode } from '../mfa/check-code.js';
import { totpAmr } from '../mfa/confirm-totp.js';
import { type CodeError, CodePage } from '../mfa/second-factor-pages.js';
import { askForPasskey, canHavePasskeys, credentialsOf, signInPurpose } from '../passkeys/ask-for-passkey.js';
import { passkeyAmr, verifyPasskey } from '../passkeys/verify-passkey.js';

export interface FactorServices {
  host: IdentityPluginHost;
  limiter: CodeLimiter;
}

/** The user whose second factor is asked for. */
export interface FactorOwner {
  userId: string;
  /** Fields that every form of the page sends back. */
  hidden?: Record<string, string>;
  /** Whether the account waits to be erased. */
  isClosed?: boolean;
}

/** A factor that was proven, or the page that asks again. */
export type FactorOutcome =
  /** `epoch` is that of a passkey's owner, read before its signature was checked. */
  | { readonly amr: readonly string[]; readonly epoch?: number }
  | { readonly page: VNode; readonly status: number; readonly failed?: FailedSignIn };

const Code = z.string().trim().min(1).max(64);

/** Asks for the second factor that the user has set up. */
export async function factorPage(
  host: IdentityPluginHost,
  { brand, action, abortAction, interactionUid }: StepView,
  { userId, hidden = {} }: FactorOwner,
  { error, waitSeconds }: { error?: CodeError; waitSeconds?: number | undefined } = {},
) {
  const { db, issuer } = host;
  const app = (await db.totp.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
  const known = canHavePasskeys(issuer) ? await credentialsOf(db, userId) : [];
  const purpose = signInPurpose(interactionUid);
  const passkey = known.length > 0 ? askForPasskey(host, { purpose, userId, known }) : undefined;
  return <CodePage {...{ brand, action, abortAction, hidden, error, waitSeconds, app, passkey }} />;
}

/** Checks the passkey or the code in a form of that page. */
export async function proveFactor(
  { host, limiter }: FactorServices,
  view: StepView,
  owner: FactorOwner,
  form: Readonly<Record<string, string>>,
): Promise<FactorOutcome> {
  const { userId, isClosed = false } = owner;
  if (form['passkey'] !== undefined) {
    const purpose = signInPurpose(view.interactionUid);
    const opened = await verifyPasskey(host, { response: form['passkey'], purpose, userId, isClosed });
    if (!opened) return { page: await factorPage(host, view, owner, { error: 'passkey' }), status: 401 };
    return { amr: passkeyAmr, epoch: opened.epoch };
  }
  const code = Code.safeParse(form['code']);
  if (!code.success) return { page: await factorPage(host, view, owner, { error: 'missing' }), status: 422 };
  const attempt = await tryCode(host, limiter, {
    userId,
    origin: view.origin,
    code: code.data,
    language: view.language,
  });
  if (attempt === 'right') return { amr: totpAmr };
  const waitSeconds = typeof attempt === 'object' ? attempt.waitSeconds : undefined;
  const page = await factorPage(host, view, owner, { error: 'refused', waitSeconds });
  const failed = attempt === 'wrong' ? ({ userId, reason: 'wrong_second_factor' } as const) : undefined;
  return { page, status: 401, ...(failed ? { failed } : {}) };
}
