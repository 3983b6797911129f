import { machineToken } from './load/seats.mjs';
import { pause } from './processes.mjs';

const restMilliseconds = 100;

/** Writes through both servers all the time, to measure how long no write succeeds. */
export function startProbe(send, servers) {
  /** When a successful write ended. */
  const successes = [];
  let running = true;
  const probe = async (server) => {
    while (running) {
      if ((await machineToken(send, 'probe', server)).status === 200) successes.push(performance.now());
      await pause(restMilliseconds);
    }
  };
  const workers = servers.map(probe);
  return {
    /** The longest time without a successful write, in seconds. */
    longestGap(from, to) {
      const times = [
        from,
        ...successes.filter((time) => time > from && time < to).sort((one, other) => one - other),
        to,
      ];
      return Math.max(...times.slice(1).map((time, index) => time - times[index])) / 1000;
    },
    async untilSuccess() {
      const since = performance.now();
      while (!successes.some((time) => time > since)) await pause(50);
    },
    async stop() {
      running = false;
      await Promise.all(workers);
    },
  };
}
