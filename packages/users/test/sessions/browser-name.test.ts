import test from 'ava';
import { browserName } from '../../src/sessions/browser-name.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const known = [
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Mac'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari on Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (PlayStation; Linux)', 'A browser on Linux'],
  ['curl/8.5.0', 'Unknown browser'],
  ['Unknown', 'Unknown browser'],
  ['<script>alert(1)</script>', 'Unknown browser'],
] as const;

test('a browser is called what people call it, and nothing that it says of itself is repeated', (t) => {
  for (const [userAgent, name] of known) t.is(browserName(userAgent), name);
});

test('a long text with the words of browsers takes no longer than another one', (t) => {
  // With a pattern that begins again at each word, this would take minutes.
  for (const word of ['Version/', 'Version/1 ', 'Safari/']) t.is(browserName(word.repeat(2000)), 'Unknown browser');
});
