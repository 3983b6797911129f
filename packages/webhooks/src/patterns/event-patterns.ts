import { eventTypes, text } from '@org/identity-core';
import { z } from 'zod';

/*
 * A webhook names the events that it wants: a type such as `seat.granted`, all types of one kind as `seat.*`, or `*`.
 */

/** Whether the pattern matches events that a plugin has declared. */
export function isKnownPattern(pattern: string): boolean {
  return pattern === '*' || eventTypes().some((type) => type === pattern || `${kindOf(type)}.*` === pattern);
}

const unknown = 'is not a type of events, such as seat.granted, seat.* or *';

/** The events that a webhook wants. Names that match no event are refused: they would be typing errors. */
export const EventPatterns = z
  .array(text(100, { tooLong: unknown }).refine((pattern) => isKnownPattern(pattern), { error: unknown }))
  .min(1)
  .max(200)
  .refine((patterns) => new Set(patterns).size === patterns.length, { error: 'has a value twice' });

/** Whether a webhook with these patterns wants events of this type. */
export function wantsEvent(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => pattern === '*' || pattern === type || pattern === `${kindOf(type)}.*`);
}

/** `seat` of `seat.granted`. */
export function kindOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
