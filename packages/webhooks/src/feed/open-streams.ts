import { rateLimited, serviceUnavailable } from '@org/identity-core';

export interface StreamLimits {
  /** How many streams a process serves at once. */
  readonly maxStreams: number;
  /** How many of them one client may have. */
  readonly maxStreamsPerClient: number;
}

/** The streams of a process that are open now. */
export interface OpenStreams {
  /** Counts a stream until its connection has ended or `end` is called. Throws if there are too many. */
  open(clientId: string, connection: AbortSignal): { readonly signal: AbortSignal; end(): void };
  /** Ends all streams and opens no new ones. */
  close(): void;
}

export function createOpenStreams({ maxStreams, maxStreamsPerClient }: StreamLimits): OpenStreams {
  const open = new Set<() => void>();
  const byClient = new Map<string, number>();
  let closed = false;
  const add = (clientId: string, change: number) => {
    const count = (byClient.get(clientId) ?? 0) + change;
    if (count > 0) byClient.set(clientId, count);
    else byClient.delete(clientId);
  };
  return {
    open(clientId, connection) {
      if (closed) throw serviceUnavailable('The server is stopping. Connect again in a moment.');
      if (open.size >= maxStreams) throw serviceUnavailable('There are too many open streams.', 5);
      if ((byClient.get(clientId) ?? 0) >= maxStreamsPerClient) throw rateLimited(5);
      const ended = new AbortController();
      const end = () => {
        if (!open.delete(end)) return;
        add(clientId, -1);
        connection.removeEventListener('abort', end);
        ended.abort();
      };
      open.add(end);
      add(clientId, 1);
      connection.addEventListener('abort', end, { once: true });
      if (connection.aborted) end();
      return { signal: ended.signal, end };
    },
    close() {
      closed = true;
      for (const end of [...open]) end();
    },
  };
}
