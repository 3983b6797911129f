import type { StepOutcome, StepView } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { provenEmail, recipientOf } from '../accounts/find-account.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { openHeld, sealHeld } from './email-proof-token.js';
import { ConfirmProofPage, ProofOverPage, ProofSentPage, ProveFirstPage } from './prove-email-pages.js';
import { proveEmailMail } from './verify-email-mail.js';

interface Services {
  host: IdentityPluginHost;
  mailLimiter: MailLimiter;
}

type Fields = Readonly<Record<string, string>>;

const Unproven = z.looseObject({ accountId: z.uuid(), emailToProve: z.literal(true) });

/**
 * Holds a sign-in to an account that was imported without a proof of its email: instead of the answer there is a page that asks
 * for the proof. No session exists before it. Other sign-ins pass as they are, without a statement.
 */
export async function holdUnproven({ host }: Services, view: StepView, outcome: StepOutcome): Promise<StepOutcome> {
  const unproven = 'answer' in outcome ? Unproven.safeParse(outcome.answer).data : undefined;
  if (!unproven) return outcome;
  const { emailToProve: _, ...answer } = unproven;
  const { email, normalizedEmail } = await findUser(host, answer.accountId);
  const held = sealHeld(host.vault, 'page', view.interactionUid, { answer, normalizedEmail });
  const { brand, action } = view;
  const page = <ProveFirstPage {...{ brand, action, email, held }} />;
  return { page, status: 200, ...(outcome.cookies ? { cookies: outcome.cookies } : {}) };
}

/** Handles the forms: mails the link, or continues the sign-in of a user who has opened it. */
export async function submitEmailProof(services: Services, view: StepView, fields: Fields): Promise<StepOutcome> {
  const { host } = services;
  const { interactionUid } = view;
  const proof = fields['emailProof'] ?? '';
  if (proof === 'mail') return send(services, view, fields['held'] ?? '');
  const held = openHeld(host.vault, 'mail', interactionUid, proof);
  if (!held) return over(view);
  const { answer, normalizedEmail } = held;
  const userId = answer.accountId;
  await host.db.$transaction(async (tx) => {
    // Only while it is still the user's email.
    const where = { id: userId, normalizedEmail, emailToProve: true };
    const { count } = await tx.user.updateMany({ where, data: provenEmail });
    if (count === 0) return;
    const event = { tenantId: null, actor: { kind: 'user', id: userId }, subjectId: userId, data: {} } as const;
    await host.events.publish(tx, { ...event, type: 'email.verified' });
  });
  const { emailToProve } = await findUser(host, userId);
  return emailToProve ? over(view) : { answer };
}

/** The page of the mailed link. Opening it changes nothing, because programs open links in mails, too. */
export async function showEmailProof({ host }: Services, view: StepView, proof: string): Promise<StepOutcome> {
  const held = openHeld(host.vault, 'mail', view.interactionUid, proof);
  if (!held) return over(view);
  const { email } = await findUser(host, held.answer.accountId);
  const { brand, action } = view;
  return { page: <ConfirmProofPage {...{ brand, action, email, proof }} />, status: 200 };
}

async function send({ host, mailLimiter }: Services, view: StepView, sealed: string): Promise<StepOutcome> {
  const { vault, mail, issuer, db } = host;
  const { interactionUid, brand, action, language, browser } = view;
  const held = openHeld(vault, 'page', interactionUid, sealed);
  if (!held) return over(view);
  const { answer, normalizedEmail } = held;
  const user = await findUser(host, answer.accountId);
  if (user.normalizedEmail !== normalizedEmail) return over(view);
  if (await mailLimiter.allows({ kind: 'proof', recipient: normalizedEmail, ip: browser.ip })) {
    const proof = sealHeld(vault, 'mail', interactionUid, { answer, normalizedEmail });
    const link = `${issuer}${action}/return?emailProof=${proof}`;
    await db.$transaction((tx) => mail.add(tx, proveEmailMail({ ...recipientOf(user, language), link, brand })));
    host.sendMail();
  }
  return { page: <ProofSentPage {...{ brand, action, held: sealed }} email={user.email} />, status: 200 };
}

const over = ({ brand, action }: StepView): StepOutcome => ({
  page: <ProofOverPage {...{ brand, action }} />,
  status: 410,
});

function findUser({ db }: IdentityPluginHost, id: string) {
  const select = { email: true, normalizedEmail: true, locale: true, emailToProve: true };
  return db.user.findUniqueOrThrow({ where: { id }, select });
}
