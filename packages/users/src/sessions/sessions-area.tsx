import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { SessionEntries } from './session-entries.js';
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.js';

/** Where the user is signed in, with buttons to end sessions. */
export function sessionsArea({ host }: { host: IdentityPluginHost }): AccountArea {
  return {
    path: 'sessions',
    name: 'sessions',
    async draw({ principal, hidden, language }) {
      const { sessions } = await listSessions(host, principal, language);
      return <SessionEntries {...{ sessions, hidden }} passwordSignIn={host.accounts.passwordSignIn} />;
    },
    async act({ principal, form }) {
      const sessionId = form['session'];
      if (sessionId === undefined) {
        await revokeOtherSessions(host, principal);
        return { done: 'sessions' };
      }
      const { sessions } = await listSessions(host, principal);
      await revokeSession(host, { principal, sessionId });
      const isOwn = sessions.some(({ id, isCurrent }) => isCurrent && id === sessionId);
      return isOwn ? { redirect: '/account/signed-out', signOut: true } : { done: 'session' };
    },
  };
}
