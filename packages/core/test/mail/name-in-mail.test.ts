import { emailInMail, nameInMail, noteInMail } from '@org/identity-ui';
import test from 'ava';
import { PlainName } from '../../src/index.js';

// What mail programs turn into links: a scheme, a domain, `www.`, an email.
const link = /\w:[\\/]|[\p{L}\p{N}][.\u2024\u3002\uff0e\uff61][\p{L}\p{N}-]|\S@\S/u;

const hostile = [
  'https://evil.example/x',
  'HTTPS://EVIL.EXAMPLE',
  'evil.example/x',
  'www.evil.example',
  'security@bank.example',
  'evil。example',
  'evil．example/x',
  'evil｡example',
  'http:\\\\evil.example',
  'mailto:a@b.example',
  'ev\u2060il.exam\u200bple',
  'evil.\u200bexample',
  '\u202ehttps://evil.example',
  'evil.example\u0000/x',
  'a.b.c.d.e.example/?q=1.2.3',
];
for (const name of hostile) {
  test(`no mail program makes a link of ${JSON.stringify(name)}`, (t) => {
    const shown = nameInMail(`Open ${name} now`);
    t.notRegex(shown, link);
    t.notRegex(shown, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060]/u);
    t.is(noteInMail(`Open ${name} now`), shown, 'a note is made safe in the same way');
  });
}

test('a note is not cut', (t) => {
  t.is(noteInMail('a'.repeat(500)), 'a'.repeat(500));
});

const usual: [string, string][] = [
  ['Acme Inc.', 'Acme Inc.'],
  ['St. John’s', 'St. John’s'],
  ['A/B Testing Ltd', 'A/B Testing Ltd'],
  ['Booking.com', 'Booking.\u200acom'],
  ['Acme (Holding Inc.)', 'Acme (Holding Inc.)'],
  ['株式会社 שלום مرحبا 👩‍🚀', '株式会社 שלום مرحبا 👩‍🚀'],
  ['می‌خواهم', 'می‌خواهم'],
  ['  two \t words ', 'two words'],
];
for (const [name, shown] of usual) {
  test(`${JSON.stringify(name)} stays readable in a mail`, (t) => {
    t.is(nameInMail(name), shown);
  });
}

test('a long name is cut after 60 characters, and no character in half', (t) => {
  t.is(nameInMail('a'.repeat(61)), `${'a'.repeat(60)}…`);
  t.is(nameInMail('👩‍🚀'.repeat(100)), `${'👩‍🚀'.repeat(60)}…`);
  t.is(emailInMail(`${'a'.repeat(64)}@people.test`), `${'a'.repeat(60)}…`);
  t.is(emailInMail('ann@people.test'), 'ann@people.test');
});

const refused = [
  'a://b',
  'www.evil.example',
  'evil.example/x',
  'a\nb',
  'a\u0000b',
  'a\u202eb',
  'a\u2067b',
  ' ',
  'x'.repeat(101),
];
for (const name of refused) {
  test(`${JSON.stringify(name)} is no name`, (t) => {
    t.false(PlainName.safeParse(name).success);
  });
}

const taken = [
  'Acme Inc.',
  'Booking.com',
  'St. John’s',
  'A/B Testing Ltd',
  'AC/DC',
  'R.E.M.',
  'Awww. Nice',
  'a\u200fb',
  'Inc./Ltd.',
];
for (const name of taken) {
  test(`${JSON.stringify(name)} is a name`, (t) => {
    t.is(PlainName.parse(` ${name} `), name);
  });
}
