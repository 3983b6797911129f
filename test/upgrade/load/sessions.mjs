import { applicationId, emails } from '../seed-data.mjs';
import { readOwnAccount, refresh, signIn, signInAgain } from './sign-in.mjs';

/**
 * Sessions that begin in one phase and continue in all later ones. Each time a session is used, its refresh token is rotated
 * and its browser gets another code without a page. A session that cannot continue is lost.
 */
export function keepSessions() {
  const open = [];
  const lost = [];
  const unused = [...emails.keepers];
  const useOne = async (session, note) => {
    const used = await note('session', async () => {
      session.tokens = await refresh(session);
      await readOwnAccount(session, applicationId);
      await readOwnAccount({ ...session, tokens: await signInAgain(session) }, applicationId);
      return true;
    });
    if (!used) lost.push(...open.splice(open.indexOf(session), 1));
  };
  return {
    lost,
    count: () => open.length,
    /** Signs users in who have no session yet. */
    async begin(issuer, note, count) {
      for (const email of unused.splice(0, count)) {
        const session = await note('sign-in', () => signIn(issuer, email));
        if (session) open.push(session);
      }
    },
    /** Uses every session once. */
    async useAll(note) {
      for (const session of [...open]) await useOne(session, note);
    },
  };
}
