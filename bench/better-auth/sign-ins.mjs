import { web } from '../fixtures.mjs';
import { openSignIn } from '../open-sign-in.mjs';
import { people } from './fixtures.mjs';

const inFlight = 16;

/** How long 64 people take to sign in, sixteen at once, and the CPU of a sign-in. */
export async function measureSignIns({ identity, B }) {
  const forms = [];
  for (const person of people) forms.push({ person, ...(await openSignIn(identity.issuer, web)) });
  return {
    identity: await timed(identity, forms, ({ person: { email, password }, action, cookie }) => {
      const body = new URLSearchParams({ email, password });
      return fetch(action, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
    }),
    B: await timed(B, people, (person) =>
      fetch(`${B.issuer}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: B.issuer },
        body: JSON.stringify(person),
      }),
    ),
  };
}

async function timed(contender, all, signIn) {
  const waiting = [...all];
  const before = await contender.ask('usage');
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { status } = await signIn(next);
        if (status >= 400) throw new Error(`A sign-in returned ${status}.`);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const { cpu } = await contender.ask('usage');
  return { seconds, cpu: (cpu - before.cpu) / all.length };
}
