/** Repeats a check until it returns a result. */
export async function until<Result>(check: () => Promise<Result | undefined | null | false>): Promise<Result> {
  for (;;) {
    const result = await check();
    if (result) return result;
    // Pauses, because the awaited work needs the CPU, too.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
