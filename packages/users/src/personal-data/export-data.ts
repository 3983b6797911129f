import { Readable } from 'node:stream';
import { createKeyedSemaphore, jsonText } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { ExportLease, ExportLimiter } from './export-limits.js';

/** At most two exports read at a time in this process, so that connections stay free for sign-ins. */
const reads = createKeyedSemaphore({ atOnce: 2 });

/**
 * Everything that is stored about a user, one section for each part of the service, as a stream of JSON. Pages are read
 * when the caller consumes them, and no connection is held in between.
 */
export async function exportData(
  { personalData }: Pick<IdentityPluginHost, 'personalData'>,
  limiter: ExportLimiter,
  userId: string,
): Promise<Readable> {
  const lease = await limiter.begin(userId);
  const texts = leased(exportText(personalData(), userId), lease);
  // The first section is read before the response begins, so an early error is still sent as an error response.
  const first = await texts.next();
  return Readable.from(startingWith(first, texts));
}

async function* exportText(sections: ReturnType<IdentityPluginHost['personalData']>, userId: string) {
  let before = `{"exportedAt":${JSON.stringify(new Date())},"sections":{`;
  for (const { name, collect } of sections) {
    const collected = await collect(userId);
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonText(collected);
    before = ',';
  }
  yield before === ',' ? '}}' : `${before}}}`;
}

/** Ends the lease when the stream ends, fails, or is closed by the client. */
async function* leased(texts: AsyncGenerator<string>, lease: ExportLease): AsyncGenerator<string> {
  try {
    for (;;) {
      lease.check();
      const { done, value } = await reads.run('all', () => texts.next());
      if (done) return;
      yield value;
    }
  } finally {
    await lease.end();
  }
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
