import type { Origin } from '../callers/origin.js';

/** The client of the request, as pages and steps see it. */
export interface RequestingClient {
  readonly id: string;
  readonly name: string;
  readonly firstParty: boolean;
  readonly applicationId: string | null;
  readonly tenantId: string | null;
  /** Whether it has no secret and no key: at the token endpoint, every program can pose as this client. */
  readonly isPublic?: boolean;
}

/** The session of a request, as far as the policies of tenants ask for it. */
export interface RequestSession {
  readonly origin: Origin;
  readonly signedInAt: Date | undefined;
  /** The longest time without a use since the sign-in, until this request. */
  readonly pauseSeconds: number;
  readonly ip: string;
}

/** An authorization request that has no code yet. */
export interface AuthorizationRequest {
  readonly client: RequestingClient;
  readonly params: Readonly<Record<string, unknown>>;
  /** The user who is signed in, once that is known. */
  readonly userId: string | undefined;
  /** The methods by which the user has signed in so far, in this browser's session (RFC 8176). */
  readonly amr: readonly string[];
  /** The session in which the user has signed in. */
  readonly session?: RequestSession;
  /** The answers of the steps of this request so far, by name; that of the step that proves the user is `login`. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The code of the device that waits for this user, in the device flow only. */
  readonly device?: string | undefined;
}
