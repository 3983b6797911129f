import { timingSafeEqual } from 'node:crypto';
import { hashOneTimeSecret, type StepOutcome, type StepView } from '@org/identity-core';
import { provePassword } from '../credentials/check-password.js';
import { readKnownBrowser } from '../credentials/known-browser.js';
import { type Opened, openByMail, openProven } from './open-account.js';
import { sendProof } from './send-proof.js';
import { CheckMailboxPage, ProveEmailPage } from './sso-pages.js';
import { failed, findVisit, type SsoStepServices, type SsoVisit, signedIn } from './sso-visit.js';

/** Why a proof was refused; after too many passwords, for how long none is checked. */
type ProofRefusal = 'refused' | { readonly waitSeconds: number };

/** Asks for a proof that the user owns the account with the identity's email. */
export function askForProof(
  { passwordSignIn }: SsoStepServices,
  view: StepView,
  visit: SsoVisit,
  refused?: ProofRefusal,
): StepOutcome {
  const { brand, action } = view;
  const { attempt, provider, identity } = visit;
  const page = (
    <ProveEmailPage
      brand={brand}
      provider={provider.name}
      email={identity.email ?? ''}
      action={action}
      attempt={attempt.id}
      refused={refused !== undefined}
      waitSeconds={typeof refused === 'object' ? refused.waitSeconds : undefined}
      passwordSignIn={passwordSignIn}
    />
  );
  return { page, status: refused ? 401 : 200 };
}

/** Checks the proof: the account's password, or the mailed link. */
export async function proveBySso(
  services: SsoStepServices,
  view: StepView,
  form: Readonly<Record<string, string>>,
): Promise<StepOutcome> {
  const visit = await findVisit(services, view, form['sso']);
  const email = visit?.identity.email;
  if (!visit || !email) return failed(view, { reason: 'over' }, 400);
  if (form['proof'] === 'mail') {
    await sendProof(services, view, visit, email);
    return {
      page: <CheckMailboxPage brand={view.brand} email={email} action={view.action} attempt={visit.attempt.id} />,
      status: 200,
    };
  }
  const opened =
    form['proof'] === undefined
      ? await byPassword(services, view, visit, email, form['password'] ?? '')
      : await byMail(services, visit, form['proof']);
  if (opened === 'refused' || (typeof opened === 'object' && 'waitSeconds' in opened))
    return askForProof(services, view, visit, opened);
  if (opened === 'no-account') return failed(view, { reason: 'noAccount' }, 403);
  if (!opened) return failed(view, { reason: 'takenAtSignIn', provider: visit.provider.name }, 409);
  return signedIn(opened, visit.attempt.id, form['proof'] === undefined ? ['pwd', 'fed'] : ['fed']);
}

async function byPassword(
  { host, limiter, passwordSignIn }: SsoStepServices,
  view: StepView,
  visit: SsoVisit,
  email: string,
  password: string,
): Promise<Opened | ProofRefusal | undefined> {
  if (!passwordSignIn || password === '' || password.length > 1024) return 'refused';
  const { ip, cookie } = view.browser;
  const browser = readKnownBrowser(host.vault, cookie);
  const attempt = await provePassword(host.db, limiter, { email, password, ip, browser });
  if (attempt === 'wrong') return 'refused';
  return 'waitSeconds' in attempt ? attempt : openProven(host, visit, attempt);
}

async function byMail({ host, signUp }: SsoStepServices, visit: SsoVisit, proof: string) {
  const { mailSecretHash } = visit;
  if (!mailSecretHash || !timingSafeEqual(mailSecretHash, hashOneTimeSecret(proof))) return 'refused' as const;
  return openByMail(host, visit, { signUp });
}
