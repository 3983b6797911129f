import { actorOf, isUuid, type PlatformArea, type UserVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { findUser, userNotFound } from '../administration/find-user.js';
import { viewSessions, viewUser } from '../administration/view-user.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { confirmationOf, readAction, runAction } from './person-action.js';
import { PersonContent } from './person-content.js';
import { platformTexts } from './texts.js';

const areaTexts = textsOf(platformTexts, ({ person, notices, refusals }) => ({
  name: person.name,
  title: person.name,
  notices,
  refusals,
}));

/** One user for an operator, with everything that can be done to the account. Opening it is an event in the audit trail. */
export function personArea(host: IdentityPluginHost, mailLimiter: MailLimiter): PlatformArea {
  const hasPasswords = host.accounts.passwordSignIn;
  return {
    place: 'platform',
    path: 'people/:userId',
    parent: 'people',
    texts: areaTexts,
    async draw(visit) {
      const view = { userId: userIdIn(visit), actor: actorOf(visit.principal) };
      const user = await viewUser(host, view);
      const { sessions } = await viewSessions(host, { ...view, principal: visit.principal });
      return {
        heading: user.displayName ?? user.email,
        content: <PersonContent {...{ visit, user, sessions, hasPasswords }} />,
      };
    },
    needsFreshSignIn: ({ form }) => ['remove-factors', 'erase'].includes(readAction(form).action),
    async confirm(visit) {
      const { id, email } = await findUser(host.db, userIdIn(visit));
      const names = await host.namesOf([id], {});
      return confirmationOf(readAction(visit.form), { name: names.get(id) ?? email, language: visit.language });
    },
    async act(visit) {
      const { id } = await findUser(host.db, userIdIn(visit));
      const asked = readAction(visit.form);
      await runAction({ host, mailLimiter }, visit, id, asked);
      return { done: asked.action };
    },
  };
}

/** An id that is not a UUID is as unknown as any other. */
function userIdIn({ params }: UserVisit): string {
  const userId = params['userId'] ?? '';
  if (!isUuid(userId)) throw userNotFound(userId);
  return userId.toLowerCase();
}
