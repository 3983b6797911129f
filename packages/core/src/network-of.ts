import { isIPv6 } from 'node:net';

/**
 * Where a request comes from, for counting. A household or a server has 2^64 addresses of IPv6 to itself: all of them
 * count as one. An IPv4 address in IPv6 clothes is that IPv4 address.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function groupsOf(address: string): number[] {
  // The URL parser knows every way to write one, and gives it back in hexadecimal groups only.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written.split('::').map((part) => part.split(':').filter(Boolean));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...missing, ...tail].map((group) => Number.parseInt(group, 16));
}
