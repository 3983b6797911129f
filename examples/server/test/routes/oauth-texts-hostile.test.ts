import { send } from '@org/identity-testing/send';
import test from 'ava';
import { AttackedServer } from '../support/attacked-server.js';
import { encode, endpoints, namesOf, replaceField } from '../support/endpoints.js';
import { hostileTexts, slowness } from '../support/hostile-texts.js';

let server: AttackedServer;
test.before(async () => {
  server = await AttackedServer.start();
});
test.after.always(() => server?.test.stop());
// The tests run one after the other: each measures the thread of the server.

// oidc-provider reads 56 KB of a form, and Node.js accepts 16 KB of headers.
const inForm = hostileTexts(50_000, encodeURIComponent);
const inUrl = hostileTexts(12_000, encodeURIComponent);

for (const [title, endpoint] of Object.entries(endpoints)) {
  test.serial(`no long text in a parameter keeps ${title} busy for a quarter of a second`, async (t) => {
    const wrong: string[] = [];
    const valid = await endpoint.valid(server);
    for (const name of namesOf(endpoint, valid)) {
      for (const { title: alphabet, text } of endpoint.location === 'form' ? inForm : inUrl) {
        const message = encode(endpoint, valid, replaceField(name, encodeURIComponent(text)));
        let status = 0;
        const time = await slowness(async () => {
          ({ status } = await send(server.port, message));
        });
        if (time !== undefined) wrong.push(`${name}: ${alphabet} took ${time} ms`);
        if (status >= 500 || status === 413 || status === 431) wrong.push(`${name}: ${alphabet}: ${status}`);
      }
    }
    t.deepEqual(wrong, []);
  });
}
