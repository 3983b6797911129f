import test from 'ava';
import { targetOf } from '../../src/pace/pace.js';
import { sendLimits } from '../../src/pace/send-limits.js';

const targets: Record<string, string> = {
  'https://example.com/a': 'example.com',
  'https://a.b.EXAMPLE.com:8443/b?c': 'example.com',
  'https://hooks.example.co.uk/': 'example.co.uk',
  'https://example.com./': 'example.com',
  // Each customer of a hosting company has a domain.
  'https://one.github.io/': 'one.github.io',
  'https://a.one.github.io/': 'one.github.io',
  'https://github.io/': 'github.io',
  'https://www.müller.example/': 'xn--mller-kva.example',
  'http://localhost:3000/': 'localhost',
  'http://hooks.localhost/': 'localhost',
  'http://receiver/': 'receiver',
  'https://192.0.2.7/': '192.0.2.7',
  'https://0xc0000207:9/': '192.0.2.7',
  'https://[::ffff:192.0.2.7]/': '192.0.2.7',
  'https://[2001:db8:0:1::7]/': '2001:db8:0:1::/64',
  'https://[2001:db8:0:1:ffff::8]:444/': '2001:db8:0:1::/64',
};

for (const [url, target] of Object.entries(targets))
  test(`requests to ${url} count for ${target}`, async (t) => {
    t.is(await targetOf(url), target);
  });

test('the limits of a deployment are whole numbers, and have defaults', (t) => {
  t.deepEqual(sendLimits(), { perTenant: 20, perDeployment: 100 });
  t.deepEqual(sendLimits({ perTenant: 5 }), { perTenant: 5, perDeployment: 100 });
  for (const bad of [0, -1, 1.5, Number.NaN, 10_001])
    t.throws(() => sendLimits({ perDeployment: bad }), { message: /perDeployment/u }, String(bad));
});
