/** Returns the name that was probably meant, or undefined if none is similar. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, steps: distance(given, name) }))
    .filter(({ name, steps }) => steps <= Math.max(2, Math.floor(name.length / 3)))
    .sort((one, other) => one.steps - other.steps);
  return best?.name;
}

/** How many letters have to be changed, added or removed (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
