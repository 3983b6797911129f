import { AsyncLocalStorage } from 'node:async_hooks';
import { type Logger, silentLogger } from './logger.js';

const current = new AsyncLocalStorage<string>();

/** Runs the work of a request. Every line that is logged during it has the id of the request. */
export function withRequestId<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** Returns the logger with the request id added to each line. */
export function logWithRequestIds(logger: Logger): Logger {
  const withId = (fields: object) => {
    const requestId = current.getStore();
    return requestId === undefined ? fields : { requestId, ...fields };
  };
  return {
    // A method of the silent logger stays the same function, so that callers can still recognize it and skip their work.
    debug:
      logger.debug === silentLogger.debug ? logger.debug : (fields, message) => logger.debug(withId(fields), message),
    info: logger.info === silentLogger.info ? logger.info : (fields, message) => logger.info(withId(fields), message),
    warn: (fields, message) => logger.warn(withId(fields), message),
    error: (fields, message) => logger.error(withId(fields), message),
  };
}
