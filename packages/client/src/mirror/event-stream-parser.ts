/** One message of a stream of server-sent events. */
export interface StreamMessage {
  /** The type; `message` unless the stream names another. */
  readonly event: string;
  /** The id that this message has itself; undefined if it has none. */
  readonly id: string | undefined;
  readonly data: string;
}

/** How long a line, and the data of one message, can be. */
const maxCharacters = 1_048_576;

/**
 * Reads `text/event-stream` piece by piece. Pieces may end anywhere: within a line, a line break or a character. Throws if a
 * line or a message is too long, or if the bytes are not UTF-8.
 */
export function createEventStreamParser(onMessage: (message: StreamMessage) => void): (piece: Uint8Array) => void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let afterReturn = false;
  let event = '';
  let id: string | undefined;
  let data: string | undefined;

  function endMessage(): void {
    if (data !== undefined) onMessage({ event: event || 'message', id, data });
    event = '';
    id = undefined;
    data = undefined;
  }

  function readLine(line: string): void {
    if (line === '') {
      endMessage();
      return;
    }
    const colon = line.indexOf(':');
    // A comment.
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') event = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data = bounded(data === undefined ? value : `${data}\n${value}`);
  }

  return (piece) => {
    let text = decoder.decode(piece, { stream: true });
    // The second half of a line break that began in the piece before.
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') afterReturn = text.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/u);
    // The last part is the beginning of a line, which may be empty.
    const last = lines.pop() ?? '';
    for (const [index, line] of lines.entries()) readLine(bounded(index === 0 ? rest + line : line));
    rest = bounded(lines.length === 0 ? rest + last : last);
  };
}

function bounded(text: string): string {
  if (text.length > maxCharacters) throw new RangeError('A message of the stream is too long.');
  return text;
}
