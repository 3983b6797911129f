import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** What came back over the wire; status 0 where the server closed the connection without an answer. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Message {
  method?: string;
  /** The request target as it goes over the wire: a path, or a whole address. */
  target: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

// Long enough for a busy machine; a hang is a hang.
const patience = 30_000;

/** Sends one request to a port of this machine, exactly as told; `fetch` would correct much of it. */
export function send(port: number, { method = 'GET', target, headers = {}, body }: Message): Promise<Answer> {
  // A connection of its own, kept open: the server can answer a body it refuses to read to the end.
  const agent = new Agent({ keepAlive: true });
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise<Answer>((resolve, reject) => {
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
    outgoing.setTimeout(patience, () => outgoing.destroy(new Error(`No answer to ${method} ${target.slice(0, 80)}.`)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve({ status: 0, headers: {}, body: '' });
      else reject(error);
    });
    outgoing.end(body);
  }).finally(() => agent.destroy());
}

/** Writes bytes to a port, closes our side, and returns everything that comes back. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.setTimeout(patience, () => socket.destroy(new Error('The server neither answered nor closed.')));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(received);
      else reject(error);
    });
    socket.on('close', () => resolve(received));
  });
}

/** The status of a raw answer, or 0 where there was none. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/u.exec(answer)?.[1] ?? 0);
}
