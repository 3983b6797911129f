import { hasTwoFactors, type SignInStep, type StepOutcome, type StepView, text } from '@org/identity-core';
import { hasSecondFactor, type IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { findSignInEpoch } from '../credentials/sign-in-epoch.js';
import { findPendingTotp, startTotp } from '../mfa/begin-totp.js';
import { tryCode } from '../mfa/check-code.js';
import type { CodeLimiter } from '../mfa/code-limits.js';
import { enrolTotp, totpAmr } from '../mfa/confirm-totp.js';
import { openEnrolment, sealEnrolment } from '../mfa/enrolled-proof.js';
import { type CodeError, CodePage, EnrolTotpPage, RecoveryCodesPage, SetUpPage } from '../mfa/second-factor-pages.js';
import { askForPasskey, credentialsOf, signInPlace } from '../passkeys/ask-for-passkey.js';
import { canHavePasskeys } from '../passkeys/relying-party.js';
import { passkeyAmr, verifyPasskey } from '../passkeys/verify-passkey.js';

export interface MfaStepServices {
  host: IdentityPluginHost;
  limiter: CodeLimiter;
}

type Form = Readonly<Record<string, string>>;

const Code = text(64, { trim: true, min: 1 });
const Login = z.object({ login: z.object({ epoch: z.int() }) });

/** The `mfa` step: asks for the second factor, or sets one up if it is required and there is none. */
export function mfaStep(services: MfaStepServices): SignInStep {
  const { db } = services.host;
  return {
    name: 'mfa',
    order: 200,
    proves: 'secondFactor',
    async isNeeded({ userId, amr }, demands) {
      if (!userId) return false;
      // A factor that was removed since does not count, even if the session was opened with it.
      return (await hasSecondFactor(db, userId)) ? !hasTwoFactors(amr) : demands.secondFactor;
    },
    show: async (view) =>
      (await hasSecondFactor(db, userOf(view))) ? factorPage(services.host, view) : setUpPage(view),
    async submit(view, form) {
      return (await hasSecondFactor(db, userOf(view)))
        ? checkFactor(services, view, form)
        : enrol(services, view, form);
    },
  };
}

async function checkFactor({ host, limiter }: MfaStepServices, view: StepView, form: Form): Promise<StepOutcome> {
  if (form['enrolled'] !== undefined) {
    const epoch = openEnrolment(host.vault, view, form['enrolled']);
    if (epoch !== undefined) return { answer: { amr: totpAmr, epoch } };
  }
  const userId = userOf(view);
  if (form['passkey'] !== undefined) {
    const place = signInPlace(view.interactionUid);
    const opened = await verifyPasskey(host, { response: form['passkey'], place, userId });
    if (!opened) return { page: await factorPage(host, view, 'passkey'), status: 401 };
    return { answer: { amr: passkeyAmr, epoch: loginEpoch(view) ?? opened.epoch } };
  }
  // Read before the code is checked: any later change makes this sign-in invalid.
  const epoch = loginEpoch(view) ?? (await findSignInEpoch(host.db, userId));
  const code = Code.safeParse(form['code']);
  if (!code.success) return { page: await factorPage(host, view, 'missing'), status: 422 };
  const attempt = await tryCode(host, limiter, { userId, code: code.data, language: view.language });
  if (attempt !== 'right') {
    const waitSeconds = (await limiter.secondsLeft(userId)) || undefined;
    const page = await factorPage(host, view, 'refused', waitSeconds);
    const failed = attempt === 'wrong' ? ({ userId, reason: 'wrong_second_factor' } as const) : undefined;
    return { page, status: 401, ...(failed ? { failed } : {}) };
  }
  return { answer: { amr: totpAmr, epoch } };
}

async function enrol({ host }: MfaStepServices, view: StepView, form: Form): Promise<StepOutcome> {
  const userId = userOf(view);
  const { brand, action, abortAction, language } = view;
  const code = Code.safeParse(form['code']);
  if (!code.success && form['code'] === undefined) {
    const pending = await startTotp(host, userId);
    // Another tab was faster.
    if (!pending) return { page: await factorPage(host, view), status: 200 };
    return { page: <EnrolTotpPage {...{ brand, action, abortAction, pending }} />, status: 200 };
  }
  const typed = code.data?.replaceAll(/\s/gu, '') ?? '';
  const enrolled = await enrolTotp(host, { userId, code: typed, language, epoch: loginEpoch(view) });
  if (enrolled) {
    const hidden = { enrolled: sealEnrolment(host.vault, view, enrolled.newEpoch) };
    return { page: <RecoveryCodesPage {...{ brand, action, hidden }} codes={enrolled.recoveryCodes} />, status: 200 };
  }
  const pending = await findPendingTotp(host, userId);
  if (!pending) return { page: setUpPage(view), status: 409 };
  return { page: <EnrolTotpPage {...{ brand, action, abortAction, pending }} error="wrongCode" />, status: 401 };
}

/** Asks for the second factor that the user has set up. */
async function factorPage(host: IdentityPluginHost, view: StepView, error?: CodeError, waitSeconds?: number) {
  const { db, issuer } = host;
  const { brand, action, abortAction } = view;
  const userId = userOf(view);
  const app = (await db.totp.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
  const known = canHavePasskeys(issuer) ? await credentialsOf(db, userId) : [];
  const place = signInPlace(view.interactionUid);
  const passkey = known.length > 0 ? askForPasskey(host, { place, userId, known }) : undefined;
  return <CodePage {...{ brand, action, abortAction, error, waitSeconds, app, passkey }} />;
}

function setUpPage({ brand, action, abortAction, request }: StepView) {
  return <SetUpPage {...{ brand, action, abortAction }} clientName={request.client.name} />;
}

/** The epoch of the login of this request; undefined if the session existed before. */
function loginEpoch({ request }: StepView): number | undefined {
  return Login.safeParse(request.answers).data?.login.epoch;
}

function userOf({ request }: StepView): string {
  if (!request.userId) throw new Error('There is no signed-in user yet.');
  return request.userId;
}
