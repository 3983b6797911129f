import { isIP } from 'node:net';
import { parseIp } from './ip.js';

/**
 * Returns the network that a request is counted for: the /64 of an IPv6, because one household or server has all of it,
 * and an IPv4 itself. An IPv4 mapped to IPv6 is counted as that IPv4, and text that is not an IP as it is.
 */
export function networkOf(address: string): string {
  const [text = ''] = ipOf(address).split('%', 1);
  const ip = parseIp(text);
  if (!ip) return text;
  if (!('parts' in ip)) return ip.toString();
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/**
 * Returns the IP without the port that some proxies write behind it in `X-Forwarded-For`, e.g. `192.0.2.7:5678` or
 * `[::1]:1234`. Other text is returned as it is.
 */
export function ipOf(text: string): string {
  const plain = text.trim().replace(/^"(.*)"$/u, '$1');
  if (isIP(plain)) return plain;
  const [, bracketed, unbracketed] = withPort.exec(plain) ?? [];
  const ip = bracketed ?? unbracketed ?? '';
  return isIP(ip) ? ip : text;
}

const withPort = /^(?:\[([^\]]+)\](?::\d{1,5})?|(.+):\d{1,5})$/u;
