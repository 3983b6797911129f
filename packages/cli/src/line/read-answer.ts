import { createInterface } from 'node:readline/promises';

/** Asks a question at a terminal. Returns undefined without a terminal, so that a script never waits for input. */
export async function readAnswer(
  question: string,
  input: NodeJS.ReadStream,
  output: NodeJS.WritableStream,
): Promise<string | undefined> {
  if (!input.isTTY) return undefined;
  const lines = createInterface({ input, output });
  try {
    return (await lines.question(`${question} `)).trim();
  } finally {
    lines.close();
  }
}
