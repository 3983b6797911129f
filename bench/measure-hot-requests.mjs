import { openHotRequests } from './hot-requests.mjs';

// Measures hot requests for the process that has forked this one and sends their names, one at a time. A process of its own,
// because autocannon does not work in the worker threads of AVA.
const opened = await openHotRequests();
process.on('message', async ({ name }) => {
  const reply = await opened.measure(name).then(
    ({ ratio }) => ({ ratio }),
    (error) => ({ error: error.stack }),
  );
  // The parent may have ended meanwhile.
  if (process.connected) process.send(reply);
});
process.once('disconnect', () => opened.close().finally(() => process.exit(0)));
// The parent ended during the start.
if (!process.connected) await opened.close().finally(() => process.exit(0));
else process.send({ ready: true });
