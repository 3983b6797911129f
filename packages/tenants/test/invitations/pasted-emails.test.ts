import test from 'ava';
import { pastedEmails } from '../../src/invitations/pasted-emails.js';

for (const [title, text, expected] of [
  ['one per line', 'a@acme.test\nb@acme.test\r\nc@acme.test\n', ['a@acme.test', 'b@acme.test', 'c@acme.test']],
  ['commas and semicolons', 'a@acme.test, b@acme.test;c@acme.test,;', ['a@acme.test', 'b@acme.test', 'c@acme.test']],
  ['names', 'Ada Lovelace <ada@acme.test>; < bob@acme.test >', ['ada@acme.test', 'bob@acme.test']],
  ['a comma in a quoted name', '"Lovelace, Ada" <ada@acme.test>, bob@acme.test', ['ada@acme.test', 'bob@acme.test']],
  ['the same email twice', 'Ada@acme.test\nada@ACME.test', ['Ada@acme.test']],
  ['nothing', ' \n , ; \r\n', []],
  ['what is no email', 'hello world\n<>\na@b@c', ['hello world', 'a@b@c']],
] as const) {
  test(`a pasted list with ${title} gives its entries`, (t) => {
    t.deepEqual(pastedEmails(text), [...expected]);
  });
}

test('quotes that are not closed lose no email: the entry stays as a whole', (t) => {
  t.deepEqual(pastedEmails('Tim "the best <tim@acme.test>, ada@acme.test'), ['tim@acme.test', 'ada@acme.test']);
  t.deepEqual(pastedEmails('a" <a@acme.test>, b" <b@acme.test>'), ['a" <a@acme.test>, b" <b@acme.test>']);
});

test('a hundred thousand quotes, brackets or separators are read', (t) => {
  for (const text of ['"', '<', '>', ',', '"<', '<"', '" <'])
    t.true(pastedEmails(text.repeat(100_000 / text.length)).length <= 100_000);
});
