import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export interface TlsProxy {
  origin: string;
  /** Sets the http URL to which requests are forwarded. */
  forwardTo(url: string): void;
  stop(): Promise<void>;
}

/** Starts a proxy that ends TLS and tells the app so, like a load balancer. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  let target = new URL('http://127.0.0.1:1');
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url, headers, socket } = incoming;
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path: url,
        headers: {
          ...headers,
          host: target.host,
          'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
          'x-forwarded-proto': 'https',
        },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (url) => {
      target = new URL(url);
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
