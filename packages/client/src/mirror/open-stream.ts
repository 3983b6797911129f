import { errorOf, parse } from '../call-service.js';
import { IdentityClientError, unexpectedAnswer } from '../identity-client-error.js';
import type { MachineToken } from '../machine-token.js';
import type { Settings } from '../options.js';
import { createEventStreamParser, type StreamMessage } from './event-stream-parser.js';

/** A stream without any message for so long is given up. */
const silenceMilliseconds = 5_000;

export interface StreamConnection {
  readonly settings: Settings;
  readonly machine: MachineToken;
  /** The last event that was received; empty: all events. */
  readonly after: string;
  readonly onMessage: (message: StreamMessage) => void;
  readonly signal: AbortSignal;
}

/**
 * Reads the event stream until it ends: because the server ends it, the token has to be replaced, nothing comes any more, or
 * the signal is aborted. Throws if it cannot be opened or breaks.
 */
export async function readStream({ settings, machine, after, onMessage, signal }: StreamConnection): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  let silence: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(end, silenceMilliseconds).unref();
  };
  let replace: NodeJS.Timeout | undefined;
  try {
    const token = await machine.get();
    heard();
    const body = await open(settings, { token, after, signal: ended.signal });
    replace = setTimeout(end, untilReplacement(machine)).unref();
    const parser = createEventStreamParser((message) => {
      heard();
      if (!ended.signal.aborted) onMessage(message);
    });
    for await (const piece of body) parser(piece);
  } catch (error) {
    // An error of the connection that was ended here.
    if (!ended.signal.aborted) throw error;
  } finally {
    clearTimeout(silence);
    clearTimeout(replace);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** The longest time that a timer can have. */
const maxTimer = 2 ** 31 - 1;
const untilReplacement = (machine: MachineToken) => Math.min(maxTimer, Math.max(1_000, machine.endsAt() - Date.now()));

async function open(
  { issuer, fetch }: Settings,
  { token, after, signal }: { token: string; after: string; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  const url = `${issuer}/api/integration/events/stream${after === '' ? '?after=' : ''}`;
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    ...(after === '' ? {} : { 'last-event-id': after }),
  };
  let response: Response;
  try {
    // The service never redirects, and a token must not be sent to another URL.
    response = await fetch(url, { headers, redirect: 'error', signal });
  } catch (cause) {
    throw new IdentityClientError('UNREACHABLE', 'The event stream could not be opened.', { cause });
  }
  const { status, ok, body } = response;
  if (!ok) throw errorOf(response, parse(await response.text(), status));
  if (!body || !/^text\/event-stream\b/iu.test(response.headers.get('content-type') ?? ''))
    throw unexpectedAnswer(status);
  // In Node.js, streams of fetch can be read by a loop.
  return body as unknown as AsyncIterable<Uint8Array>;
}
