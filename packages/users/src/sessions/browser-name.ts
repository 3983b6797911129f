import type { Language } from '@org/identity-ui';
import { sessionsTexts } from './texts.js';

/** A pattern, the name, and perhaps a second pattern. One pattern for both words would take too long for some texts. */
type Known = readonly [pattern: RegExp, name: string, alsoPattern?: RegExp];

// In this order: most browsers also call themselves Chrome or Safari, and some systems Linux.
const browsers: Known[] = [
  [/\bEdgA?(?:iOS)?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari', /\bVersion\/\S/u],
];
const systems: Known[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'Mac'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

/** The usual name of a browser and its device. A browser can send any text, so only known words are shown. */
export function browserName(userAgent: string, language: Language = 'en'): string {
  const texts = sessionsTexts[language].sessions;
  const find = (known: readonly Known[]) =>
    known.find(([pattern, , also]) => pattern.test(userAgent) && (also?.test(userAgent) ?? true))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser && !system) return texts.unknownBrowser;
  const name = browser ?? texts.aBrowser;
  return system ? texts.browserOn(name, system) : name;
}
