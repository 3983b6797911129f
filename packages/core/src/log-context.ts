import { AsyncLocalStorage } from 'node:async_hooks';
import { type Logger, silentLogger } from './logger.js';

const current = new AsyncLocalStorage<string>();

/** Runs the work of a request; every line that is logged meanwhile carries its id. */
export function withRequestId<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** The same logger, whose lines name the request that they belong to. */
export function logWithRequestIds(logger: Logger): Logger {
  const named = (fields: object) => {
    const requestId = current.getStore();
    return requestId === undefined ? fields : { requestId, ...fields };
  };
  return {
    // A method that does nothing stays that method, so that callers can see that it does nothing.
    debug:
      logger.debug === silentLogger.debug ? logger.debug : (fields, message) => logger.debug(named(fields), message),
    info: logger.info === silentLogger.info ? logger.info : (fields, message) => logger.info(named(fields), message),
    warn: (fields, message) => logger.warn(named(fields), message),
    error: (fields, message) => logger.error(named(fields), message),
  };
}
