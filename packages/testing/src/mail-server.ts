import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ReadMail, readMime } from './read-mime.js';

export interface ReceivedMail extends ReadMail {
  /** The envelope: the sender and the recipients in the SMTP commands. */
  envelope: { from: string; to: string[] };
}

export interface MailServer {
  port: number;
  url: string;
  mails: readonly ReceivedMail[];
  /** Waits for the `count`-th mail. */
  received(count?: number): Promise<ReceivedMail>;
  /** Closes every connection at once. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a real mail server on 127.0.0.1. It accepts every mail, unless its options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ ...readMime(Buffer.concat(chunks).toString('latin1')), envelope: { from, to } });
        for (const wake of waiting) wake();
        done();
      });
    },
    ...options,
  });
  // In some tests the client disconnects early.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: boundPort } = server.server.address() as AddressInfo;
  return {
    port: boundPort,
    url: `smtp://127.0.0.1:${boundPort}`,
    mails,
    async received(count = 1) {
      for (;;) {
        const found = mails[count - 1];
        if (found) return found;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
