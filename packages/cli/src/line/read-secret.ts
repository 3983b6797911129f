import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';

/** Prompts for a secret at a terminal and hides the input. Without a terminal, reads the first line of the input. */
export async function readSecret(
  question: string,
  input: Readable & Partial<Pick<ReadStream, 'isTTY'>>,
  output: NodeJS.WritableStream,
): Promise<string> {
  const terminal = input.isTTY === true;
  if (terminal) output.write(`${question}: `);
  // Readline echoes the input to this stream, which discards it.
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden, terminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (terminal) output.write('\n');
  }
}
