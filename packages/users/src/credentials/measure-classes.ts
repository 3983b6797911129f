import type { IdentityPluginHost } from '@org/identity-prisma';
import { readClasses } from './foreign-kinds.js';
import { sameTime } from './same-time.js';

const everyMilliseconds = 60_000;

type Services = Pick<IdentityPluginHost, 'pool' | 'logger'>;

/**
 * Measures the classes of the stored hashes of other systems that this process has not measured yet. Returns whether there are
 * hashes that cannot be checked.
 */
export async function measureClasses(
  { pool }: Pick<Services, 'pool'>,
  signal?: AbortSignal,
): Promise<{ hasUnknown: boolean }> {
  const { classes, hasUnknown } = await readClasses(pool);
  if (classes.length > 0) await sameTime.measure(classes, signal);
  return { hasUnknown };
}

/**
 * Measures at the start, and every minute what another process has imported since, so that no sign-in has to. Returns what
 * ends it.
 */
export function keepMeasured(host: Services): () => Promise<void> {
  const stopping = new AbortController();
  let isTold = false;
  let running = Promise.resolve();
  const measure = () => {
    running = running
      .then(async () => {
        const { hasUnknown } = await measureClasses(host, stopping.signal);
        // Once, not at each sign-in: anybody can try to sign in.
        if (hasUnknown && !isTold)
          host.logger.warn({}, 'some stored password hashes cannot be checked and never match');
        isTold = hasUnknown;
      })
      .catch((error: unknown) =>
        host.logger.warn({ error: error instanceof Error ? error.name : typeof error }, 'password checks not measured'),
      );
  };
  measure();
  const timer = setInterval(measure, everyMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
