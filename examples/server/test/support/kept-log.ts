import { randomUUID } from 'node:crypto';
import type { IdentityServerOptions } from '@org/identity-server';
import { pino } from 'pino';

type Logger = NonNullable<IdentityServerOptions['logger']>;

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const folder = process.env['TEST_LOG_DIRECTORY'];

/** A logger that also writes every line to a file. After the whole run, these files are searched for secrets. */
export function keepLog(logger: Logger = silent): Logger {
  if (!folder) return logger;
  const kept = pino({ level: 'debug' }, pino.destination({ dest: `${folder}/${randomUUID()}.log`, sync: true }));
  const both = (level: keyof Logger) => (fields: object, message: string) => {
    kept[level](fields, message);
    logger[level](fields, message);
  };
  return { debug: both('debug'), info: both('info'), warn: both('warn'), error: both('error') };
}
