import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseIp } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { Reader, type Response } from 'mmdb-lib';
import { sessionsTexts } from './texts.js';

const database = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

const localRanges: readonly string[] = ['private', 'carrierGradeNat', 'uniqueLocal', 'linkLocal', 'loopback'];

const countries = new Map<Language, Intl.DisplayNames>();
let reader: Reader<Response & { country_code?: string }> | undefined;

/** Returns the country of an IP, from a database on this machine: the IP is sent nowhere. */
export function locate(address: string, language: Language = 'en'): string {
  const { unknown, localNetwork } = sessionsTexts[language].sessions;
  const ip = parseIp(address);
  if (!ip) return unknown;
  if (localRanges.includes(ip.range())) return localNetwork;
  // 8 MB, read with the first use.
  reader ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(database)));
  const code = reader.get(ip.toString())?.country_code;
  return (code && countriesIn(language).of(code)) || unknown;
}

function countriesIn(language: Language): Intl.DisplayNames {
  const names = countries.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  countries.set(language, names);
  return names;
}
