import test from 'ava';
import { foreignHashes, foreignPassword } from '../support/foreign-hashes.js';
import { importLines, newEmail } from '../support/import-tests.js';
import { platformMachine } from '../support/platform-api.js';
import { asksForCode, begin, isDone, totp } from '../support/second-factor.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let token: string;
test.before(async () => {
  server = await startTestServer();
  token = await platformMachine(server);
});
test.after.always(() => server?.stop());

for (const [secret, bits] of [
  ['JBSWY3DPEHPK3PXP', 80],
  ['JBSW Y3DP EHPK 3PXP JBSW Y3DP EH', 130],
  ['A'.repeat(256), 1280],
] as const)
  test.serial(`an imported app with ${bits} bits signs in with its codes, and a wrong code is refused`, async (t) => {
    const email = newEmail();
    const password = foreignHashes['bcrypt 2b'];
    await importLines(server, token, [{ email, emailVerified: true, password, totpSecret: secret }]);
    const { browser, page } = await begin(server, { email, password: foreignPassword });
    t.true(asksForCode(page), page.html);
    const right = totp(secret.replaceAll(' ', ''));
    const wrong = await browser.submit(page, { code: right === '000000' ? '000001' : '000000' });
    t.regex(wrong.html, /<title>Error: Enter your code/u);
    const done = await browser.submit(wrong, { code: right });
    t.true(isDone(done), done.html);
  });
