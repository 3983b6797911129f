import type { Language } from '@org/identity-core';
import { sessionsTexts } from './texts.js';

// In this order: most browsers also call themselves Chrome or Safari, and some systems Linux.
const browsers: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//u, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//u, 'Safari'],
];
const systems: [RegExp, string][] = [
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
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser && !system) return texts.unknownBrowser;
  const name = browser ?? texts.aBrowser;
  return system ? texts.browserOn(name, system) : name;
}
