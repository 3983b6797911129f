import type { Actor } from '../events/events.js';
import type { Principal } from './principal.js';

/** The caller as actor of an event. */
export function actorOf(principal: Principal): Actor {
  return principal.kind === 'user'
    ? { kind: 'user', id: principal.userId }
    : { kind: 'machine', id: principal.clientId };
}
