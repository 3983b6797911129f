import test from 'ava';
import { domainOfEmail } from '../../src/access/email-domain.js';

test('the domain of an email is in ASCII and lower case', (t) => {
  for (const [email, domain] of [
    ['ada@Corp.TEST', 'corp.test'],
    ['a@b@corp.test', 'corp.test'],
    ['ada@Bücher.example', 'xn--bcher-kva.example'],
    ['ada@ｃｏｒｐ.test', 'corp.test'],
    ['ada＠corp.test', 'corp.test'],
    ['ada@', undefined],
    ['corp.test', undefined],
    ['@corp.test', undefined],
    [`ada@${'a'.repeat(60)}.${'b.'.repeat(120)}test`, undefined],
  ] as const)
    t.is(domainOfEmail(email), domain, email);
});
