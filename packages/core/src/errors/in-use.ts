import { IdentityError } from './identity-error.js';

/** How many users of one kind an error names. With four kinds it has twenty details at most. */
export const maxNamedUses = 4;

/** What refers to something, of one kind: the first of them by name, and how many there are. */
export interface Use {
  /** The kind, such as `subscriptions`. */
  readonly path: string;
  readonly names: readonly string[];
  readonly total: number;
}

/** The error for something that cannot be deleted because it is in use (IN_USE). The details name what uses it. */
export function inUse(message: string, uses: readonly Use[]): IdentityError {
  const details = uses.flatMap(({ path, names, total }) => [
    ...names.map((name) => ({ path, message: name })),
    ...(total > names.length ? [{ path, message: `${total - names.length} more` }] : []),
  ]);
  return new IdentityError('IN_USE', message, { details });
}
