import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const delayMilliseconds = 5_000;

/**
 * Collects once what the start has left behind, about 25 MB. By itself V8 keeps it until the next large collection, which an
 * idle process may not need for a long time. It takes a tenth of a second, so it waits until the first requests are answered.
 */
export function freeStartMemory(): void {
  const collect = () => {
    setFlagsFromString('--expose-gc');
    const gc: unknown = runInNewContext('gc');
    if (typeof gc === 'function') gc();
  };
  setTimeout(collect, delayMilliseconds).unref();
}
