import { isIP } from 'node:net';
import { z } from 'zod';

/** A list of DNS servers, separated by commas: `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
export const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine((servers) => servers.length <= 5 && servers.every(isDnsServer), {
    error: 'must be at most 5 IPs of DNS servers, separated by commas, such as 192.0.2.53 or 192.0.2.53:5353',
  });

function isDnsServer(server: string): boolean {
  if (isIP(server) !== 0) return true;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/u.exec(server) ?? [];
  const family = bracketed === undefined ? 4 : 6;
  return isIP(bracketed ?? plain ?? '') === family && Number(port) >= 1 && Number(port) <= 65_535;
}
