import { setTimeout } from 'node:timers/promises';

/** Runs all lanes from `start` to `stop`. Operations count for the phase in which they began. */
export function createLoad(lanes, { issuer }) {
  let phase;
  let over = false;
  const note = async (kind, work) => {
    const { operations, failures } = phase;
    operations[kind] = (operations[kind] ?? 0) + 1;
    try {
      return await work();
    } catch (error) {
      failures.push(`${kind}: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}`);
      // A server that fails at once must not be called in a busy loop.
      await setTimeout(100);
      return undefined;
    }
  };
  const begin = (name) => {
    phase = { name, operations: {}, failures: [] };
    return phase;
  };
  const repeat = async (lane) => {
    while (!over) await lane({ issuer, note });
  };
  let running = [];
  return {
    note,
    begin,
    start() {
      running = lanes.map(repeat);
    },
    async stop() {
      over = true;
      await Promise.all(running);
    },
  };
}
