import { IdentityError } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn } from '@org/identity-prisma';
import type { AccountVisit, AreaOutcome } from '../account-frame/account-area.js';
import { hasFactor, readSecurityState } from '../mfa/security-state.js';
import { RemoveApp, RemovePasskey } from './confirm-removal.js';

/** Explains what removing a passkey means, before it is removed. */
export async function askToRemovePasskey(
  { db }: IdentityPluginHost,
  { principal, form, hidden }: AccountVisit,
): Promise<AreaOutcome> {
  // Checked now, so that the user need not sign in again between the question and the removal.
  await requireFreshSignIn(db, principal);
  const state = await readSecurityState(db, principal.userId);
  const passkey = state.passkeys.find(({ id }) => id === form['passkeyId']);
  if (!passkey) throw new IdentityError('NOT_FOUND', 'There is no such passkey.', { reason: 'no-such-passkey' });
  const others = state.passkeys.filter(({ id }) => id !== passkey.id);
  const left = state.appSince ? 'app' : others.length > 0 ? 'otherPasskeys' : 'none';
  return { show: <RemovePasskey {...{ passkey, left, hidden }} /> };
}

/** The same for the authenticator app. */
export async function askToRemoveApp(
  { db }: IdentityPluginHost,
  { principal, hidden }: AccountVisit,
): Promise<AreaOutcome> {
  await requireFreshSignIn(db, principal);
  const state = await readSecurityState(db, principal.userId);
  if (!state.appSince) throw new IdentityError('NOT_FOUND', 'There is no app.', { reason: 'changed-meanwhile' });
  const left = hasFactor({ ...state, appSince: null }) ? 'passkeys' : 'none';
  return { show: <RemoveApp {...{ left, hidden }} /> };
}
