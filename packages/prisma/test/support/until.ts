/** Repeats a check until it returns a result. The package with the tests' own tools depends on this one. */
export async function until<Result>(check: () => Promise<Result | false>): Promise<Result> {
  for (;;) {
    const result = await check();
    if (result !== false) return result;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
