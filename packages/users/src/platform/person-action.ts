import {
  type Actor,
  actorOf,
  type Confirmation,
  Id,
  IdentityError,
  readForm,
  type UserVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { z } from 'zod';
import { disableUser, enableUser } from '../administration/disable-user.js';
import { eraseUser } from '../administration/erase-user.js';
import { removeSecondFactorsOf } from '../administration/remove-all-second-factors.js';
import { requireOtherUser } from '../administration/require-other-user.js';
import { sendPasswordReset } from '../administration/send-password-reset.js';
import { unlockUser } from '../administration/unlock-user.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { revokeAllSessions, revokeSession } from '../sessions/sessions.js';
import { platformTexts } from './texts.js';

const PersonAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('sign-out'), session: Id }),
  z.object({
    action: z.enum(['sign-out-all', 'unlock', 'send-reset', 'remove-factors', 'disable', 'enable', 'erase']),
  }),
]);
type PersonAction = z.output<typeof PersonAction>;

/** What a form asks to do with a person. */
export function readAction(form: Readonly<Record<string, string>>): PersonAction {
  return readForm(PersonAction, form);
}

/** What to ask before the action; undefined for those that take nothing away. */
export function confirmationOf(
  { action }: PersonAction,
  { name, language }: { name: string; language: Language },
): Confirmation | undefined {
  if (action === 'unlock' || action === 'enable' || action === 'send-reset') return undefined;
  const { title, button, facts } = platformTexts[language].confirm[action];
  // The user could change the outcome again and again: each tenant and each session of theirs is a part of it.
  const evenIfChanged = ['disable', 'sign-out-all'].includes(action);
  return { title: title(name), button, facts, evenIfChanged };
}

/** Runs the action with the use-case of the API. */
export async function runAction(
  { host, mailLimiter }: { host: IdentityPluginHost; mailLimiter: MailLimiter },
  { principal, language }: Pick<UserVisit, 'principal' | 'language'>,
  userId: string,
  asked: PersonAction,
): Promise<void> {
  const actor: Actor = actorOf(principal);
  if (asked.action === 'sign-out')
    await revokeSession(host, { principal: { userId }, sessionId: asked.session, actor });
  else if (asked.action === 'sign-out-all') await revokeAllSessions(host, { userId, actor });
  else if (asked.action === 'unlock') await unlockUser(host, { userId, actor });
  else if (asked.action === 'send-reset' && !host.accounts.passwordSignIn) throw noPasswords();
  else if (asked.action === 'send-reset') await sendPasswordReset(host, mailLimiter, { userId, actor, language });
  else if (asked.action === 'remove-factors') await removeSecondFactorsOf(host, { userId, actor });
  else if (asked.action === 'enable') await enableUser(host, { user: userId, actor });
  else if (asked.action === 'erase') await eraseUser(host, { userId, principal, language });
  else {
    requireOtherUser(principal, userId, 'disable');
    await disableUser(host, { user: userId, actor });
    host.sendLogoutNotices();
  }
}

const noPasswords = () => new IdentityError('NOT_FOUND', 'Nobody has a password here.');
