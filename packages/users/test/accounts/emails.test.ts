import test from 'ava';
import { normalizeEmail } from '../../src/accounts/find-account.js';

const same: [string, string, string][] = [
  ['case', 'Owner@ACME.Test', 'owner@acme.test'],
  ['spaces around', '  owner@acme.test\t\n', 'owner@acme.test'],
  ['a no-break space around', '\u00A0owner@acme.test\u3000', 'owner@acme.test'],
  ['a composed and a decomposed letter', 'zoe\u0308@acme.test', 'zo\u00EB@acme.test'],
  ['full-width letters', 'ｏｗｎｅｒ＠ａｃｍｅ．ｔｅｓｔ', 'owner@acme.test'],
  ['a ligature', 'of\uFB01ce@acme.test', 'office@acme.test'],
  ['the sign for Kelvin', '\u212Aelvin@acme.test', 'kelvin@acme.test'],
  ['case, decomposed', 'ZOE\u0308@acme.test', 'zo\u00EB@acme.test'],
  ['case, where only the small letter has a composed form', 'J\u030C@acme.test', '\u01F0@acme.test'],
  ['case of a Greek letter with three marks', '\u0399\u0308\u0301@acme.test', '\u0390@acme.test'],
  ['case of a Greek word with a sigma at its end', 'info@ΟΔΟΣ.gr', 'info@οδος.gr'],
];
for (const [title, one, other] of same) {
  test(`addresses that differ by this name one account: ${title}`, (t) => {
    t.is(normalizeEmail(one), normalizeEmail(other));
  });
}

const different: [string, string][] = [
  ['owner@acme.test', 'owner@acme.tests'],
  ['owner+news@acme.test', 'owner@acme.test'],
  ['o.wner@acme.test', 'owner@acme.test'],
  ['owner@acme.test', '\u043Ewner@acme.test'],
  ['zoe@acme.test', 'zoë@acme.test'],
];
for (const [one, other] of different) {
  test(`"${one}" and "${other}" are two accounts`, (t) => {
    t.not(normalizeEmail(one), normalizeEmail(other));
  });
}

test('every letter of Unicode and its capital name one account', (t) => {
  const apart: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const capital = letter.toUpperCase();
    // ß becomes SS, ı becomes I: such letters have no capital of their own.
    if (capital === letter || capital.toLowerCase().normalize('NFKC') !== letter.normalize('NFKC')) continue;
    if (normalizeEmail(`${letter}@a.test`) !== normalizeEmail(`${capital}@a.test`)) apart.push(letter);
  }
  t.deepEqual(apart, []);
});

test('an address that was normalized stays as it is when it is normalized again', (t) => {
  const changed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const once = normalizeEmail(`a${String.fromCodePoint(code)}b@a.test`);
    if (normalizeEmail(once) !== once) changed.push(once);
  }
  t.deepEqual(changed, []);
});
