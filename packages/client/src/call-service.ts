import type { ServiceError } from './generated/api-types.js';
import { IdentityClientError, unexpectedAnswer } from './identity-client-error.js';
import type { Settings } from './options.js';

export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | URLSearchParams;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly idempotent: boolean;
}

type Connection = Pick<Settings, 'issuer' | 'fetch' | 'timeoutMilliseconds' | 'retries'>;

const firstDelayMilliseconds = 100;

/** Sends a request and returns the JSON of the response. Retries an idempotent request if the service did not respond. */
export async function callService(connection: Connection, call: ServiceCall): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(connection, call);
    } catch (error) {
      if (!call.idempotent || attempt >= connection.retries || !isTransient(error)) throw error;
      // Half of the delay is random, so that clients that failed together do not retry together.
      const delay = firstDelayMilliseconds * 2 ** attempt * (0.5 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** Whether a retry may succeed: there was no response, or one of a server that is stopping or starting. */
export function isTransient(error: unknown): error is IdentityClientError {
  if (!(error instanceof IdentityClientError)) return false;
  return error.code === 'TIMEOUT' || error.code === 'UNREACHABLE' || (error.status ?? 0) >= 500;
}

async function sendOnce(connection: Connection, call: ServiceCall): Promise<unknown> {
  const { issuer, timeoutMilliseconds } = connection;
  const url = new URL(`${issuer}${call.path}`);
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, value);
  let response: Response;
  let text: string;
  try {
    response = await connection.fetch(url, {
      method: call.method,
      headers: { accept: 'application/json', ...call.headers },
      ...(call.body === undefined ? {} : { body: call.body }),
      // The service never redirects, and a token must not be sent to another URL.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    text = await response.text();
  } catch (cause) {
    throw isTimeout(cause)
      ? new IdentityClientError('TIMEOUT', `The service did not respond within ${timeoutMilliseconds} ms.`, { cause })
      : new IdentityClientError('UNREACHABLE', 'The service could not be reached.', { cause });
  }
  const body = parse(text, response.status);
  if (response.ok) return body;
  throw errorOf(response, body);
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError';
}

/** The JSON of a response. */
export function parse(text: string, status: number): object {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw unexpectedAnswer(status, cause);
  }
  if (typeof body !== 'object' || body === null) throw unexpectedAnswer(status);
  return body;
}

/** The error that a response of the service describes. */
export function errorOf({ status, headers }: Response, body: Partial<ServiceError>): IdentityClientError {
  const { error, message, details, requestId } = body;
  if (typeof error !== 'string' || typeof message !== 'string') return unexpectedAnswer(status);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  return new IdentityClientError(error, message, { status, details, requestId, retryAfterSeconds });
}
