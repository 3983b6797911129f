import test from 'ava';
import { looksLike, mixesScripts } from '../../src/foreign-clients/look-alikes.js';

const alike: [string, string, string][] = [
  ['a Cyrillic letter', 'D\u0435mo Web', 'Demo Web'],
  ['Cyrillic letters only', '\u0410\u0421\u041c\u0415', 'ACME'],
  ['Greek letters only', '\u0397\u039f\u039c\u0395', 'Home'],
  ['small Greek letters', '\u03c1\u03b1\u03c5', 'pau'],
  ['Armenian letters', '\u057d\u0578\u0585\u0576', 'uno\u0576'],
  ['Cherokee letters', '\u13a0\u13ac\u13b7 \u13c3', 'DEM Z'],
  ['fullwidth letters', '\uff24\uff45\uff4d\uff4f Web', 'Demo Web'],
  ['mathematical letters', '\u{1d403}\u{1d41e}\u{1d426}\u{1d428} Web', 'Demo Web'],
  ['letters in circles and squares', '\u{1f153}\u{1f174}\u24c2\u{1f17e} Web', 'Demo Web'],
  ['small capitals', 'D\u1d07\u1d0d\u1d0f Web', 'Demo Web'],
  ['accents', 'D\u0117m\u00f3 Web', 'Demo Web'],
  ['stacked accents', 'D\u0323e\u0323mo Web', 'Demo Web'],
  ['a dotless i', 'Mar\u0131a', 'Maria'],
  ['a zero', 'Dem0 Web', 'Demo Web'],
  ['a five', '5hop', 'Shop'],
  ['letters with strokes and hooks', '\u0257\u0259mo \u0288\u0268ger', 'demo tiger'],
  ['a one', 'Mai1', 'Mail'],
  ['a capital I', 'MaiI', 'Mail'],
  ['a bar', 'Mai|', 'Mail'],
  ['a bar between words', 'Demo | Web', 'Demo Web'],
  ['r and n', 'Derno Web', 'Demo Web'],
  ['two v', 'Demo VVeb', 'Demo Web'],
  ['a zero-width space', 'De\u200bmo Web', 'Demo Web'],
  ['a soft hyphen', 'De\u00admo Web', 'Demo Web'],
  ['a variation selector', 'De\ufe0fmo Web', 'Demo Web'],
  ['another case, spaces and signs', '  demo-WEB!', 'Demo Web'],
  ['another case of Greek letters', '\u0391\u0398\u0397\u039d\u0391', '\u03b1\u03b8\u03b7\u03bd\u03b1'],
];
for (const [title, name, other] of alike)
  test(`a name looks like another one with ${title}`, (t) => {
    t.true(looksLike(name, other));
    t.true(looksLike(other, name));
  });

test('other names do not look alike', (t) => {
  const names = [
    'Demo Web',
    'Demo App',
    'Helpful Agent',
    '\u041f\u043e\u0447\u0442\u0430',
    '\u65e5\u672c\u8a9e',
    'Web',
  ];
  for (const name of names) for (const other of names) t.is(looksLike(name, other), name === other, `${name} ${other}`);
});

test('names without a letter or a digit do not look alike', (t) => {
  t.false(looksLike('\u{1f680}', '\u2728'));
});

for (const name of [
  'D\u0435mo Web',
  'Demo W\u0435b',
  'Acm\u03b5',
  'Acme\u0585',
  'D\u200b\u0435mo',
  '\u041f\u043e\u0447\u0442a',
  'Dem\u0966',
  'Dem\u1d25\u10dd',
])
  test(`a word of ${JSON.stringify(name)} mixes scripts`, (t) => t.true(mixesScripts(name)));

for (const name of [
  'Demo Web',
  'Caf\u00e9 M\u00fcller 24',
  'Cafe\u0301',
  '\u041f\u043e\u0447\u0442\u0430 2',
  'Acme \u041f\u043e\u0447\u0442\u0430',
  '\u0391\u03b8\u03ae\u03bd\u03b1',
  'LINE\u30a2\u30d7\u30ea',
  '\u30c7\u30fc\u30bfbase\u7ba1\u7406',
  '\u5fae\u4fe1App',
  'K\ud31d',
  '\u0639\u0631\u0628\u064a App',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\u0939\u093f\u0928\u094d\u0926\u0940',
  '\u0e44\u0e17\u0e22 App',
  'Rocket\u{1f680}',
  '\u00b5Torrent',
])
  test(`no word of ${JSON.stringify(name)} mixes scripts`, (t) => t.false(mixesScripts(name)));
