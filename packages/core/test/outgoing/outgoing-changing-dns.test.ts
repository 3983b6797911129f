import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { createOutgoingFetch } from '../../src/outgoing/outgoing-fetch.js';
import { createOutgoingPost } from '../../src/outgoing/outgoing-post.js';

// A name server in the hands of an attacker: it answers each question about its own name as the test says.
const outside = { address: '93.184.216.34', family: 4 };
const inside = { address: '127.0.0.1', family: 4 };
let answers: LookupAddress[][] = [];
let questions = 0;
type Answered = (error: Error | null, addresses: LookupAddress[]) => void;
const real = dns.lookup;
const lookup = (host: string, options: LookupAllOptions, answered: Answered) => {
  if (host !== 'hooks.attacker.test') return real(host, options, answered);
  questions += 1;
  const answer = answers.shift() ?? [inside];
  setImmediate(() => answered(null, answer));
};
Object.assign(dns, { lookup });
syncBuiltinESMExports();

let called = 0;
const server = createServer((_request, response) => {
  called += 1;
  response.end('inner secrets');
});
test.before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
test.after.always(() => void server.close());

const url = () => `http://hooks.attacker.test:${(server.address() as AddressInfo).port}/`;
const calls = {
  fetch: () => createOutgoingFetch({ allowPrivate: false })(url()),
  post: () =>
    createOutgoingPost({ allowPrivate: false })(url(), {
      headers: {},
      body: '{}',
      signal: AbortSignal.timeout(60_000),
    }),
};

for (const [name, call] of Object.entries(calls)) {
  test.serial(`${name}: a name that led outside a moment ago and leads inside now is not called`, async (t) => {
    answers = [[outside], [inside]];
    // Whoever looks before connecting sees a public address.
    const seen = await new Promise((resolve) =>
      lookup('hooks.attacker.test', { all: true }, (_error, found) => resolve(found)),
    );
    t.deepEqual(seen, [outside]);
    const before = questions;
    await t.throwsAsync(call(), { message: /not on the public internet|fetch failed/u });
    t.is(questions, before + 1, 'the address that was checked is the one that would have been used');
    t.is(called, 0);
  });

  test.serial(`${name}: a name that leads outside and inside at once is not called`, async (t) => {
    answers = [[outside, inside]];
    await t.throwsAsync(call(), { message: /not on the public internet|fetch failed/u });
    t.is(called, 0);
  });
}
