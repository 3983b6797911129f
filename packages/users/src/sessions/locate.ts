import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Language } from '@org/identity-core';
import { Reader, type Response } from 'mmdb-lib';
import { sessionsTexts } from './texts.js';

const database = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

// RFC 1918, 6598, 3927, 4193, 4291: addresses that are nowhere in particular.
const local = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  local.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local.addSubnet(network, prefix, 'ipv6');

const countries = new Map<Language, Intl.DisplayNames>();
let reader: Reader<Response & { country_code?: string }> | undefined;

/** The country of an address, from a database on this machine; nothing is asked of anybody. */
export function locate(address: string, language: Language = 'en'): string {
  const { unknown, localNetwork } = sessionsTexts[language].sessions;
  const ip = address.replace(/^::ffff:(?=\d+\.)/iu, '');
  if (isIP(ip) === 0) return unknown;
  if (local.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return localNetwork;
  // 8 MB, read with the first use.
  reader ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(database)));
  const code = reader.get(ip)?.country_code;
  return (code && countriesIn(language).of(code)) || unknown;
}

function countriesIn(language: Language): Intl.DisplayNames {
  const names = countries.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  countries.set(language, names);
  return names;
}
