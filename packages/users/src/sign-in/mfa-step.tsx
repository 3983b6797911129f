import {
  accountClientId,
  hasProviderFactor,
  hasTwoFactors,
  ofTenant,
  ownOnly,
  type SignInStep,
  type StepOutcome,
  type StepView,
  text,
} from '@org/identity-core';
import { hasSecondFactor } from '@org/identity-prisma';
import { z } from 'zod';
import { findSignInEpoch } from '../accounts/find-account.js';
import { findPendingTotp, startTotp } from '../mfa/begin-totp.js';
import { enrolTotp, totpAmr } from '../mfa/confirm-totp.js';
import { openEnrolment, sealEnrolment } from '../mfa/enrolled-proof.js';
import { mayEnrol } from '../mfa/enrolment-rule.js';
import { EnrolTotpPage, RecoveryCodesPage, SetUpPage } from '../mfa/second-factor-pages.js';
import { newPasskeyOptions, storePasskey } from '../passkeys/add-passkey.js';
import { canHavePasskeys } from '../passkeys/ask-for-passkey.js';
import { passkeyAmr } from '../passkeys/verify-passkey.js';
import { type FactorServices, factorPage, proveFactor } from '../second-factor/prove-factor.js';
import { AskOperatorPage } from '../second-factor-link/ask-operator-page.js';
import { reasonOf } from './confirm-page.js';

type Form = Readonly<Record<string, string>>;

const Code = text(64, { trim: true, min: 1 });
const Login = z.object({ login: z.object({ epoch: z.int() }) });

/** The steps of the second factor: one asks for it, the other sets one up if it is required and there is none. */
export function mfaSteps(services: FactorServices): SignInStep[] {
  return [proveStep(services), setUpStep(services)];
}

/** The `mfa` step: asks for a factor of the account. It never adds one. */
function proveStep(services: FactorServices): SignInStep {
  return {
    name: 'mfa',
    order: 200,
    proves: 'secondFactor',
    origins: ofTenant,
    isNeeded: async ({ userId, amr }, demands) =>
      userId !== undefined && demands.hasSecondFactor && !hasTwoFactors(amr),
    show: (view) => factorPage(services.host, view, { userId: userOf(view) }),
    submit: (view, form) => checkFactor(services, view, form),
  };
}

/**
 * The `mfa_setup` step: stores a factor. It takes the user's own session only: with a factor, the provider of one tenant would
 * have a way into the whole account.
 */
function setUpStep(services: FactorServices): SignInStep {
  const { db } = services.host;
  return {
    name: 'mfa_setup',
    order: 200,
    proves: 'secondFactor',
    origins: ownOnly,
    // A factor that was removed since does not count, even if the session was opened with it. One at the tenant's provider
    // does, if its owners trust it.
    isNeeded: async ({ userId, amr, session }, demands) =>
      userId !== undefined &&
      !demands.hasSecondFactor &&
      demands.secondFactor &&
      !hasProviderFactor(amr, session?.origin),
    // Another tab may have been faster: then the new factor is asked for.
    show: async (view) =>
      (await hasSecondFactor(db, userOf(view)))
        ? factorPage(services.host, view, { userId: userOf(view) })
        : ((await refusal(services, view)) ?? (await setUpPage(services, view))),
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
    const enrolled = openEnrolment(host.vault, view, form['enrolled']);
    if (enrolled) return { answer: enrolled };
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
  if (form['passkey'] !== undefined) {
    const input = { response: form['passkey'], name: undefined, purpose: enrolPurpose(view), userId, language };
    const added = await storePasskey(host, { ...input, proof: oneFactor, epoch: loginEpoch(view) }, async () => {});
    if (!added) return { page: await setUpPage(services, view, { passkeyRefused: true }), status: 401 };
    const hidden = { enrolled: sealEnrolment(host.vault, view, { epoch: added.newEpoch, amr: [...passkeyAmr] }) };
    return {
      page: <RecoveryCodesPage {...{ brand, action, hidden }} codes={added.recoveryCodes ?? []} />,
      status: 200,
    };
  }
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
    const hidden = { enrolled: sealEnrolment(host.vault, view, { epoch: enrolled.newEpoch, amr: totpAmr }) };
    return { page: <RecoveryCodesPage {...{ brand, action, hidden }} codes={enrolled.recoveryCodes} />, status: 200 };
  }
  const pending = await findPendingTotp(host, userId);
  if (!pending) return { page: await setUpPage(services, view), status: 409 };
  return { page: <EnrolTotpPage {...{ brand, action, abortAction, pending }} error="wrongCode" />, status: 401 };
}

/** The purpose of the challenges of a new passkey: valid only in this sign-in. */
const enrolPurpose = ({ interactionUid }: StepView) => `enrol-passkey:${interactionUid}`;

async function setUpPage({ host }: FactorServices, view: StepView, { passkeyRefused = false } = {}) {
  const { brand, action, abortAction, request } = view;
  const passkey = canHavePasskeys(host.issuer)
    ? await newPasskeyOptions(host, { purpose: enrolPurpose(view), userId: userOf(view) })
    : undefined;
  const reason = request.client.id === accountClientId ? reasonOf(request) : ('client' as const);
  const shared = { brand, action, abortAction, passkey, passkeyRefused, reason };
  return <SetUpPage {...shared} clientName={request.client.name} />;
}

/** The epoch of the login of this request; undefined if the session existed before. */
function loginEpoch({ request }: StepView): number | undefined {
  return Login.safeParse(request.answers).data?.login.epoch;
}

function userOf({ request }: StepView): string {
  if (!request.userId) throw new Error('There is no signed-in user yet.');
  return request.userId;
}
