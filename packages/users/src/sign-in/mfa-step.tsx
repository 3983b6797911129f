import { hasTwoFactors, type SignInStep, type StepOutcome, type StepView, text } from '@org/identity-core';
import { hasSecondFactor } from '@org/identity-prisma';
import { z } from 'zod';
import { findSignInEpoch } from '../accounts/find-account.js';
import { findPendingTotp, startTotp } from '../mfa/begin-totp.js';
import { enrolTotp, totpAmr } from '../mfa/confirm-totp.js';
import { openEnrolment, sealEnrolment } from '../mfa/enrolled-proof.js';
import { mayEnrol } from '../mfa/enrolment-rule.js';
import { EnrolTotpPage, RecoveryCodesPage, SetUpPage } from '../mfa/second-factor-pages.js';
import { type FactorServices, factorPage, proveFactor } from '../second-factor/prove-factor.js';
import { AskOperatorPage } from '../second-factor-link/ask-operator-page.js';

type Form = Readonly<Record<string, string>>;

const Code = text(64, { trim: true, min: 1 });
const Login = z.object({ login: z.object({ epoch: z.int() }) });

/** The `mfa` step: asks for the second factor, or sets one up if it is required and there is none. */
export function mfaStep(services: FactorServices): SignInStep {
  const { db } = services.host;
  return {
    name: 'mfa',
    order: 200,
    proves: 'secondFactor',
    async isNeeded({ userId, amr }, demands) {
      if (!userId) return false;
      // A factor that was removed since does not count, even if the session was opened with it.
      return demands.hasSecondFactor ? !hasTwoFactors(amr) : demands.secondFactor;
    },
    show: async (view) =>
      (await hasSecondFactor(db, userOf(view)))
        ? factorPage(services.host, view, { userId: userOf(view) })
        : ((await refusal(services, view)) ?? setUpPage(view)),
    async submit(view, form) {
      return (await hasSecondFactor(db, userOf(view)))
        ? checkFactor(services, view, form)
        : enrol(services, view, form);
    },
  };
}

async function checkFactor(services: FactorServices, view: StepView, form: Form): Promise<StepOutcome> {
  const { host } = services;
  if (form['enrolled'] !== undefined) {
    const epoch = openEnrolment(host.vault, view, form['enrolled']);
    if (epoch !== undefined) return { answer: { amr: totpAmr, epoch } };
  }
  const userId = userOf(view);
  const login = loginEpoch(view);
  // Read before the code is checked: any later change makes this sign-in invalid. A passkey returns its own.
  const before = login ?? (form['passkey'] === undefined ? await findSignInEpoch(host.pool, userId) : undefined);
  const proven = await proveFactor(services, view, { userId }, form);
  if ('page' in proven) return proven;
  return { answer: { amr: proven.amr, epoch: before ?? proven.epoch } };
}

/** What a sign-in proves before the second factor. */
const oneFactor = { secondFactor: false };

/** The page for a super admin who cannot set up a second factor here; undefined for all others. */
async function refusal({ host }: FactorServices, view: StepView) {
  const select = { superAdmin: true, mfaEnabled: true, email: true };
  const account = await host.db.user.findUniqueOrThrow({ where: { id: userOf(view) }, select });
  if (mayEnrol(host, account, oneFactor)) return undefined;
  const { brand, abortAction } = view;
  return <AskOperatorPage {...{ brand, abortAction }} email={account.email} />;
}

async function enrol(services: FactorServices, view: StepView, form: Form): Promise<StepOutcome> {
  const refused = await refusal(services, view);
  if (refused) return { page: refused, status: 403 };
  const { host } = services;
  const userId = userOf(view);
  const { brand, action, abortAction, language } = view;
  const code = Code.safeParse(form['code']);
  if (!code.success && form['code'] === undefined) {
    const pending = await startTotp(host, userId);
    // Another tab was faster.
    if (!pending) return { page: await factorPage(host, view, { userId }), status: 200 };
    return { page: <EnrolTotpPage {...{ brand, action, abortAction, pending }} />, status: 200 };
  }
  const typed = code.data?.replaceAll(/\s/gu, '') ?? '';
  const input = { userId, code: typed, language, epoch: loginEpoch(view), proof: oneFactor };
  const enrolled = await enrolTotp(host, input);
  if (enrolled) {
    const hidden = { enrolled: sealEnrolment(host.vault, view, enrolled.newEpoch) };
    return { page: <RecoveryCodesPage {...{ brand, action, hidden }} codes={enrolled.recoveryCodes} />, status: 200 };
  }
  const pending = await findPendingTotp(host, userId);
  if (!pending) return { page: setUpPage(view), status: 409 };
  return { page: <EnrolTotpPage {...{ brand, action, abortAction, pending }} error="wrongCode" />, status: 401 };
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
