import type { ConnectionKind } from '@org/identity-core';

interface Owner {
  /** The plugin. */
  readonly name: string;
  readonly kinds: readonly ConnectionKind[];
}

/** The kinds of connections of all plugins. Throws if two of them claim one name, field, page or entry. */
export function joinKinds(owners: readonly Owner[]): readonly ConnectionKind[] {
  const claimed = new Map<string, string>();
  for (const { name, kinds } of owners)
    for (const kind of kinds)
      for (const claim of claimsOf(kind)) {
        const other = claimed.get(claim);
        if (other !== undefined) throw new Error(`The plugins "${other}" and "${name}" both have ${claim}.`);
        claimed.set(claim, name);
      }
  return owners.flatMap(({ kinds }) => kinds);
}

/** Requests name fields without their kind, URLs pages, and the list of providers entries. */
function claimsOf({ kind, request, returns, pages, form }: ConnectionKind): string[] {
  const fields = [...Object.keys(request.provider), ...Object.keys(request.options)];
  return [
    `the kind of connections "${kind}"`,
    ...fields.map((field) => `the field "${field}" of connections`),
    ...[returns.path, ...pages.map(({ path }) => path)].map((path) => `the page "${path}" of connections`),
    ...form.entries('en').map(({ id }) => `the entry "${id}" of connections`),
  ];
}
