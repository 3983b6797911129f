import test from 'ava';
import { cutText, EnteredEmail, normalizedUpTo, PlainName, text, webUrlText } from '../../src/index.js';

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message);

test('no check sees a text that is too long', (t) => {
  let seen = 0;
  const note = (value: string) => {
    seen = Math.max(seen, value.length);
    return true;
  };
  const schema = text(10, { trim: true, min: 1, normalize: 'NFKC' }).refine(note);
  t.deepEqual(messages(schema.regex(/x/u).safeParse('a'.repeat(90_000))), [
    'Too big: expected string to have <=10 characters',
  ]);
  t.is(seen, 0);
  t.true(schema.safeParse(` ${'a'.repeat(10)} `).success);
  t.is(seen, 10, 'spaces at the ends do not count');
});

test('an error says what it is told about a text that is too long', (t) => {
  t.deepEqual(messages(text(3, { tooLong: 'must be short' }).safeParse('abcd')), ['must be short']);
  t.deepEqual(messages(text(3, { min: 1 }).safeParse('')), ['Too small: expected string to have >=1 characters']);
});

test('a text is measured in its normal form, which can be five times shorter', (t) => {
  const schema = text(2, { normalize: 'NFKC' });
  const letter = '\u{1d6c2}\u0313\u0300\u0345';
  t.is(schema.parse(letter.repeat(2)), '\u1f82\u1f82');
  t.false(schema.safeParse(letter.repeat(3)).success);
});

test('a text that is too long in any form is not normalised', (t) => {
  const accents = `e${'\u0301\u0316'.repeat(45_000)}`;
  t.is(normalizedUpTo(254, accents, 'NFKC'), accents);
  t.is(normalizedUpTo(254, 'e\u0301', 'NFKC'), '\u00e9');
  t.is(messages(EnteredEmail.safeParse(`${accents}@people.test`))?.length, 1);
});

test('a text to look up is cut, and no character in half', (t) => {
  const schema = cutText(4);
  t.is(schema.parse('abcdef'), 'abcd');
  t.is(schema.parse('abc\u{1f680}'), 'abc');
  t.is(schema.parse('ab\u{1f680}'), 'ab\u{1f680}');
});

test('a URL on the web has a scheme of the web', (t) => {
  const schema = webUrlText(30, 'must be a URL');
  t.is(schema.parse(' https://people.test/ '), 'https://people.test/');
  for (const url of ['ftp://people.test', 'javascript:alert(1)', 'people'])
    t.deepEqual(messages(schema.safeParse(url)), ['must be a URL']);
  t.deepEqual(messages(schema.safeParse(`https://people.test/${'x'.repeat(30)}`))?.length, 1);
});

test('a name is no URL, however long its domain is', (t) => {
  for (const name of ['evil.example/x', 'a.b-c.example/x', 'xn--a.example/x', '-a.example/x', `${'x'.repeat(80)}.de/x`])
    t.deepEqual(messages(PlainName.safeParse(name)), ['must not contain a URL'], name);
  for (const name of ['a.de/x', 'A/B.', 'x.y/z', '..de/x', 'Booking.com'])
    t.true(PlainName.safeParse(name).success, name);
});
