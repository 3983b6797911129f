import { createKeyedSemaphore, rateLimited } from '@org/identity-core';
import { DescriptionRefused } from '../foreign-clients/client-description.js';
import { countRead } from './count-read.js';
import type { DocumentServices } from './document-services.js';
import { DocumentUnreadable, fetchDocument } from './fetch-document.js';
import { findDocumentClient } from './find-document-client.js';
import { saveDocument } from './save-document.js';

/** What became of a document: the row is up to date, its host did not send it, or it is not accepted. */
export type ReadOutcome = 'read' | 'unreadable' | 'refused';

export interface DocumentReader {
  /**
   * Reads the document of a client, unless another process has done so meanwhile, and writes the client's row. Throws the 429
   * if too many are read.
   */
  refresh(clientId: string, network: string): Promise<ReadOutcome>;
}

/** After a failure, the same URL is not read again for this time. Errors are not cached longer: the draft forbids it (§5.2). */
const pauseMilliseconds = 10_000;
const maxPauses = 1_000;
/** Reads at the same time, in this process: of all hosts, and of one. A slow host must not keep the others waiting. */
const atOnce = { all: 10, ofHost: 2 };
const queue = { maxWaiting: 50, maxWaitMilliseconds: 3_000 };

/** The reads in flight of one kind. */
function createLane(): <Result>(host: string, read: () => Promise<Result>) => Promise<Result> {
  const refusal = () => rateLimited(1);
  const all = createKeyedSemaphore({ atOnce: atOnce.all, ...queue, refusal });
  const ofHost = createKeyedSemaphore({ atOnce: atOnce.ofHost, ...queue, refusal });
  // The host first: what waits for a slow one must not take the slots of all others.
  return (host, read) => ofHost.run(host, () => all.run('', read));
}

/** Creates the reader of documents of one server. */
export function createDocumentReader(services: DocumentServices): DocumentReader {
  // Known documents never wait for the URLs that strangers try.
  const lanes = { known: createLane(), unknown: createLane() };
  const running = new Map<string, Promise<ReadOutcome>>();
  const pauses = new Map<string, { until: number; outcome: ReadOutcome }>();

  const read = async (clientId: string, network: string): Promise<ReadOutcome> => {
    const pause = pauses.get(clientId);
    if (pause && pause.until > performance.now()) return pause.outcome;
    try {
      const found = await findDocumentClient(services.db, clientId);
      if (found?.isFresh) return 'read';
      const { host } = new URL(clientId);
      await countRead(services.db, { network, host, knownId: found && clientId });
      const fetch = () => fetchDocument(services.fetch, clientId);
      const document = await lanes[found ? 'known' : 'unknown'](host, fetch);
      await saveDocument(services, { clientId, network, document });
      return 'read';
    } catch (error) {
      const outcome = outcomeOf(error);
      if (!outcome || !(error instanceof Error)) throw error;
      if (pauses.size >= maxPauses) pauses.clear();
      pauses.set(clientId, { until: performance.now() + pauseMilliseconds, outcome });
      const facts = { clientId, reason: error.message, detail: detailOf(error) };
      services.logger.info(facts, `client id metadata document ${outcome}`);
      return outcome;
    }
  };
  return {
    refresh(clientId, network) {
      // Requests for the same document wait for one read.
      const known = running.get(clientId);
      if (known) return known;
      const reading = read(clientId, network).finally(() => running.delete(clientId));
      running.set(clientId, reading);
      return reading;
    },
  };
}

/** The first cause of an error, such as `getaddrinfo ENOTFOUND`. Only the log has it: the page is the same for all of them. */
function detailOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? (detailOf(cause) ?? cause.message) : undefined;
}

function outcomeOf(error: unknown): 'unreadable' | 'refused' | undefined {
  if (error instanceof DocumentUnreadable) return 'unreadable';
  return error instanceof DescriptionRefused ? 'refused' : undefined;
}
