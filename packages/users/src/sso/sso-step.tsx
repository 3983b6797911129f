import { timingSafeEqual } from 'node:crypto';
import { hashOneTimeSecret, newOneTimeSecret, type StepOutcome, type StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { proveAddressMail } from '../emails/sso-mails.js';
import { showKeepPage } from '../keep-account-page.js';
import { ConfirmAddressPage, LookIntoMailPage, ProveAddressPage, SsoFailedPage } from '../pages/sso-pages.js';
import { signIn } from '../sign-in.js';
import type { SignInLimiter } from '../sign-in-limits.js';
import { attemptCookie, attemptOf, newAttemptSecret, noAttemptCookie } from './attempt-secret.js';
import { createAttempt, findAnsweredAttempt } from './attempts.js';
import { findWaiting } from './find-waiting.js';
import { type Opened, openByMail, openLinked, openNew, openProven } from './open-account.js';
import type { Upstreams } from './upstreams.js';

export interface SsoStepServices {
  host: IdentityPluginHost;
  upstreams: Upstreams;
  limiter: SignInLimiter;
  passwordSignIn: boolean;
  /** Whether somebody new gets an account. */
  signUp: boolean;
}

/** Sends the person to another provider. */
export async function beginSso({ host, upstreams }: SsoStepServices, view: StepView, id: string): Promise<StepOutcome> {
  const upstream = upstreams.get(id);
  if (!upstream) return failed(view, 'There is no such way to sign in here.', 422);
  const attempt = newAttemptSecret();
  const { prompt, login_hint: loginHint } = view.request.params;
  const wishes = {
    again: typeof prompt === 'string' && prompt.split(' ').includes('login'),
    ...(typeof loginHint === 'string' ? { loginHint } : {}),
  };
  try {
    const redirect = await upstream.authorizationUrl(attempt, wishes);
    await createAttempt(host.db, attempt.secretHash, { provider: id, interactionUid: view.interactionUid });
    return { redirect, cookies: [attemptCookie(attempt)] };
  } catch (error) {
    host.logger.warn({ err: error, provider: id }, 'sign-in provider failed');
    return failed(
      view,
      `${upstream.provider.name} cannot be reached at the moment. Try again, or sign in another way.`,
      503,
    );
  }
}

/** Back from the other provider, or by the mailed link: signs in whoever is known, asks everybody else for a proof. */
export async function returnFromSso(
  services: SsoStepServices,
  view: StepView,
  query: Readonly<Record<string, string>>,
): Promise<StepOutcome> {
  const visit = await findVisit(services, view, query['sso']);
  if (!visit) return failed(view, over, 400);
  const { provider, identity, attempt } = visit;
  const opened = await openLinked(services.host, visit);
  if (opened) return signedIn(opened, attempt.id, ['fed']);
  const waiting = await findWaiting(services.host.db, visit);
  if (waiting) {
    const offer = await showKeepPage(services.host, view, { ...waiting, amr: ['fed'] });
    return { ...offer, cookies: [noAttemptCookie(attempt.id)] };
  }
  const { email } = identity;
  if (!email) {
    const message = `Your ${provider.name} account names no address, and without one there is no account here.`;
    return failed(view, message, 422);
  }
  if (query['proof'] !== undefined) {
    const hidden = { sso: attempt.id, proof: query['proof'] };
    const { brand, action } = view;
    return {
      page: <ConfirmAddressPage brand={brand} provider={provider.name} email={email} action={action} hidden={hidden} />,
      status: 200,
    };
  }
  const created = identity.emailVerified && services.signUp ? await openNew(services.host, visit) : undefined;
  return created ? signedIn(created, attempt.id, ['fed']) : prove(services, view, visit, 200);
}

/** Takes a proof that the account with the identity's address is the person's: its password, or the mailed link. */
export async function proveBySso(
  services: SsoStepServices,
  view: StepView,
  form: Readonly<Record<string, string>>,
): Promise<StepOutcome> {
  const visit = await findVisit(services, view, form['sso']);
  const email = visit?.identity.email;
  if (!visit || !email) return failed(view, over, 400);
  if (form['proof'] === 'mail') return sendProof(services, view, visit, email);
  const opened =
    form['proof'] === undefined
      ? await byPassword(services, view, visit, email, form['password'] ?? '')
      : await byMail(services, visit, form['proof']);
  if (opened === 'refused') return prove(services, view, visit, 401, refused);
  if (opened === 'no account') return failed(view, noAccount, 403);
  if (!opened) return failed(view, taken(visit.provider.name), 409);
  return signedIn(opened, visit.attempt.id, form['proof'] === undefined ? ['pwd', 'fed'] : ['fed']);
}

type Visit = NonNullable<Awaited<ReturnType<typeof findVisit>>>;

async function findVisit({ host, upstreams }: SsoStepServices, view: StepView, id: string | undefined) {
  const attempt = attemptOf((name) => view.browser.cookie(name), id ?? '');
  const row = attempt && (await findAnsweredAttempt(host.db, attempt, view.interactionUid));
  const provider = row && upstreams.get(row.provider)?.provider;
  return provider ? { attempt, provider, identity: row.identity, mailSecretHash: row.mailSecretHash } : undefined;
}

async function byPassword(
  { host, limiter, passwordSignIn }: SsoStepServices,
  view: StepView,
  visit: Visit,
  email: string,
  password: string,
): Promise<Opened | 'refused' | undefined> {
  if (!passwordSignIn || password === '' || password.length > 1024) return 'refused';
  const account = await signIn(host.db, limiter, { email, password, ip: view.browser.ip });
  return account ? openProven(host, visit, account) : 'refused';
}

async function byMail({ host, signUp }: SsoStepServices, visit: Visit, proof: string) {
  const { mailSecretHash } = visit;
  if (!mailSecretHash || !timingSafeEqual(mailSecretHash, hashOneTimeSecret(proof))) return 'refused' as const;
  return openByMail(host, visit, { signUp });
}

async function sendProof({ host }: SsoStepServices, view: StepView, visit: Visit, email: string): Promise<StepOutcome> {
  const { secret, secretHash: mailSecretHash } = newOneTimeSecret();
  const { attempt, provider } = visit;
  const { brand, issuer } = { brand: view.brand, issuer: host.issuer };
  const link = `${issuer}${view.action}/return?sso=${attempt.id}&proof=${secret}`;
  await host.db.$transaction(async (tx) => {
    await tx.ssoAttempt.updateMany({ where: { secretHash: attempt.secretHash }, data: { mailSecretHash } });
    await host.mail.add(tx, proveAddressMail({ email, provider: provider.name, link, brand }));
  });
  host.sendMail();
  return { page: <LookIntoMailPage brand={brand} email={email} />, status: 200 };
}

function prove(services: SsoStepServices, view: StepView, visit: Visit, status: number, error?: string): StepOutcome {
  const { brand, action } = view;
  const { attempt, provider, identity } = visit;
  const page = (
    <ProveAddressPage
      brand={brand}
      provider={provider.name}
      email={identity.email ?? ''}
      action={action}
      attempt={attempt.id}
      error={error}
      passwordSignIn={services.passwordSignIn}
    />
  );
  return { page, status };
}

function signedIn({ userId, epoch }: Opened, attemptId: string, amr: string[]): StepOutcome {
  return { answer: { accountId: userId, epoch, amr }, cookies: [noAttemptCookie(attemptId)] };
}

function failed({ brand, action }: StepView, message: string, status: number): StepOutcome {
  return { page: <SsoFailedPage brand={brand} message={message} back={action} />, status };
}

const over = 'This sign-in is over, or it was begun in another browser. Begin again.';
const refused = 'That is not the proof we need, or there were too many tries. Try again, or get a mail instead.';
const noAccount = 'There is no account with this address. Ask the people you work with for an invitation.';
const taken = (name: string) =>
  `The account with this address is linked to another ${name} account already. Sign in with that one, or remove that link first.`;
