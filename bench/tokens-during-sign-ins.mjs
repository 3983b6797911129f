import { performance } from 'node:perf_hooks';
import { openSignIn } from './open-sign-in.mjs';

const signIns = 50;
const password = 'a passphrase for measurements';

/** The seed for this measurement. */
export const signInSeed = {
  users: Array.from({ length: signIns }, (_, index) => ({ email: `bench-${index}@example.test`, password })),
  clients: [
    { id: 'bench-web', name: 'Bench', type: 'SPA', firstParty: true, redirectUris: ['https://bench.example.test/'] },
  ],
};

/** How long a token request takes without sign-ins, and while fifty people sign in at once. */
export async function measureTokensDuringSignIns({ issuer, machineToken }) {
  const forms = await Promise.all(
    signInSeed.users.map(() => openSignIn(issuer, { id: 'bench-web', redirectUri: 'https://bench.example.test/' })),
  );
  // The first requests load data that the later ones share.
  await timesOf(machineToken, 20);
  const quiet = await timesOf(machineToken, 100);
  let open = forms.length;
  const done = forms.map(async ({ action, cookie }, index) => {
    const body = new URLSearchParams({ email: signInSeed.users[index].email, password });
    const { status } = await fetch(action, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
    if (status !== 303) throw new Error(`Sign-in ${index} returned ${status}.`);
    open -= 1;
  });
  const busy = [];
  while (open > 0) busy.push(...(await timesOf(machineToken, 1)));
  await Promise.all(done);
  const row = (who, times) =>
    `| ${[who, times.length, milliseconds(times, 0.5), milliseconds(times, 0.95), ratio(times, quiet)].join(' | ')} |`;
  const heading = ['| sign-ins | tokens | median | 95 % | median : quiet |', '| --- | --- | --- | --- | --- |'];
  const lines = [...heading, row('none', quiet), row(`${signIns} at once`, busy)];
  return `## Tokens while people sign in\n\n${lines.join('\n')}\n\n${note}\n`;
}

const note = `Milliseconds of one client-credentials token over loopback HTTP, one after the other, without sign-ins, and from the moment
${signIns} people send the sign-in form until the last one has its response. Ratios carry over to other machines, milliseconds do not.`;

async function timesOf(action, count) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await action();
    times.push(performance.now() - start);
  }
  return times;
}

const at = (times, part) => times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * part)];
const milliseconds = (times, part) => at(times, part).toFixed(1);
const ratio = (times, quiet) => `${(at(times, 0.5) / at(quiet, 0.5)).toFixed(1)}×`;
