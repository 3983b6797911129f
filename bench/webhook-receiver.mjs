// A receiver of webhooks that accepts everything. It tells its parent how many requests came, and when the last one came.
import { createServer } from 'node:http';

let count = 0;
let last = 0;
const ids = new Set();
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    count += 1;
    last = performance.timeOrigin + performance.now();
    ids.add(`${request.url} ${request.headers['webhook-id']}`);
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ count, last, distinct: ids.size }));
process.on('disconnect', () => process.exit(0));
