import { type AttemptSecret, newAttemptSecret, type StepOutcome, type StepView } from '@org/identity-core';
import { countVisit, type Database } from '@org/identity-prisma';
import { showKeepPage } from '../deletion/keep-account-step.js';
import { createAttempt, useAttempt } from './attempts.js';
import { openLinked, openNew } from './open-account.js';
import { askForProof } from './prove-step.js';
import type { SsoProvider } from './provider.js';
import { ssoCookies } from './sso-cookies.js';
import { ConfirmSsoEmailPage } from './sso-pages.js';
import { failed, findVisit, type SsoStepServices, signedIn } from './sso-visit.js';
import type { UpstreamIdentity } from './upstream-identity.js';

/** Redirects the user to an upstream provider. */
export async function beginSso({ host, upstreams }: SsoStepServices, view: StepView, id: string): Promise<StepOutcome> {
  const upstream = upstreams.get(id);
  if (!upstream) return failed(view, { reason: 'unknownProvider' }, 422);
  const begun = { provider: id, cause: view.interactionUid, ip: view.browser.ip, isOfTenant: false };
  if ((await countVisit(host.db, begun)) !== undefined) return failed(view, { reason: 'tooMany' }, 429);
  const attempt = newAttemptSecret();
  const { prompt, login_hint: loginHint } = view.request.params;
  const wishes = {
    again: typeof prompt === 'string' && prompt.split(' ').includes('login'),
    ...(typeof loginHint === 'string' ? { loginHint } : {}),
  };
  try {
    const redirect = await upstream.authorizationUrl(attempt, wishes);
    await createAttempt(host.db, attempt.secretHash, { provider: id, interactionUid: view.interactionUid });
    return { redirect, cookies: [ssoCookies.keep(attempt)] };
  } catch (error) {
    host.logger.warn({ err: error, provider: id }, 'sign-in provider failed');
    return failed(view, { reason: 'unreachable', provider: upstream.provider.name }, 503);
  }
}

/** After the provider's response, or through the mailed link: signs in a known user, and asks any other user for a proof. */
export async function returnFromSso(
  services: SsoStepServices,
  view: StepView,
  query: Readonly<Record<string, string>>,
): Promise<StepOutcome> {
  const visit = await findVisit(services, view, query['sso']);
  if (!visit) return failed(view, { reason: 'over' }, 400);
  const { provider, identity, attempt } = visit;
  const opened = await openLinked(services.host, visit);
  if (opened) return signedIn(opened, attempt.id, ['fed']);
  const waiting = await findDeletedAccount(services.host.db, visit);
  if (waiting) {
    const offer = await showKeepPage(services.host, view, { ...waiting, amr: ['fed'] });
    return { ...offer, cookies: [ssoCookies.forget(attempt.id)] };
  }
  const { email } = identity;
  if (!email) return failed(view, { reason: 'noAddress', provider: provider.name }, 422);
  if (query['proof'] !== undefined) {
    const hidden = { sso: attempt.id, proof: query['proof'] };
    const { brand, action } = view;
    return {
      page: (
        <ConfirmSsoEmailPage brand={brand} provider={provider.name} email={email} action={action} hidden={hidden} />
      ),
      status: 200,
    };
  }
  if (!identity.emailVerified || !services.signUp) return askForProof(services, view, visit);
  // Not created, perhaps because another tab of the same user was faster.
  const created = (await openNew(services.host, visit)) ?? (await openLinked(services.host, visit));
  return created ? signedIn(created, attempt.id, ['fed']) : askForProof(services, view, visit);
}

/** The account that is linked to this identity and waits to be erased. Uses the attempt up: the next step has its own secret. */
async function findDeletedAccount(
  db: Database,
  { attempt, provider, identity }: { attempt: AttemptSecret; provider: SsoProvider; identity: UpstreamIdentity },
): Promise<{ userId: string; waitingUntil: Date; epoch: number } | undefined> {
  const { issuer, subject } = identity;
  const link = await db.ssoLink.findUnique({
    where: {
      provider_issuer_subject: { provider: provider.id, issuer, subject },
      user: { deletedAt: { not: null }, eraseAt: { gt: new Date() }, disabledAt: null },
    },
    select: { user: { select: { id: true, eraseAt: true, signInEpoch: true } } },
  });
  if (!link?.user.eraseAt || !(await useAttempt(db, attempt))) return undefined;
  return { userId: link.user.id, waitingUntil: link.user.eraseAt, epoch: link.user.signInEpoch };
}
