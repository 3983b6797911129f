/** What is read of a response. A connection with a longer one is closed instead of being read to its end. */
const maxRead = 16_384;
/** What is kept of it. */
const maxKept = 2_048;

/** Characters that no text needs. PostgreSQL cannot store the first of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/** The beginning of a response as text, at most 2 KB. A response that breaks off or takes too long is read as far as it came. */
export async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxRead) break;
    }
  } catch {
    // The status has arrived, and it alone decides.
  }
  return size === 0 ? '' : cut(decode(Buffer.concat(chunks).subarray(0, maxKept)).replaceAll(control, ''));
}

/** Bytes that are no UTF-8 become a character of three bytes, so the text may have become longer. */
const cut = (text: string) => decode(Buffer.from(text).subarray(0, maxKept));

/** With `stream`, a character that was cut at the end is left out. */
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes, { stream: true });
