import type { ServiceError } from './generated/api-types.js';
import { IdentityClientError, unexpectedAnswer } from './identity-client-error.js';
import type { Settings } from './options.js';

export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | URLSearchParams;
  /** Whether it may be sent again without doing anything twice. */
  readonly idempotent: boolean;
}

type Connection = Pick<Settings, 'issuer' | 'fetch' | 'timeoutMilliseconds' | 'retries'>;

const firstWaitMilliseconds = 100;

/** Sends a call and returns the JSON of its answer; sends an idempotent one again when the service did not answer. */
export async function callService(connection: Connection, call: ServiceCall): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(connection, call);
    } catch (error) {
      if (!call.idempotent || attempt >= connection.retries || !isPassing(error)) throw error;
      // Half of it at random: those who failed together must not come back together.
      const wait = firstWaitMilliseconds * 2 ** attempt * (0.5 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Whether the next try may fare better: no answer, or one of a server that is going down or coming up. */
function isPassing(error: unknown): boolean {
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
      // The service never sends elsewhere, and a token must not go there.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    text = await response.text();
  } catch (cause) {
    throw isTimeout(cause)
      ? new IdentityClientError('TIMEOUT', `The service did not answer within ${timeoutMilliseconds} ms.`, { cause })
      : new IdentityClientError('UNREACHABLE', 'The service could not be reached.', { cause });
  }
  const answer = parse(text, response.status);
  if (response.ok) return answer;
  throw errorOf(response, answer);
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError';
}

function parse(text: string, status: number): object {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw unexpectedAnswer(status, cause);
  }
  if (typeof answer !== 'object' || answer === null) throw unexpectedAnswer(status);
  return answer;
}

function errorOf({ status, headers }: Response, answer: Partial<ServiceError>): IdentityClientError {
  const { error, message, details, requestId } = answer;
  if (typeof error !== 'string' || typeof message !== 'string') return unexpectedAnswer(status);
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(wait) ? wait : undefined;
  return new IdentityClientError(error, message, { status, details, requestId, retryAfterSeconds });
}
