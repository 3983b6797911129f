import { type DestinationStream, type Logger, pino } from 'pino';

/** Where the log is written. Tests use another stream than standard error. */
export type LogStream = NodeJS.WritableStream & { isTTY?: boolean; hasColors?(): boolean };

/** Opens the log: readable lines in a terminal, JSON everywhere else. */
export async function openLog(level: string, stream: LogStream = process.stderr): Promise<Logger> {
  if (stream.isTTY) return pino({ level }, await readableLines(stream));
  return pino({ level }, stream === process.stderr ? pino.destination({ dest: 2, sync: false }) : stream);
}

async function readableLines(stream: LogStream): Promise<DestinationStream> {
  // Loaded only if it is needed.
  const { PinoPretty } = await import('pino-pretty');
  const pretty = PinoPretty({
    destination: stream,
    colorize: stream.hasColors?.() ?? false,
    translateTime: 'SYS:HH:MM:ss',
    ignore: `pid,hostname,${shownInMessage.join(',')}`,
    messageFormat: (log) => messageOf(log as Line),
  });
  return { write: (line) => void pretty.write(withoutControls(line)) };
}

const shownInMessage = ['requestId', 'method', 'route', 'path', 'status', 'milliseconds', 'error', 'brokeOff'] as const;

type Line = { msg?: string } & Partial<Record<(typeof shownInMessage)[number], string | number | boolean>>;

/** A request is `GET /api/tenants/:id 404 TENANT_NOT_FOUND 4 ms`. Other lines are their message and the id of their request. */
function messageOf({ msg = '', method, route, path, status, milliseconds, error, brokeOff, requestId }: Line): string {
  const isRequest = msg === 'request';
  const parts = [
    ...(isRequest ? [] : [msg]),
    method,
    route ?? path,
    status,
    error,
    milliseconds === undefined ? undefined : `${milliseconds} ms`,
    brokeOff ? 'connection closed by the client' : undefined,
    isRequest || requestId === undefined ? undefined : `(request ${requestId})`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

/** Removes characters that move the cursor or change the text direction: the log may contain input from callers. */
function withoutControls(json: string): string {
  return json
    .replaceAll(/\\(?:\\|u00[01][\da-f]|[bfr])/giu, (sequence) => (sequence === '\\\\' ? sequence : ''))
    .replaceAll(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, '');
}
