import type { Actor } from '../events/events.js';

/** The actor of a command's changes in the audit trail. */
export const commandActor: Actor = { kind: 'system', id: 'cli' };
