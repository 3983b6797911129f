import { type Logger, silentLogger } from './logger.js';

/** Writes warnings and errors to standard error, one line of JSON each. The default of a server without a logger. */
export const standardErrorLogger: Logger = {
  ...silentLogger,
  warn: (fields, message) => write('warn', fields, message),
  error: (fields, message) => write('error', fields, message),
};

function write(level: string, fields: object, msg: string): void {
  const time = new Date().toISOString();
  process.stderr.write(`${JSON.stringify({ level, time, msg, ...fields }, withErrors)}\n`);
}

/** `JSON.stringify` writes an error as `{}`. */
function withErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  const code = 'code' in value ? { code: value.code } : {};
  return { name, message, ...code, stack };
}
