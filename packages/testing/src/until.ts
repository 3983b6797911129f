/** Asks again until there is an answer. */
export async function until<Answer>(ask: () => Promise<Answer | undefined | null | false>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    // What it waits for needs the CPU as well.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
