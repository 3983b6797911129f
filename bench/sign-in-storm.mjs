import { machine, user, web } from './fixtures.mjs';
import { form, formHeaders, load } from './load.mjs';
import { openSignIn } from './open-sign-in.mjs';
import { pathsOf } from './paths.mjs';

const inFlight = 16;
const request = {
  method: 'POST',
  path: pathsOf('identity').token,
  headers: formHeaders(machine),
  body: form({ grant_type: 'client_credentials', scope: 'licenses:read' }),
};

/** How long a token request takes with sixteen sign-ins in flight, compared with none. */
export async function measureSignInStorm({ contenders: { identity } }, { signIns }) {
  const forms = [];
  for (let index = 0; index < signIns; index += 1) forms.push(await openSignIn(identity.issuer, web));
  const tokens = (amount) => load(identity, request, { amount, parallel: 1 });
  await tokens(50);
  const quiet = await tokens(signIns);
  const storm = Array.from({ length: inFlight }, async () => {
    for (let next = forms.pop(); next; next = forms.pop()) await signIn(next);
  });
  let over = false;
  const all = Promise.all(storm).finally(() => {
    over = true;
  });
  const during = [];
  while (!over) during.push(await tokens(25));
  await all;
  const worst = during.map(({ p99 }) => p99).toSorted((one, other) => one - other)[Math.floor(during.length / 2)];
  const times = (worst / quiet.p99).toFixed(1);
  return `${inFlight} sign-ins in flight: a token request takes ${worst} ms (p99), ${quiet.p99} ms without: ${times} times (bar: 3 times).`;
}

async function signIn({ action, cookie }) {
  const body = new URLSearchParams({ email: user.email, password: user.password });
  const { status } = await fetch(action, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
  if (status !== 303) throw new Error(`A sign-in returned ${status}.`);
}
