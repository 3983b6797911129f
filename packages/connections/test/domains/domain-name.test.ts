import test from 'ava';
import { domainProblem, normalDomain, recordOf, shortRecordName } from '../../src/domains/domain-name.js';

test('each way to write a domain has one normal form', async (t) => {
  const forms: [string, string][] = [
    ['acme.com', 'acme.com'],
    ['  ACME.com. ', 'acme.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
    // The same letter from two characters.
    ['mu\u0308nchen.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    // A full stop of another script.
    ['acme\u3002com', 'acme.com'],
  ];
  for (const [written, normal] of forms) t.is(normalDomain(written), normal, written);
});

test('what is no name of a domain has no normal form', async (t) => {
  const others = [
    '',
    '.',
    '..',
    'acme',
    'acme..com',
    '.acme.com',
    '-a.com',
    'a-.com',
    'a_b.com',
    'a b.com',
    'a%62.com',
  ];
  const ips = ['10.0.0.1', '0x0a.1', '2130706433', '1.2.3', '::1', '[::1]', '１０.0.0.1'];
  const long = [`${'a'.repeat(64)}.com`, `${'a.'.repeat(115)}com`];
  for (const text of [...others, ...ips, ...long, 'localhost', 'a.localhost', 'a.com/', 'b@a.com', 'a.com:1', 'a.1'])
    t.is(normalDomain(text), undefined, text);
  // Measured before any pattern runs.
  t.is(normalDomain(`${' '.repeat(90_000)}acme.com`), undefined);
  // The longest one whose record has a possible name.
  const longest = `${'a.'.repeat(113)}com`;
  t.is(normalDomain(longest), longest);
  t.true(recordOf({ domain: longest, proof: '' }).name.length <= 253);
});

test('public suffixes and domains of public mail providers belong to no tenant', async (t) => {
  for (const suffix of ['co.uk', 'com.au', 'github.io', 'herokuapp.com'])
    t.is(await domainProblem(suffix), 'suffix', suffix);
  const providers = [
    'gmail.com',
    'googlemail.com',
    'outlook.com',
    'hotmail.co.uk',
    'live.com',
    'yahoo.fr',
    'icloud.com',
  ];
  const others = [
    'me.com',
    'gmx.net',
    'web.de',
    't-online.de',
    'proton.me',
    'mail.ru',
    'yandex.ru',
    'qq.com',
    '163.com',
  ];
  for (const provider of [...providers, ...others, 'aol.com', 'zoho.com', 'fastmail.com', 'hey.com', 'mail.gmail.com'])
    t.is(await domainProblem(provider), 'mail-provider', provider);
  for (const domain of ['acme.com', 'acme.test', 'eu.acme.example', 'acme.github.io', 'gmail.acme.com', 'live.test'])
    t.is(await domainProblem(domain), undefined, domain);
});

test('the short name of a record is what stands before the registrable domain', async (t) => {
  t.deepEqual(await shortRecordName('acme.co.uk'), { host: '_identity-verification', zone: 'acme.co.uk' });
  t.deepEqual(await shortRecordName('eu.mail.acme.test'), {
    host: '_identity-verification.eu.mail',
    zone: 'acme.test',
  });
});
