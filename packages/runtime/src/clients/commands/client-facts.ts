import { type ClientField, clientFieldNames, clientFields } from '@org/identity-core';
import type { FactValue } from '@org/identity-core/commands';
import type { ClientDetails } from '../client-details.js';

/** Sorts after every `order`. */
const last = Number.MAX_SAFE_INTEGER;

/** The fields of a client as `clients show` lists them: those with `order` first, then the others in the order of the table. */
export function clientFacts(client: ClientDetails): (readonly [name: string, value: FactValue])[] {
  const shown = clientFieldNames.flatMap((field) => {
    const { kind, shown: named }: ClientField = clientFields[field];
    if (!named) return [];
    const value = client[field];
    const text = named.onOneLine && Array.isArray(value) ? value.join(' ') : value;
    return {
      order: named.order ?? last,
      fact: [named.as, kind === 'rule' ? (text ?? 'server default') : text] as const,
    };
  });
  return shown.toSorted((one, other) => one.order - other.order).map(({ fact }) => fact);
}
