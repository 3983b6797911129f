/** Longer than anything takes that a test waits for. A test that waits for ever could keep others from ending. */
const limitMilliseconds = 3 * 60_000;

/** Repeats a check until it returns a result. */
export async function until<Result>(check: () => Promise<Result | undefined | null | false>): Promise<Result> {
  const begun = performance.now();
  for (;;) {
    const result = await check();
    if (result) return result;
    if (performance.now() - begun > limitMilliseconds) throw new Error(`Waited in vain for: ${check}`);
    // Pauses, because the awaited work needs the CPU, too.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
