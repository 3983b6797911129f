import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assertHostWorks, assertIdentityWorks, startHostProcess } from '@org/identity-example-server/test/host-process';
import test from 'ava';

const program = fileURLToPath(new URL('../src/host.js', import.meta.url));
const source = new URL('../../src/host.ts', import.meta.url);

test('Express answers its own routes, the identity server answers its own, and unknown paths get the 404 of Express', async (t) => {
  const issuer = await startHostProcess(t, program);
  await assertHostWorks(t, issuer);
  await assertIdentityWorks(t, issuer);
  await assertHostWorks(t, issuer);
  const response = await fetch(`${issuer}/nothing`);
  t.is(response.status, 404);
  t.regex(await response.text(), /Cannot GET \/nothing/u);
});

test('the example has less than 30 lines', (t) => {
  t.true(readFileSync(source, 'utf8').trimEnd().split('\n').length < 30);
});
