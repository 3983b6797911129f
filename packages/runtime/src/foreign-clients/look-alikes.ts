/*
 * Names that look alike (Unicode Technical Standard 39). The standard's table has 6,000 entries, most of them of scripts
 * that cannot be mixed with Latin letters here, and the libraries for it are not kept up. So these are the letters with
 * which the names of applications are imitated: those that look like a Latin letter or a digit.
 */

/** What each Latin letter or digit is imitated with, after the compatibility forms are gone and the accents are removed. */
const imitations: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀᎪꓮⲀ',
  b: 'вВьЬΒβßʙƀɓƃᏴꓐⲂⲃ',
  c: 'сСҫϲϹᴄꮯᏟꓚⲤⲥ',
  d: 'ԁԀđðɗɖȡᴅᎠꓓ',
  e: 'еЕҽεΕɛəǝɇᴇᎬꓰⲈⲉ',
  f: 'ғҒϝϜƒꜰꓝ',
  g: 'ԍԌցɡɢɠǥᏀꓖ',
  h: 'нНһҺңҢΗհħʜᎻꓧⲎⲏ',
  i: 'іІӏӀιΙւıɩɪɨᵻƖǀᎥꓲⲒⲓ',
  j: 'јЈϳյȷᴊᎫꓙ',
  k: 'кКқҚκΚᴋƙⱪᏦꓗⲔⲕ',
  l: 'łɫʟԼᏞꓡ',
  m: 'мМΜᴍᎷꓟⲘⲙ',
  n: 'пηΝոռɴɲƞŋꓠⲚⲛ',
  o: 'оОοΟσօՕøᴏꓳⲞⲟ',
  p: 'рРρΡᴘƥᵽᏢꓑⲢⲣ',
  q: 'ԛԚզգ',
  r: 'гʀɍɽɾᎡꓣ',
  s: 'ѕЅՏʂȿꜱᏚꓢ',
  t: 'тТτΤŧƫƭʈȶᴛᎢꓔⲦⲧ',
  u: 'υμսՍᴜꓴ',
  v: 'ѵѴνⱱʋᴠᏙꓦ',
  w: 'ԝԜѡѠωᴡᎳᏔꓪ',
  x: 'хХҳҲχΧꓫⲬⲭ',
  y: 'уУүҮγΥʏƴɏᎩꓬⲨⲩ',
  z: 'ΖζᴢƶȥᏃꓜ',
  ae: 'æӕ',
  oe: 'œ',
  '3': 'зЗʒ',
  '6': 'б',
};

const latinOf = new Map(
  Object.entries(imitations).flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
);

const toLatin = (text: string) => Array.from(text, (letter) => latinOf.get(letter) ?? letter).join('');

/** White letters on a dark circle or square, and those of flags. Unicode does not say which letters they show. */
const drawnLetters = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const firstDrawn = [0x1f1e6, 0x1f170, 0x1f150];

function letterOfDrawn(drawn: string): string {
  const code = drawn.codePointAt(0) ?? 0;
  const first = firstDrawn.find((one) => one <= code) ?? code;
  return String.fromCodePoint(0x61 + code - first);
}

/** Characters that nobody sees: zero-width ones, soft hyphens, variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A text that is equal for names that look alike. It means nothing else. */
function skeletonOf(name: string): string {
  // Before as well: the compatibility form of a letter may look like another one.
  const plain = toLatin(name.replaceAll(drawnLetters, letterOfDrawn))
    .normalize('NFKD')
    .replaceAll(/\p{Mn}|\p{Default_Ignorable_Code_Point}/gu, '');
  return toLatin(plain)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[1l]/gu, 'i')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv');
}

/** Letters look like others in one case only, and a bar is a letter or a separator: each reading of a name. */
function readingsOf(name: string): Set<string> {
  const written = [name, name.replaceAll('|', 'l')];
  return new Set(written.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]).map(skeletonOf));
}

/** Whether users could take one name for the other, whatever the case, the spaces and the signs. */
export function looksLike(name: string, other: string): boolean {
  const readings = readingsOf(other);
  readings.delete('');
  return [...readingsOf(name)].some((reading) => readings.has(reading));
}

/** The scripts whose letters look like those of another one, and what is not mixed with them in a word. */
const scriptRules = [
  {
    // Japanese, Chinese and Korean names are written with Latin letters in between.
    has: /\p{Script=Latin}/u,
    hasOther:
      /[^\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Common}\p{scx=Inherited}]/u,
  },
  { has: /\p{Script=Cyrillic}/u, hasOther: /[^\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]/u },
  { has: /\p{Script=Greek}/u, hasOther: /[^\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]/u },
  { has: /\p{Script=Armenian}/u, hasOther: /[^\p{scx=Armenian}\p{scx=Common}\p{scx=Inherited}]/u },
  { has: /\p{Script=Cherokee}/u, hasOther: /[^\p{scx=Cherokee}\p{scx=Common}\p{scx=Inherited}]/u },
  { has: /\p{Script=Coptic}/u, hasOther: /[^\p{scx=Coptic}\p{scx=Common}\p{scx=Inherited}]/u },
  { has: /\p{Script=Lisu}/u, hasOther: /[^\p{scx=Lisu}\p{scx=Common}\p{scx=Inherited}]/u },
];

/** Whether a word of a name has letters of several scripts, as an imitation has: “Dеmo” with a Cyrillic “е”. */
export function mixesScripts(name: string): boolean {
  const words = name.replaceAll(invisible, '').split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.some((word) => scriptRules.some(({ has, hasOther }) => has.test(word) && hasOther.test(word)));
}
