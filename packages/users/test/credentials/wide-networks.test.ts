import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { createSignInLimiter, defaultSignInLimits } from '../../src/credentials/sign-in-limits.js';
import { createMailLimiter, defaultMailLimits } from '../../src/limits/mail-limits.js';
import { createNewPasswordLimiter } from '../../src/limits/new-password-limits.js';
import { tryAt } from '../support/try-at.js';

/** IPs in as many different /64 networks of one /48. */
const ipsOfSite = (count: number) => Array.from({ length: count }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);
const nextSite = '2001:db8:2::1';

test('wrong tries at many accounts from a whole IPv6 /48 use up its tries, and not those of the next one', async (t) => {
  const { pool } = await openTestDatabase(t);
  const limiter = createSignInLimiter(pool, { ...defaultSignInLimits, triesPerAddress: 20 });
  const tries = ipsOfSite(30).map((from, index) => tryAt(limiter, { email: `person-${index}@acme.test`, ip: from }));
  const results = await Promise.allSettled(tries);
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 20);
  t.is(await tryAt(limiter, { email: 'owner@acme.test', ip: nextSite }), 'allowed');
});

test('a whole IPv6 /48 requests as many mails, and sets as many new passwords, as one IPv4', async (t) => {
  const { pool } = await openTestDatabase(t);
  const mails = createMailLimiter(pool, { ...defaultMailLimits, mailsPerAddress: 8 });
  const ask = (from: string, index: number) =>
    mails.allows({ kind: 'reset', recipient: `person-${index}@acme.test`, ip: from });
  t.is((await Promise.all(ipsOfSite(12).map(ask))).filter(Boolean).length, 8);
  t.true(await ask(nextSite, 99));
  const passwords = createNewPasswordLimiter(pool, { passwordsPerAddress: 8 });
  const set = await Promise.allSettled(ipsOfSite(12).map((from) => passwords.count({ ip: from })));
  t.is(set.filter(({ status }) => status === 'fulfilled').length, 8);
  await t.notThrowsAsync(passwords.count({ ip: nextSite }));
});
