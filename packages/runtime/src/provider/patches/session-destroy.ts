import { endSession } from '@org/identity-prisma';
import type { Provider } from '../oidc-provider.js';
import type { PatchParts } from './patch.js';

/** Ends a session together with everything that was issued in it, in one statement. Then its clients get a logout notice. */
export function endWholeSessions(
  provider: Provider,
  { pool, sendLogoutNotices, signInEvents }: Pick<PatchParts, 'pool' | 'sendLogoutNotices' | 'signInEvents'>,
): void {
  // Was: delete the session, and revoke the newest grant of each client except with offline access.
  provider.Session.prototype.destroy = async function destroy() {
    const ended = await endSession(pool, this.uid);
    sendLogoutNotices();
    // With this flag oidc-provider does not save the session again.
    Object.assign(this, { destroyed: true });
    this.emit('destroyed');
    // Not if the session had ended before, such as by the deletion of the account.
    if (ended) await signInEvents.ended(ended);
  };
}
