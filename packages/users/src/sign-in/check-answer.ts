import type { MethodOutcome, SignInAgain, SignInMethod, StepOutcome } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';

const Answer = z.looseObject({
  accountId: z.uuid(),
  amr: z.array(z.string()).min(1),
  epoch: z.int().optional(),
  // A session keeps only a text here. Any other value would leave it without a tenant, as if it were the user's own.
  via: z.uuid().optional(),
});

/**
 * Completes the answer of a method: the method that gave it and, if the method has not read the account itself, its sign-in
 * epoch. Throws if a method claims what it has not declared. The account of a refused user gives no answer.
 */
export async function checkAnswer(
  { db }: Pick<IdentityPluginHost, 'db'>,
  method: SignInMethod,
  outcome: MethodOutcome,
): Promise<StepOutcome | SignInAgain> {
  if (!('answer' in outcome)) return outcome;
  const answer = Answer.parse(outcome.answer);
  const undeclared = answer.amr.find((value) => !method.amr.includes(value));
  if (undeclared !== undefined)
    throw new Error(`The sign-in method "${method.name}" has not declared the value "${undeclared}" of amr.`);
  // What comes from a tenant's provider must not pass for the user's own sign-in, nor the other way round.
  if ((answer['via'] !== undefined) !== (method.ofTenant === true))
    throw new Error(`The sign-in method "${method.name}" has not declared whose sessions it opens.`);
  if (answer.epoch !== undefined) return { ...outcome, answer: { ...answer, method: method.name } };
  const user = await db.user.findUnique({
    where: { id: answer.accountId, disabledAt: null, deletedAt: null },
    select: { signInEpoch: true, emailToProve: true },
  });
  if (!user) return { again: { error: 'refused' }, status: 401, failed: { userId: null, reason: 'account_refused' } };
  const toProve = user.emailToProve ? { emailToProve: true } : {};
  return { ...outcome, answer: { ...answer, epoch: user.signInEpoch, method: method.name, ...toProve } };
}
