import test from 'ava';
import { chooseLanguage, languageOf, wishedLanguage } from '../../src/language/choose-language.js';

test('ui_locales come before the locale of the person, and that before Accept-Language', (t) => {
  t.is(chooseLanguage({ uiLocales: 'de', locale: 'en', acceptLanguage: 'en' }), 'de');
  t.is(chooseLanguage({ uiLocales: 'fr', locale: 'de', acceptLanguage: 'en' }), 'de');
  t.is(chooseLanguage({ uiLocales: undefined, locale: 'fr', acceptLanguage: 'de' }), 'de');
  t.is(chooseLanguage({ uiLocales: '', locale: null, acceptLanguage: '' }), 'en');
});

test('a region or a script makes no other language of a tag', (t) => {
  for (const tag of ['de', 'DE', 'de-AT', 'de-Latn-CH', 'de_AT', 'de-DE-1996']) {
    t.is(chooseLanguage({ locale: tag }), 'de', tag);
    t.is(chooseLanguage({ uiLocales: tag }), 'de', tag);
    t.is(chooseLanguage({ acceptLanguage: tag }), 'de', tag);
  }
  for (const tag of ['den', 'fr-de', 'd', 'x-de', '']) t.is(chooseLanguage({ locale: tag }), 'en', tag);
});

test('of several ui_locales the first that we have is taken', (t) => {
  t.is(chooseLanguage({ uiLocales: 'fr-CA fr de-CH en' }), 'de');
  t.is(chooseLanguage({ uiLocales: ' en  de' }), 'en');
});

test('the header counts by its qualities, then by its order', (t) => {
  t.is(chooseLanguage({ acceptLanguage: 'de-AT,de;q=0.9,en;q=0.8' }), 'de');
  t.is(chooseLanguage({ acceptLanguage: 'en;q=0.5, de;q=0.7' }), 'de');
  t.is(chooseLanguage({ acceptLanguage: 'fr, en ; q = 0.3 , de; q=0.31' }), 'de');
  t.is(chooseLanguage({ acceptLanguage: 'de, en' }), 'de');
  t.is(chooseLanguage({ acceptLanguage: 'en, de' }), 'en');
});

test('a language with quality 0 is not spoken', (t) => {
  t.is(chooseLanguage({ acceptLanguage: 'de;q=0, en;q=0.1' }), 'en');
  t.is(chooseLanguage({ acceptLanguage: 'en;q=0.0, *' }), 'de');
  t.is(chooseLanguage({ acceptLanguage: 'de;q=0, en;q=0' }), 'en');
});

test('where nobody asks for a language that we have there is no wish, only the default', (t) => {
  for (const acceptLanguage of ['', '*', 'fr', 'fr;q=0.9,*;q=0.5', 'de;q=0', 'de;q=2']) {
    t.is(wishedLanguage({ acceptLanguage }), undefined, acceptLanguage);
    t.is(chooseLanguage({ acceptLanguage }), 'en', acceptLanguage);
  }
  t.is(languageOf('fr', 'de'), 'de');
  t.is(languageOf(null, 'de'), 'de');
  t.is(languageOf('en-GB', 'de'), 'en');
});

test('hostile wishes cost nothing and change nothing', (t) => {
  const hostile = [
    '\u0000',
    '__proto__',
    'constructor',
    '../../de',
    '<script>',
    `${'a-'.repeat(100_000)}`,
    `${' '.repeat(100_000)}de`,
    `${',;q='.repeat(50_000)}`,
    `${'x,'.repeat(50_000)}de`,
    ['de'],
    { toString: () => 'de' },
    42,
  ];
  const started = process.cpuUsage();
  for (const wish of hostile)
    t.is(chooseLanguage({ uiLocales: wish, locale: wish, acceptLanguage: wish }), 'en', String(wish).slice(0, 20));
  // CPU time, which does not depend on the load of the machine.
  t.true(process.cpuUsage(started).user < 1_000_000);
});
