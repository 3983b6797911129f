import type { Area, Console } from '@org/identity-core';

interface OfPlugin {
  readonly name: string;
  readonly consoles: readonly Console[];
  readonly areas: readonly Area[];
}

/** Throws if two plugins bring the same console, or if an area is in a group that its console does not have. */
export function checkConsoles(plugins: readonly OfPlugin[]): void {
  const known = new Map<string, { readonly plugin: string; readonly console: Console }>();
  for (const { name: plugin, consoles } of plugins) {
    for (const console of consoles) {
      const other = [...known.values()].find(
        (each) => each.console.place === console.place || each.console.path === console.path,
      );
      if (other)
        throw new Error(
          `The plugins "${other.plugin}" and "${plugin}" both bring the console "${console.place}" at "${console.path}".`,
        );
      known.set(console.place, { plugin, console });
    }
  }
  for (const { name: plugin, areas } of plugins) {
    for (const { place, path, group } of areas) {
      const groups = known.get(place)?.console.groups ?? [];
      if (group !== undefined && known.has(place) && !groups.includes(group))
        throw new Error(
          `The area "${path}" of the plugin "${plugin}" is in the group "${group}". The console "${place}" has: ${groups.join(', ')}.`,
        );
    }
  }
}
