import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/**
 * A load balancer. The header `x-step` of a request is counted up by its sender and chooses the process, so that the steps of
 * each user alternate between the processes. Like other balancers it sends a request again only if the connection was refused,
 * because then no process has seen it, and a process can be taken out before it stops: a process that closes its port resets
 * connections that it has not accepted yet.
 */
export async function startBalancer() {
  const backends = [];
  let counts = emptyCounts();
  const server = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const step = Number(incoming.headers['x-step'] ?? 0);
    for (let attempt = 0; attempt < backends.length; attempt += 1) {
      const backend = backends[(step + attempt) % backends.length];
      if (backend.drained) continue;
      try {
        backend.inFlight += 1;
        const response = await forward(backend, incoming, body).finally(() => (backend.inFlight -= 1));
        counts[backend.version] += 1;
        outgoing.writeHead(response.statusCode, { ...response.headers, 'x-served-by': backend.version });
        response.pipe(outgoing);
        return;
      } catch (error) {
        if (error.code !== 'ECONNREFUSED') {
          counts.broken += 1;
          outgoing
            .writeHead(502)
            .end(`the balancer lost its connection to the ${backend.version} version: ${error.code}`);
          return;
        }
        counts.refused += 1;
      }
    }
    outgoing.writeHead(502).end('the balancer found no process');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    set: (place, backend) => (backends[place] = { ...backend, inFlight: 0, drained: false }),
    /** Sends no more requests to the process at a place. Resolves when it has responded to all. */
    async drain(place) {
      backends[place].drained = true;
      while (backends[place].inFlight > 0) await setTimeout(10);
    },
    /** Returns what was counted since the last call. */
    takeCounts() {
      const taken = counts;
      counts = emptyCounts();
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const emptyCounts = () => ({ old: 0, new: 0, newer: 0, refused: 0, broken: 0 });

/** One connection for each request: a connection that is kept open could be closed just when it is used again. */
function forward({ port }, { method, url, headers }, body) {
  return new Promise((resolve, reject) => {
    const outgoing = send({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
