import { randomInt } from 'node:crypto';
import { uuidV7 } from '../uuid-v7.js';

let last = 0;
let count = 0;

/**
 * Creates the id of an event: a UUID of version 7 that is higher than all before it in this process. So the events of one
 * transaction sort in the order in which they were published.
 */
export function eventId(now = Date.now()): string {
  // A clock that goes back does not take the ids with it.
  if (now > last) {
    last = now;
    // Half of the room is left for more ids of the same millisecond.
    count = randomInt(0x800);
  } else if (count === 0xfff) {
    last += 1;
    count = 0;
  } else {
    count += 1;
  }
  const id = uuidV7(last);
  // The twelve bits behind the version count (RFC 9562, method 1).
  return `${id.slice(0, 15)}${count.toString(16).padStart(3, '0')}${id.slice(18)}`;
}
