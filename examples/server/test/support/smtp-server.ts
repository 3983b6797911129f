import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  envelope: { from: string; to: string[] };
  /** The whole message, with the long lines that mail breaks joined again. */
  text: string;
}

/** A real mail server on the loopback address that takes every mail. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks)
        .toString('utf8')
        .replaceAll(/=\r?\n/gu, '')
        .replaceAll('=3D', '=');
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      mails.push({ envelope: { from, to: envelope.rcptTo.map(({ address }) => address) }, text });
      for (const wake of waiting) wake();
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The first mail, as soon as it is there. */
    async received(): Promise<ReceivedMail> {
      for (;;) {
        if (mails[0]) return mails[0];
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
