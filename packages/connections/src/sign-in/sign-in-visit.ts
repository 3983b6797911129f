import type { AttemptSecret, StepOutcome, StepView } from '@org/identity-core';
import { hasProviderMfa, type ProviderIdentity } from '../providers/provider-identity.js';
import type { ConnectionServices } from '../services.js';
import { findAnsweredVisit, visitCookies } from '../visits/visits.js';

/** A visit to a provider that has come back, and waits for an account. */
export interface SignInVisit {
  readonly secret: AttemptSecret;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly version: number;
  readonly identity: ProviderIdentity;
  readonly mailSecretHash: Uint8Array | null;
  /** The session that the browser had before. */
  readonly sessionUid: string | undefined;
}

/** The visit that this browser made for this sign-in. */
export async function findVisit(
  { db }: Pick<ConnectionServices, 'db'>,
  view: StepView,
  id: string | undefined,
): Promise<SignInVisit | undefined> {
  const secret = visitCookies.find((name) => view.browser.cookie(name), id ?? '');
  const found = secret && (await findAnsweredVisit(db, secret, view.interactionUid));
  if (!found) return undefined;
  const { connectionId, version, identity, mailSecretHash, connection } = found;
  const { sessionUid } = view;
  return { secret, connectionId, connectionName: connection.name, version, identity, mailSecretHash, sessionUid };
}

/** The account that a visit has opened. */
export interface Opened {
  readonly userId: string;
  /** Its sign-in epoch. */
  readonly epoch: number;
  readonly tenantId: string;
  /** Whether a second factor at the provider counts. */
  readonly trustMfa: boolean;
  /** Identifies an identity that is linked once the sign-in is complete. */
  readonly link?: string;
}

/** Completes the step and ends the visit. */
export function signedIn(visit: SignInVisit, opened: Opened, proof: readonly string[] = []): StepOutcome {
  const { userId, epoch, tenantId, trustMfa, link } = opened;
  // Not while the identity is being linked: the account's own factor has to agree to that.
  const mfa = trustMfa && !link && hasProviderMfa(visit.identity) ? ['mfa'] : [];
  const answer = {
    accountId: userId,
    amr: [...proof, 'fed', ...mfa],
    epoch,
    via: tenantId,
    connectionId: visit.connectionId,
    ...(link ? { link } : {}),
  };
  return { answer, cookies: [visitCookies.forget(visit.secret.id)] };
}
