import { type FailedSignIn, hashOneTimeSecret } from '@org/identity-core';
import { type IdentityPluginHost, lockUserRow, Prisma, run, statement, type Transaction } from '@org/identity-prisma';
import { browserKeyOf, type KnownBrowser } from '../credentials/known-browser.js';
import { codeAccountOf, missingCodeOf, type SignInLimiter, type Waiting } from '../credentials/sign-in-limits.js';
import { reclaimAccount } from '../sso/reclaim-account.js';
import { type CodePlace, codeMinutes, hashCode, isSameCode, maxTries } from './code-secret.js';

type Services = Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'sendLogoutNotices'>;

/** The account of a code that was right. `waitingUntil` is set if the account waits to be erased. */
export interface CodeOwner {
  readonly userId: string;
  readonly epoch: number;
  readonly waitingUntil: Date | null;
}

export type CodeAttempt =
  | { readonly owner: CodeOwner }
  /** The email has no account; the next page creates it. */
  | { readonly isNew: true }
  | { readonly wrong: FailedSignIn }
  /** The code has expired, was used, or had too many tries. */
  | 'over'
  | Waiting;

/** Checks a code. The database counts its tries before they are compared, so that parallel ones are no more. */
export async function tryEmailCode(
  services: Services,
  limiter: SignInLimiter,
  { place, code, ip, browser }: { place: CodePlace; code: string; ip: string; browser?: KnownBrowser | undefined },
): Promise<CodeAttempt> {
  const where = { secretHash: hashOneTimeSecret(place.secret), interactionUid: place.interactionUid };
  const asked = await services.db.emailCode.findUnique({
    where,
    select: { normalizedEmail: true, codeHash: true, user: { select: { id: true, passwordHash: true } } },
  });
  if (!asked) return 'over';
  // Counted apart from passwords: whoever tries passwords must not keep the owner from using a code. And so must nobody who
  // guesses where there is no code.
  const countedAs = asked.codeHash.length === 0 ? missingCodeOf : codeAccountOf;
  const email = countedAs(asked.normalizedEmail);
  const outcome = await limiter.attempt({ email, ip, browser: browser?.id }, async () => ({
    browser: browserKeyOf(browser, asked.user),
    async compare() {
      const result = await compare(services, where, hashCode(place, code));
      return { right: typeof result === 'object' && !('wrong' in result), result };
    },
  }));
  return 'waitSeconds' in outcome ? outcome : outcome.result;
}

interface Where {
  readonly secretHash: Uint8Array<ArrayBuffer>;
  readonly interactionUid: string;
}

interface Tried {
  codeHash: Buffer;
  userId: string | null;
  epoch: number | null;
  createsAccount: boolean;
  normalizedEmail: string;
}

const countTry = statement(
  'email_code_try',
  `UPDATE identity.email_codes SET tries = tries + 1
   WHERE secret_hash = $1 AND interaction_uid = $2 AND proven_at IS NULL AND tries < $3 AND expires_at > now()
   RETURNING code_hash AS "codeHash", user_id AS "userId", epoch, creates_account AS "createsAccount",
     normalized_email AS "normalizedEmail"`,
);

async function compare(services: Services, where: Where, codeHash: Uint8Array) {
  const values = [Buffer.from(where.secretHash), where.interactionUid, maxTries];
  const { rows } = await run<Tried>(services.pool, countTry, values);
  const [tried] = rows;
  if (!tried) return 'over' as const;
  const { userId, epoch, createsAccount } = tried;
  const isRight = isSameCode(tried.codeHash, codeHash);
  if (isRight && createsAccount) return keepProof(services, where);
  if (userId === null || epoch === null) return wrong(null, 'unknown_account');
  if (!isRight) return wrong(userId, 'wrong_code');
  const opened = await services.db.$transaction((tx) => open(services, tx, { where, tried, userId, epoch }));
  services.sendLogoutNotices();
  return opened;
}

const wrong = (userId: string | null, reason: FailedSignIn['reason']) => ({ wrong: { userId, reason } });

/** Holds the proof of a new email until the account is created. */
async function keepProof({ db }: Services, where: Where) {
  const now = new Date();
  const data = { provenAt: now, expiresAt: new Date(now.getTime() + codeMinutes * 60_000) };
  const { count } = await db.emailCode.updateMany({ where: { ...where, provenAt: null }, data });
  return count === 1 ? ({ isNew: true } as const) : ('over' as const);
}

interface RightCode {
  where: Where;
  tried: Tried;
  userId: string;
  epoch: number;
}

async function open(services: Services, tx: Transaction, { where, tried, userId, epoch }: RightCode) {
  // The user comes first in the lock order. A password change, a deletion or an operator has changed the epoch since.
  const condition = Prisma.sql`sign_in_epoch = ${epoch} AND normalized_email = ${tried.normalizedEmail}
    AND disabled_at IS NULL AND (deleted_at IS NULL OR erase_at > now())`;
  const account = await lockUserRow(tx, userId, condition);
  // Deleting the row uses the code up: of several requests at once, only one deletes it.
  const { count } = await tx.emailCode.deleteMany({ where });
  if (count === 0) return 'over' as const;
  if (!account) return wrong(userId, 'account_refused');
  // With a second factor, the email is verified when that is proven as well.
  if (!account.mfaEnabled) await verifyByCode(services, tx, userId);
  const { signInEpoch, eraseAt } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { signInEpoch: true, eraseAt: true },
  });
  return { owner: { userId, epoch: signInEpoch, waitingUntil: eraseAt } };
}

/**
 * The code has proven the email. If nobody had before, whoever created the account may have been somebody else: what they have
 * set up ends.
 */
async function verifyByCode({ events }: Services, tx: Transaction, userId: string): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { emailVerified: true, emailToProve: true },
  });
  if (user.emailToProve) await tx.user.update({ where: { id: userId }, data: { emailToProve: false } });
  if (user.emailVerified) return;
  await reclaimAccount({ events }, tx, userId);
  await publishVerified({ events }, tx, userId);
}

/** The same for an account with a second factor, once that is proven: the owner has set it up, so it all stays. */
export async function verifyWithFactor(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { userId, epoch }: { userId: string; epoch: number },
): Promise<void> {
  const same = { id: userId, signInEpoch: epoch };
  const open = { OR: [{ emailVerified: false }, { emailToProve: true }] };
  if ((await db.user.count({ where: { ...same, ...open } })) === 0) return;
  await db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { ...same, emailVerified: false },
      data: { emailVerified: true },
    });
    await tx.user.updateMany({ where: same, data: { emailToProve: false } });
    if (count === 1) await publishVerified({ events }, tx, userId);
  });
}

function publishVerified({ events }: Pick<Services, 'events'>, tx: Transaction, userId: string): Promise<unknown> {
  const actor = { kind: 'user' as const, id: userId };
  return events.publish(tx, { type: 'email.verified', tenantId: null, actor, subjectId: userId, data: {} });
}
