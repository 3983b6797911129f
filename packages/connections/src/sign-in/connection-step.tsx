import { timingSafeEqual } from 'node:crypto';
import {
  type BegunVisit,
  hashOneTimeSecret,
  newAttemptSecret,
  type StepOutcome,
  type StepView,
  type VisitWishes,
} from '@org/identity-core';
import { countVisit, inTransaction } from '@org/identity-prisma';
import { recordAttempt, recordUnconfirmed } from '../attempts/record-attempt.js';
import { goTo } from '../kinds/go-to.js';
import { failureOf } from '../providers/failure-code.js';
import type { ConnectionServices } from '../services.js';
import { beginSignInVisit, noteQuestion, visitCookies } from '../visits/visits.js';
import { findConnectionOf, type RoutedConnection } from './find-connection.js';
import { openAccount } from './open-account.js';
import { openProven, type Proof } from './prove-account.js';
import { sendProof } from './send-proof.js';
import { CheckMailboxPage, ConfirmLinkPage, FailedPage, type Failure, ProveAccountPage } from './sign-in-pages.js';
import { findVisit, type SignInVisit, signedIn } from './sign-in-visit.js';
import { isStarted } from './started-request.js';
import { askToSwitch, findReplacedUser } from './switch-account.js';

type Fields = Readonly<Record<string, string>>;

/** Redirects to the provider of the email's domain; undefined if no connection applies. */
export async function beginVisit(
  services: ConnectionServices,
  view: StepView,
  email: string,
): Promise<StepOutcome | undefined> {
  const connection = await findConnectionOf(services, view.request, email);
  if (!connection) return undefined;
  const { prompt } = view.request.params;
  const again = typeof prompt === 'string' && prompt.split(' ').includes('login') && !isStarted(view.request);
  return visitProvider(services, view, connection, { loginHint: email, again });
}

/** Begins a visit and redirects to the provider. */
export async function visitProvider(
  services: ConnectionServices,
  view: StepView,
  connection: RoutedConnection,
  wishes: VisitWishes,
): Promise<StepOutcome> {
  const { id: connectionId, version, name } = connection;
  const { interactionUid } = view;
  const counted = { provider: connectionId, cause: interactionUid, ip: view.browser.ip, isOfTenant: true };
  if ((await countVisit(services.db, counted)) !== undefined) return failed(view, { reason: 'too_many' }, 429);
  const secret = newAttemptSecret();
  let begun: BegunVisit;
  try {
    const provider = await services.providers.of(connection);
    begun = await provider.begin(secret, wishes);
  } catch (error) {
    // What the provider sent is not logged.
    const failure = failureOf(error);
    services.logger.warn({ code: failure.code, connectionId }, 'provider of a connection failed');
    await inTransaction(services.db, (tx) => recordUnconfirmed(tx, connectionId, { refused: 'unreachable', failure }));
    return failed(view, { reason: 'unreachable', connection: name }, 503);
  }
  const { secretHash } = secret;
  if (!(await beginSignInVisit(services.db, { secretHash, connectionId, version, interactionUid })))
    return failed(view, { reason: 'not_active', connection: name }, 409);
  return { ...goTo(begun, { brand: view.brand, name }), cookies: [visitCookies.keep(secret)] };
}

/** After the provider's response, or through the mailed link. */
export async function returnFromVisit(
  services: ConnectionServices,
  view: StepView,
  query: Fields,
  { mayReplace = false } = {},
): Promise<StepOutcome> {
  const visit = await findVisit(services, view, query['connection']);
  if (!visit) return failed(view, { reason: 'over' }, 400);
  const replaced = mayReplace ? undefined : await findReplacedUser(services, view, visit);
  if (replaced !== undefined) return askToSwitch(view, visit, replaced);
  const settled = await openAccount(services, visit);
  if (settled === 'over') return failed(view, { reason: 'over' }, 400);
  if ('refused' in settled) {
    const failure = { reason: settled.refused, connection: visit.connectionName };
    return { ...failed(view, failure, 403), cookies: [visitCookies.forget(visit.secret.id)] };
  }
  if ('opened' in settled) return signedIn(visit, settled.opened);
  if (query['proof'] !== undefined) return confirmLink(view, visit, query['proof']);
  await inTransaction(services.db, async (tx) => {
    if (!(await noteQuestion(tx, visit.secret.secretHash))) return;
    const { connectionId, identity } = visit;
    const { userId } = settled.prove;
    await recordAttempt(tx, { connectionId, identity, userId }, { refused: 'proof_required' });
  });
  return askForProof(services, view, visit);
}

type WrongProof = 'refused' | { readonly waitSeconds: number };

/** Handles the form in which the owner of an existing account proves it: the password, or the mailed link. */
export async function proveAccount(services: ConnectionServices, view: StepView, form: Fields): Promise<StepOutcome> {
  const visit = await findVisit(services, view, form['connection']);
  const { email } = visit?.identity ?? {};
  if (visit && form['switch'] !== undefined) return returnFromVisit(services, view, form, { mayReplace: true });
  if (!visit || email === undefined) return failed(view, { reason: 'over' }, 400);
  const { brand, action } = view;
  if (form['proof'] === 'mail') {
    await sendProof(services, view, visit);
    const page = <CheckMailboxPage {...{ brand, action, email }} visit={visit.secret.id} />;
    return { page, status: 200 };
  }
  const byPassword = form['proof'] === undefined;
  const proof = byPassword
    ? await checkPassword(services, view, { email, password: form['password'] ?? '' })
    : checkMailed(visit, form['proof'] ?? '');
  if (proof === 'refused' || (typeof proof === 'object' && 'waitSeconds' in proof))
    return askForProof(services, view, visit, proof);
  const opened = await openProven(services, visit, proof);
  if (!opened) return failed(view, { reason: 'over' }, 400);
  return signedIn(visit, opened, byPassword ? ['pwd'] : []);
}

async function checkPassword(
  { accounts }: ConnectionServices,
  { browser }: StepView,
  { email, password }: { email: string; password: string },
): Promise<Proof | WrongProof> {
  if (!accounts.passwordSignIn || password === '' || password.length > 1024) return 'refused';
  const check = await accounts.checkPassword({ email, password, ip: browser.ip });
  if (check.result === 'right') return { userId: check.userId, epoch: check.epoch };
  return check.result === 'wait' ? { waitSeconds: check.seconds } : 'refused';
}

function checkMailed({ mailSecretHash }: SignInVisit, proof: string): Proof | WrongProof {
  return mailSecretHash && timingSafeEqual(mailSecretHash, hashOneTimeSecret(proof)) ? 'mailbox' : 'refused';
}

function askForProof(
  { accounts }: ConnectionServices,
  { brand, action }: StepView,
  { secret, connectionName: connection, identity }: SignInVisit,
  refused?: WrongProof,
): StepOutcome {
  const { passwordSignIn } = accounts;
  const page = (
    <ProveAccountPage
      {...{ brand, action, connection, passwordSignIn }}
      email={identity.email ?? ''}
      visit={secret.id}
      refused={refused !== undefined}
      waitSeconds={typeof refused === 'object' ? refused.waitSeconds : undefined}
    />
  );
  return { page, status: refused ? 401 : 200 };
}

function confirmLink({ brand, action }: StepView, visit: SignInVisit, proof: string): StepOutcome {
  const { secret, connectionName: connection, identity } = visit;
  const hidden = { connection: secret.id, proof };
  const page = <ConfirmLinkPage {...{ brand, action, connection, hidden }} email={identity.email ?? ''} />;
  return { page, status: 200 };
}

/** Shows why the visit failed, with a link back to the sign-in. A started one would lead to the provider again. */
function failed(view: StepView, failure: Failure, status: number) {
  const { brand, action } = view;
  const back = isStarted(view.request) ? `${action}/return?other=yes` : action;
  return { page: <FailedPage {...{ brand, failure, action, back }} />, status };
}
