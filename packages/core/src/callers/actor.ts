import type { Actor } from '../events/events.js';
import type { Principal } from './principal.js';

/** The caller as actor of an event. */
export function actorOf(principal: Principal): Actor {
  if (principal.kind === 'machine') return { kind: 'machine', id: principal.clientId };
  return { kind: principal.origin.kind === 'setup_link' ? 'machine' : 'user', id: principal.userId };
}
