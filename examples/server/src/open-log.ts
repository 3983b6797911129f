import { type DestinationStream, type Logger, pino } from 'pino';

/** Where the log goes; standard error unless a test says otherwise. */
export type LogStream = NodeJS.WritableStream & { isTTY?: boolean; hasColors?(): boolean };

/** Opens the log: lines for people at a terminal, JSON everywhere else. */
export async function openLog(level: string, stream: LogStream = process.stderr): Promise<Logger> {
  if (stream.isTTY) return pino({ level }, await linesForPeople(stream));
  return pino({ level }, stream === process.stderr ? pino.destination({ dest: 2, sync: false }) : stream);
}

async function linesForPeople(stream: LogStream): Promise<DestinationStream> {
  // Not loaded where nobody reads along.
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

/** `GET /api/tenants/:id 404 TENANT_NOT_FOUND 4 ms`; of other lines their message, and the request that they belong to. */
function messageOf({ msg = '', method, route, path, status, milliseconds, error, brokeOff, requestId }: Line): string {
  const isRequest = msg === 'request';
  const parts = [
    ...(isRequest ? [] : [msg]),
    method,
    route ?? path,
    status,
    error,
    milliseconds === undefined ? undefined : `${milliseconds} ms`,
    brokeOff ? 'caller hung up' : undefined,
    isRequest || requestId === undefined ? undefined : `(request ${requestId})`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

/** Takes away what could move the cursor or turn the direction of text; the log may quote what others have sent. */
function withoutControls(json: string): string {
  return json
    .replaceAll(/\\(?:\\|u00[01][\da-f]|[bfr])/giu, (sequence) => (sequence === '\\\\' ? sequence : ''))
    .replaceAll(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, '');
}
