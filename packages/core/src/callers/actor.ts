import type { Actor } from '../events/events.js';
import { type Caller, isDeclared } from './caller.js';

/** The caller as actor of an event. */
export function actorOf(caller: Caller): Actor {
  if (isDeclared(caller)) return caller.actor;
  return caller.kind === 'user' ? { kind: 'user', id: caller.userId } : { kind: 'machine', id: caller.clientId };
}
