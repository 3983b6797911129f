import type { CallerSource } from '@org/identity-core';

interface OfPlugin {
  readonly name: string;
  readonly callers: readonly CallerSource[];
}

/** Begins a word of its own, and no JWT: those have dots, and the first one of ours begins with `ey`. */
const prefix = /^[a-z][a-z0-9]{1,30}_$/u;

/** Throws if two plugins bring the same kind of callers, or tokens or cookies that could be of either. The error names both. */
export function checkCallers(plugins: readonly OfPlugin[]): void {
  const known: { plugin: string; source: CallerSource }[] = [];
  for (const { name: plugin, callers } of plugins) {
    for (const source of callers) {
      requireCredentials(plugin, source);
      const other = known.find((each) => areAlike(each.source, source));
      if (other)
        throw new Error(
          `The plugins "${other.plugin}" and "${plugin}" both bring callers of the kind "${source.kind}", or with the same credentials.`,
        );
      known.push({ plugin, source });
    }
  }
}

function requireCredentials(plugin: string, { kind, bearer, cookie }: CallerSource): void {
  const what = `The callers "${kind}" of the plugin "${plugin}"`;
  if (['user', 'machine'].includes(kind))
    throw new Error(`${what} have the name of a kind that the server has itself.`);
  if (bearer === undefined && cookie === undefined)
    throw new Error(`${what} have neither a bearer token nor a cookie.`);
  if (bearer !== undefined && !prefix.test(bearer))
    throw new Error(`${what} need a prefix such as "acme_" for their tokens, and not "${bearer}".`);
}

/** No prefix begins with another one, because an underscore ends each. */
function areAlike(one: CallerSource, other: CallerSource): boolean {
  const sameBearer = one.bearer !== undefined && one.bearer === other.bearer;
  const sameCookie = one.cookie !== undefined && one.cookie === other.cookie;
  return one.kind === other.kind || sameBearer || sameCookie;
}
