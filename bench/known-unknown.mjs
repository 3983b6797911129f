import { performance } from 'node:perf_hooks';

const requests = 200;
const warmUp = 10;
const known = 'known@people.test';
const unknown = 'other@people.test';
const password = 'violet harbor engine 77';

/** The seed for this measurement: a known user, and a client to sign in to. */
export const knownUnknownSeed = {
  users: [{ email: known, password }],
  clients: [{ id: 'bench-spa', name: 'Bench', type: 'SPA', redirectUris: ['http://127.0.0.1:8765/callback'] }],
};

/** Measures whether the response time reveals who has an account; returns a Markdown table. */
export async function measureKnownUnknown({ issuer }) {
  const signIn = await signInForm(issuer);
  const post = (path, status, headers, more) => async (email) => {
    const body = new URLSearchParams({ email, password: 'wrong horse battery', ...more });
    const response = await fetch(new URL(path, issuer), { method: 'POST', headers, body });
    await response.text();
    if (response.status !== status) throw new Error(`${path} returned ${response.status}.`);
  };
  const rows = [
    await compare('sign-in, wrong password', post(signIn.action, 401, { cookie: signIn.cookie })),
    await compare('password reset', post('/password-reset', 200, {})),
    await compare('registration', post(signIn.action, 200, { cookie: signIn.cookie }, { register: 'yes' })),
  ];
  const heading = ['request', 'known email', 'unknown email', 'known : unknown'];
  const lines = [heading, heading.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`);
  return `## Known and unknown emails\n\n${lines.join('\n')}\n\n${note}\n`;
}

const note = `Medians of ${requests} form posts each, in milliseconds, one after the other and in turn, over loopback HTTP with the limits raised.`;

/** In turn, each pair in the opposite order of the previous one, so that other work affects both alike. */
async function compare(title, send) {
  const times = { [known]: [], [unknown]: [] };
  for (let round = 0; round < warmUp + requests; round += 1) {
    for (const email of round % 2 === 0 ? [known, unknown] : [unknown, known]) {
      const started = performance.now();
      await send(email);
      if (round >= warmUp) times[email].push(performance.now() - started);
    }
  }
  const [one, other] = [median(times[known]), median(times[unknown])];
  return [title, one.toFixed(1), other.toFixed(1), `${(one / other).toFixed(2)}×`];
}

/** Opens a sign-in page, which accepts any number of wrong passwords; returns its form and its cookies. */
export async function signInForm(issuer) {
  const url = new URL('/oauth/authorize', issuer);
  url.search = new URLSearchParams({
    client_id: 'bench-spa',
    redirect_uri: 'http://127.0.0.1:8765/callback',
    response_type: 'code',
    scope: 'openid',
    nonce: 'bench',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const begun = await fetch(url, { redirect: 'manual' });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const page = await fetch(new URL(begun.headers.get('location'), issuer), { headers: { cookie } });
  const action = /<form method="post" action="([^"]+)"/u.exec(await page.text())?.[1];
  if (!action) throw new Error(`No sign-in page: ${begun.status} ${page.status}`);
  return { action, cookie };
}

export const median = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
