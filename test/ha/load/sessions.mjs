import { people, web } from '../world.mjs';
import { basic, bearer, isUnknown } from './send.mjs';
import { exchangeCode, getCode, refresh } from './sign-in.mjs';

const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/** Signs users in, refreshes their tokens, revokes some of them, and checks each response against the ones before. */
export function createSessions({ send, record, servers, pause }) {
  /** Sessions that must still work, sessions that must not, and used codes that must not work again. */
  const facts = { alive: [], revoked: [], usedCodes: [] };
  const works = async (session) => (await send('user', '/api/users/me', { headers: bearer(session.access) })).status;
  const take = (response) => {
    const { access_token: access, refresh_token: token } = response.json();
    return { access, refresh: token };
  };

  /** One code, sent to both servers at once: at most one of them may accept it. */
  async function useTwiceAtOnce(grant) {
    const responses = await Promise.all(servers.map((server) => exchangeCode(send, grant, server)));
    if (responses.filter(({ status }) => status === 200).length > 1) record.violation('a code was accepted twice');
  }

  /** Refreshes until the outcome is known. Returns the new session, or undefined if the session has ended. */
  async function refreshOnce(session) {
    for (let attempt = 1; ; attempt += 1) {
      const response = await refresh(send, session.refresh);
      if (response.status === 200) return take(response);
      if (response.status === 400) {
        // After an unknown outcome, the token may have been used.
        if (attempt === 1) record.violation(`a confirmed refresh token was refused: ${response.text}`);
        return undefined;
      }
      await pause(200);
    }
  }

  async function revoke(session) {
    const body = new URLSearchParams({ token: session.refresh });
    const response = await send('revoke', '/api/oauth/revoke', {
      method: 'POST',
      headers: { authorization: basic(web) },
      body,
    });
    if (response.status !== 200) return;
    facts.revoked.push(session);
    if (facts.revoked.length > 30) facts.revoked.shift();
    await mustBeRevoked(session);
  }

  async function mustBeRevoked(session) {
    if ((await refresh(send, session.refresh)).status === 200) record.violation('a revoked refresh token was accepted');
    if ((await works(session)) === 200) record.violation('the access token of a revoked session was accepted');
  }

  async function oneSession() {
    const grant = await getCode(send, record, anyOf(people.visitors));
    if (!grant) return;
    if (Math.random() < 0.2) return useTwiceAtOnce(grant);
    const response = await exchangeCode(send, grant);
    if (isUnknown(response)) return;
    if (response.status !== 200) return void record.violation(`a confirmed code was refused: ${response.text}`);
    const used = { ...grant, at: performance.now() };
    let session = take(response);
    for (let times = 0; times < 4; times += 1) {
      if ((await works(session)) === 401) record.violation('a confirmed access token was refused');
      await pause(150);
      const old = session;
      session = await refreshOnce(session);
      if (!session) return;
      if (times === 3 && Math.random() < 0.2) {
        // The second use of a token ends the session.
        if ((await refresh(send, old.refresh)).status === 200) record.violation('a refresh token was accepted twice');
        return;
      }
    }
    if (Math.random() < 0.5) {
      facts.usedCodes.push(used);
      return revoke(session);
    }
    facts.alive.push(session);
    if (facts.alive.length > 20) facts.alive.shift();
  }

  /** Asks until there is a response. Other work may hold up the servers for a moment. */
  async function settled(ask) {
    for (;;) {
      const response = await ask();
      if (!isUnknown(response)) return response;
      await pause(200);
    }
  }

  return {
    oneSession,
    /** After a failure: what was confirmed still holds. */
    async verify() {
      for (const session of [...facts.alive]) {
        const { status } = await settled(() => send('user', '/api/users/me', { headers: bearer(session.access) }));
        if (status !== 200) record.violation(`a confirmed session is gone: ${status}`);
      }
      for (const session of [...facts.revoked]) await mustBeRevoked(session);
      for (const used of facts.usedCodes.splice(0)) {
        // Older codes are refused because of their age.
        if (performance.now() - used.at > 50_000) continue;
        const { status } = await settled(() => exchangeCode(send, used));
        if (status === 200) record.violation('a used code was accepted again');
      }
      return { alive: facts.alive.length, revoked: facts.revoked.length };
    },
  };
}
