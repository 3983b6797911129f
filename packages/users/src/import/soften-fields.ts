import { earliestTime, PlainName } from '@org/identity-core';
import { z } from 'zod';
import type { Remark } from './remark.js';

const names = ['displayName', 'givenName', 'familyName'];
const maxName = 100;

/**
 * Cuts or leaves out what is nobody's fault: a name that is too long or not one, and a time before all that can be stored. The
 * person comes in without it, and the report says so. Everything else of a line has to be right.
 */
export function softenFields(line: unknown): { fields: unknown; remarks: Remark[] } {
  const remarks: Remark[] = [];
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return { fields: line, remarks };
  const entries = Object.entries(line).flatMap(([field, value]): [string, unknown][] => {
    const soft = names.includes(field) ? softName(value) : field === 'createdAt' ? softTime(value) : undefined;
    if (!soft) return [[field, value]];
    remarks.push({ field, reason: soft.reason });
    return soft.value === undefined ? [] : [[field, soft.value]];
  });
  return { fields: remarks.length === 0 ? line : Object.fromEntries(entries), remarks };
}

interface Softened {
  /** Undefined if the field is left out. */
  readonly value?: string;
  readonly reason: string;
}

function softName(value: unknown): Softened | undefined {
  if (typeof value !== 'string' || PlainName.safeParse(value).success) return undefined;
  const cut = PlainName.safeParse(cutName(value.trim()));
  if (cut.success) return { value: cut.data, reason: `The name was cut to ${maxName} characters.` };
  return { reason: `The field was left out: it ${cut.error.issues[0]?.message ?? 'is not a name'}.` };
}

/** A character outside of the basic plane is two units, which belong together. */
function cutName(name: string): string {
  const last = name.codePointAt(maxName - 1) ?? 0;
  return name.slice(0, last > 0xffff ? maxName - 1 : maxName);
}

const Time = z.iso.datetime({ offset: true });

function softTime(value: unknown): Softened | undefined {
  if (typeof value !== 'string' || value.length > maxName || !Time.safeParse(value).success) return undefined;
  if (Date.parse(value) >= earliestTime) return undefined;
  return { reason: 'The field was left out: it is before the year 2000.' };
}
