import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A raw response. The status is 0 if the server closed the connection without a response. */
export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Message {
  method?: string;
  /** The request target as it is sent: a path or a URL. */
  target: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

// Long enough for a busy machine.
const timeout = 30_000;

/** Sends one request to a port of this machine without any change. `fetch` would correct invalid requests. */
export function send(port: number, { method = 'GET', target, headers = {}, body }: Message): Promise<RawResponse> {
  // A separate connection that stays open: the server may respond before it has read the whole body.
  const agent = new Agent({ keepAlive: true });
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise<RawResponse>((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        headers: { ...length, ...headers },
        agent,
        maxHeaderSize: 1 << 20,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    outgoing.setTimeout(timeout, () => outgoing.destroy(new Error(`No response to ${method} ${target.slice(0, 80)}.`)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve({ status: 0, headers: {}, body: '' });
      else reject(error);
    });
    outgoing.end(body);
  }).finally(() => agent.destroy());
}

/** Writes bytes to a port, closes this end of the connection, and returns the whole response. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.setTimeout(timeout, () =>
      socket.destroy(new Error('The server neither responded nor closed the connection.')),
    );
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(received);
      else reject(error);
    });
    socket.on('close', () => resolve(received));
  });
}

/** Returns the status of a raw response, and 0 if there was none. */
export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/u.exec(response)?.[1] ?? 0);
}
