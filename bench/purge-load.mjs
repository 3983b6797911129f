import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { newTokens, postForm } from './exchange-codes.mjs';
import { machine } from './fixtures.mjs';
import { pathsOf } from './paths.mjs';

const workers = { machine: 4, refresh: 8 };
/** Requests per second of each kind. */
export const rates = { machine: 40, refresh: 20 };

/** Token requests at a fixed rate. `run` returns the times of a phase, counted from when each request was due. */
export async function tokenLoad(server) {
  const { token } = pathsOf('identity');
  const held = (await newTokens('identity', server, { count: workers.refresh })).map((body) => body.refresh_token);
  const post = async (fields, client) => {
    const { status, body } = await postForm(server, token, fields, client);
    if (status !== 200) throw new Error(`A token request returned ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const kinds = {
    machine: () => post({ grant_type: 'client_credentials', scope: 'licenses:read' }, machine),
    refresh: async (worker) => {
      const body = await post({ grant_type: 'refresh_token', refresh_token: held[worker] });
      held[worker] = body.refresh_token;
    },
  };
  const worker = async (kind, index, end) => {
    const times = [];
    const pause = (workers[kind] * 1000) / rates[kind];
    let due = performance.now() + (pause * index) / workers[kind];
    while (due < end) {
      await delay(Math.max(0, due - performance.now()));
      await kinds[kind](index);
      times.push(performance.now() - due);
      due += pause;
    }
    return times;
  };
  return {
    async run(seconds) {
      const end = performance.now() + seconds * 1000;
      const all = Object.keys(kinds).map(async (kind) => {
        const times = await Promise.all(Array.from({ length: workers[kind] }, (_, index) => worker(kind, index, end)));
        return [kind, times.flat()];
      });
      return Object.fromEntries(await Promise.all(all));
    },
  };
}
