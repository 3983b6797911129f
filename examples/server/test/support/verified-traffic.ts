import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { secretOf } from './sign-in.js';

export interface Traffic {
  readonly failures: string[];
  /** The number of tokens that a key has signed in the process with this URL. */
  signedBy(url: string, kid: string): number;
  /** The key sets that the clients have cached; each client reads them from another process. */
  cachedKids(): string[][];
  join(url: string): void;
  /** Resolves when no request to this process is in flight. */
  leave(url: string): Promise<void>;
  stop(): Promise<void>;
}

const clientId = 'demo-machine';
const authorization = `Basic ${Buffer.from(`${clientId}:${secretOf(clientId)}`).toString('base64')}`;

/** Gets tokens one after the other. Verifies each of them, and an old one, with the key set of every process, and introspects it. */
export function startTraffic(issuer: string, processes: readonly string[]): Traffic {
  const failures: string[] = [];
  const signed = new Map<string, number>();
  const tokens: string[] = [];
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  // The tests shorten a day to a moment, so the key set is cached for a moment only. An unknown key is not fetched earlier.
  const join = (url: string) =>
    void keySets.set(url, createRemoteJWKSet(new URL('/api/oauth/jwks', url), { cacheMaxAge: 1_000 }));
  processes.forEach(join);
  const anyOf = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)];
  const send = async (path: string, fields: Record<string, string>) => {
    const url = anyOf([...keySets.keys()]) ?? issuer;
    const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) };
    const response = await fetch(new URL(path, url), init);
    return { url, status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const round = async () => {
    const { url, status, body } = await send('/api/oauth/token', { grant_type: 'client_credentials' });
    if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
    const token = String(body['access_token']);
    const key = `${url} ${decodeProtectedHeader(token).kid}`;
    signed.set(key, (signed.get(key) ?? 0) + 1);
    tokens.push(token);
    for (const each of [token, anyOf(tokens) ?? token]) {
      for (const keySet of [...keySets.values()]) await jwtVerify(each, keySet, { issuer, typ: 'at+jwt' });
      const known = await send('/api/oauth/introspect', { token: each });
      if (known.body['active'] !== true) throw new Error(`${known.url} does not know a token`);
    }
  };
  let over = false;
  let inFlight = Promise.resolve();
  const lane = (async () => {
    while (!over) {
      inFlight = round().catch((error: unknown) => void failures.push(String(error)));
      await inFlight;
    }
  })();
  return {
    failures,
    signedBy: (url, kid) => signed.get(`${url} ${kid}`) ?? 0,
    cachedKids: () => [...keySets.values()].map((keySet) => keySet.jwks()?.keys.map(({ kid }) => kid ?? '') ?? []),
    join,
    async leave(url) {
      keySets.delete(url);
      await inFlight;
    },
    async stop() {
      over = true;
      await lane;
    },
  };
}
