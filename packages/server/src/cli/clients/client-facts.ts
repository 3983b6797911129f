import { knownClientFields } from '@org/identity-core';
import type { FactValue } from '@org/identity-core/commands';
import type { ClientDetails } from '../../clients/client-details.js';

/** Sorts after every `order`. */
const last = Number.MAX_SAFE_INTEGER;

/** The fields of a client as `clients show` lists them: those with `order` first, then the others in the order of the table. */
export function clientFacts(client: ClientDetails): (readonly [name: string, value: FactValue])[] {
  const values: Readonly<Record<string, unknown>> = { ...client };
  const shown = [...knownClientFields()].flatMap(([field, { kind, shown: named }]) => {
    if (!named) return [];
    const value = factOf(values[field]);
    const text = named.onOneLine && Array.isArray(value) ? value.join(' ') : value;
    return {
      order: named.order ?? last,
      fact: [named.as, kind === 'rule' ? (text ?? 'server default') : text] as const,
    };
  });
  return shown.toSorted((one, other) => one.order - other.order).map(({ fact }) => fact);
}

/** The value of a field: a text, a list of texts, or yes or no. */
function factOf(value: unknown): FactValue {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'boolean' || typeof value === 'string' ? value : null;
}
