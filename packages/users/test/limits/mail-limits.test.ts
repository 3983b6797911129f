import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import type { Pool } from 'pg';
import { createMailLimiter, defaultMailLimits } from '../../src/limits/mail-limits.js';

const email = 'owner@acme.test';
const ip = '192.0.2.1';

/** Moves the clock of all counters forward. */
const passHour = (pool: Pool) => pool.query('UPDATE identity.rate_limits SET expire = expire - 3600000');

test('mails are limited for each kind, recipient and network, and for each of them', async (t) => {
  const { pool } = await openTestDatabase(t);
  const limiter = createMailLimiter(pool, { ...defaultMailLimits, mailsPerAddress: 8, mailsPerRecipient: 4 });
  const ask = async (count: number, recipient: string, from = ip, kind: 'reset' | 'verification' = 'reset') => {
    const mail = { kind, recipient, ip: from };
    const results = await Promise.all(Array.from({ length: count }, () => limiter.allows(mail)));
    return results.filter(Boolean).length;
  };
  t.is(await ask(5, email), 3);
  t.is(await ask(2, email, '198.51.100.9'), 1, 'another network has its own, up to the limit of the recipient');
  t.is(await ask(1, email, ip, 'verification'), 1, 'another kind counts apart');
  t.is(await ask(5, 'other@acme.test'), 2, 'that was the eighth from there');
  t.is(await ask(5, 'other@acme.test', '198.51.100.9'), 2, 'those over the limit of the asking one did not count');
  await passHour(pool);
  t.is(await ask(1, email), 1);
});

test('mails that strangers request do not keep a known browser from requesting one, within its network', async (t) => {
  const { pool } = await openTestDatabase(t);
  const limiter = createMailLimiter(pool, { ...defaultMailLimits, mailsPerAddress: 8 });
  const mail = { kind: 'code', recipient: email } as const;
  const from = (last: number) => `198.51.100.${last}`;
  for (let network = 1; network <= 5; network += 1)
    for (let asked = 0; asked < 3; asked += 1) await limiter.allows({ ...mail, ip: from(network) });
  t.false(await limiter.allows({ ...mail, ip }), 'the mailbox is not flooded');
  const known = [];
  for (let asked = 0; asked < 8; asked += 1) known.push(await limiter.allows({ ...mail, ip, isKnown: true }));
  t.deepEqual(known, [true, true, true, true, true, true, true, false], 'the eighth is the ninth of its network');
});
