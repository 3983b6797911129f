/** As in the package with the tests' own tools, which depends on this one. */
const limitMilliseconds = 3 * 60_000;

/** Repeats a check until it returns a result. */
export async function until<Result>(check: () => Promise<Result | false>): Promise<Result> {
  const begun = performance.now();
  for (;;) {
    const result = await check();
    if (result !== false) return result;
    if (performance.now() - begun > limitMilliseconds) throw new Error(`Waited in vain for: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
