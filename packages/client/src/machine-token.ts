import { callService } from './call-service.js';
import { IdentityClientError, unexpectedAnswer } from './identity-client-error.js';
import type { Settings } from './options.js';

/** The access token of the application's machine client. */
export interface MachineToken {
  get(): Promise<string>;
  /** When the token of the last call should be replaced, in milliseconds since 1970. */
  endsAt(): number;
  /** Drops a token that was refused, so that the next call fetches a new one. */
  forget(): void;
}

// A token must not expire while a request is in flight.
const earlySeconds = 30;

/** Fetches a machine token when the first call needs it, and a new one before it expires. */
export function createMachineToken(settings: Settings): MachineToken {
  let current: { token: Promise<string>; endsAt: number } | undefined;
  return {
    get() {
      if (current && current.endsAt > Date.now()) return current.token;
      const fetched = fetchToken(settings);
      const mine = { token: fetched.then(({ token }) => token), endsAt: Number.POSITIVE_INFINITY };
      current = mine;
      fetched.then(
        ({ seconds }) => {
          mine.endsAt = Date.now() + Math.max(0, seconds - earlySeconds) * 1000;
        },
        () => {
          if (current === mine) current = undefined;
        },
      );
      return mine.token;
    },
    endsAt: () => current?.endsAt ?? 0,
    forget() {
      current = undefined;
    },
  };
}

async function fetchToken(settings: Settings): Promise<{ token: string; seconds: number }> {
  const { credentials } = settings;
  if (!credentials)
    throw new IdentityClientError('UNAUTHORIZED', 'Pass an access token, or configure the credentials of this client.');
  const encoded = [credentials.clientId, credentials.clientSecret].map(encodeURIComponent).join(':');
  const body = await callService(settings, {
    method: 'POST',
    path: '/api/oauth/token',
    headers: { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    // An additional token has no effect.
    idempotent: true,
  }).catch((error: unknown) => {
    throw isRefusal(error) ? refused(error) : error;
  });
  // Checked on the next line.
  const { access_token: token, expires_in: seconds } = body as { access_token?: unknown; expires_in?: unknown };
  if (typeof token !== 'string' || typeof seconds !== 'number') throw unexpectedAnswer(200);
  return { token, seconds };
}

/** The token endpoint returns OAuth errors, which have another form. */
function isRefusal(error: unknown): error is IdentityClientError {
  return error instanceof IdentityClientError && (error.status === 400 || error.status === 401);
}

function refused(cause: IdentityClientError): IdentityClientError {
  const message = 'The service refused the credentials of this client.';
  return new IdentityClientError('UNAUTHORIZED', message, { status: cause.status, cause });
}
