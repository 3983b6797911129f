import { Prisma } from '@org/identity-prisma';

/** What an UPDATE sets to send a finished delivery again: as if it were new, or by a replay. */
export const reopened = (by: 'request' | 'replay') => Prisma.sql`
  status = 'PENDING', attempts = 0, response_status = NULL, response_body = NULL, last_error = NULL, due_at = now(),
  replayed = ${by === 'replay'}`;
