import { beginningOf } from '@org/identity-core';
import { type Comparison, parseFilter } from './filter.js';
import { invalid } from './scim-error.js';

/** What a request wants to see of resources. */
export interface Projection {
  /** In lower case; undefined: everything. */
  readonly attributes: readonly string[] | undefined;
  readonly excluded: readonly string[];
}

export interface ListQuery extends Projection {
  readonly comparisons: readonly Comparison[];
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

/** The most resources of one response. */
export const maxResults = 200;
const defaultCount = 100;
const maxNames = 50;
const known = new Set(['filter', 'startindex', 'count', 'attributes', 'excludedattributes', 'sortby', 'sortorder']);

type Query = Readonly<Record<string, unknown>>;

/** Reads the query of a list. A parameter that is not known is refused, so that a misspelt filter is never ignored. */
export function readListQuery(query: Query): ListQuery {
  const given = parametersOf(query, known);
  const filter = given.get('filter');
  return {
    ...projectionOf(given),
    comparisons: filter === undefined ? [] : parseFilter(filter),
    // RFC 7644, section 3.4.2.4: less than 1 is 1, and a negative count is 0.
    startIndex: Math.max(1, integerOf(given, 'startindex') ?? 1),
    count: Math.min(maxResults, Math.max(0, integerOf(given, 'count') ?? defaultCount)),
  };
}

const knownOfOne = new Set(['attributes', 'excludedattributes']);

/** Reads the query of a request for one resource. */
export function readProjection(query: Query): Projection {
  return projectionOf(parametersOf(query, knownOfOne));
}

function parametersOf(query: Query, names: ReadonlySet<string>): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const lower = name.toLowerCase();
    // Entra ID is switched to its newer behaviour by such a flag in the URL that it is given.
    if (lower.startsWith('aadoptscim')) continue;
    if (!names.has(lower)) throw invalid('invalidValue', `The parameter "${beginningOf(name, 50)}" is not supported.`);
    if (typeof value !== 'string' || given.has(lower)) throw invalid('invalidValue', `Send "${lower}" once.`);
    given.set(lower, value);
  }
  return given;
}

function projectionOf(given: ReadonlyMap<string, string>): Projection {
  const attributes = given.get('attributes');
  if (attributes !== undefined && given.has('excludedattributes'))
    throw invalid('invalidValue', 'Send "attributes" or "excludedAttributes", not both.');
  return {
    attributes: attributes === undefined ? undefined : namesOf(attributes),
    excluded: namesOf(given.get('excludedattributes') ?? ''),
  };
}

function namesOf(list: string): string[] {
  if (list.length > 2_000) throw invalid('invalidValue', 'The list of attributes is too long.');
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  if (names.length > maxNames) throw invalid('invalidValue', 'The list of attributes is too long.');
  return names.filter((name) => name !== '');
}

function integerOf(given: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = given.get(name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/u.test(text)) throw invalid('invalidValue', `"${name}" must be a whole number.`);
  return Number(text);
}
