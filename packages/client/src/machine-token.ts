import { callService } from './call-service.js';
import { IdentityClientError, unexpectedAnswer } from './identity-client-error.js';
import type { Settings } from './options.js';

/** The token of the application's own machine client. */
export interface MachineToken {
  get(): Promise<string>;
  /** The next call fetches another: this one was refused. */
  forget(): void;
}

// A token must not end on its way.
const earlySeconds = 30;

/** Fetches a machine token when the first call needs it, and another before it ends. */
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
    forget() {
      current = undefined;
    },
  };
}

async function fetchToken(settings: Settings): Promise<{ token: string; seconds: number }> {
  const { credentials } = settings;
  if (!credentials)
    throw new IdentityClientError('UNAUTHORIZED', 'Name an access token, or give the client credentials of its own.');
  const encoded = [credentials.clientId, credentials.clientSecret].map(encodeURIComponent).join(':');
  const answer = await callService(settings, {
    method: 'POST',
    path: '/api/oauth/token',
    headers: { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    // A token more does nothing.
    idempotent: true,
  }).catch((error: unknown) => {
    throw isRefusal(error) ? refused(error) : error;
  });
  // Looked at right below: whatever else it is, it is an object.
  const { access_token: token, expires_in: seconds } = answer as { access_token?: unknown; expires_in?: unknown };
  if (typeof token !== 'string' || typeof seconds !== 'number') throw unexpectedAnswer(200);
  return { token, seconds };
}

/** The token endpoint speaks OAuth, whose errors have another form. */
function isRefusal(error: unknown): error is IdentityClientError {
  return error instanceof IdentityClientError && (error.status === 400 || error.status === 401);
}

function refused(cause: IdentityClientError): IdentityClientError {
  const message = 'The service gave no token for the credentials of this client.';
  return new IdentityClientError('UNAUTHORIZED', message, { status: cause.status, cause });
}
