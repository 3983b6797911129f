import { isDeepStrictEqual } from 'node:util';
import type { ConnectionKind } from '@org/identity-core';

type Fields = Readonly<Record<string, unknown>>;

interface Change {
  readonly before: {
    readonly id: string;
    readonly tenantId: string;
    readonly name: string;
    readonly version: number;
  } & {
    readonly issuer: string;
    readonly settings: unknown;
    readonly defaultRole: string;
    readonly jit: boolean;
    readonly trustMfa: boolean;
  };
  readonly changes: Fields;
  /** Those of them that are the kind's own. */
  readonly own: Fields;
}

/** The names of the fields with another value than before, in the order of the request; secrets are last. */
export function changedFields(kind: ConnectionKind, { before, changes, own }: Change): string[] {
  const shown = kind.show(before);
  const isChanged = (name: string) => own[name] !== undefined && !isDeepStrictEqual(own[name], shown[name]);
  const ownOf = (names: Fields) => Object.keys(names).filter((name) => !kind.secrets.includes(name) && isChanged(name));
  const others = (names: readonly ('name' | 'defaultRole' | 'jit' | 'trustMfa')[]) =>
    names.filter((name) => changes[name] !== undefined && changes[name] !== before[name]);
  return [
    ...others(['name']),
    ...ownOf(kind.request.provider),
    ...others(['defaultRole', 'jit', 'trustMfa']),
    ...ownOf(kind.request.options),
    // A secret is not compared: whoever sends one means to set it.
    ...kind.secrets.filter((name) => own[name] !== undefined),
  ];
}
