import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const Ticket = z.strictObject({ attempt: z.string(), badge: z.string(), email: z.string() });

/** What a badge office has signed, as `<base64url of JSON>.<base64url of HMAC-SHA-256>`; undefined if the key is another one. */
export function openTicket(key: string, sent = ''): z.output<typeof Ticket> | undefined {
  const [body = '', signature = ''] = sent.split('.');
  const expected = createHmac('sha256', key).update(body).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return Ticket.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data;
}
