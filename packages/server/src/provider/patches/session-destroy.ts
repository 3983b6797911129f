import { endSession } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { Provider } from '../oidc-provider.js';

/** Makes the end of a session the end of everything issued in it, in one statement; then its clients are told. */
export function endSessionsWhole(provider: Provider, pool: Pool, sendLogoutNotices: () => void): void {
  // Was: delete the session, and revoke the newest grant of each client unless it was for offline use.
  provider.Session.prototype.destroy = async function destroy() {
    await endSession(pool, this.uid);
    sendLogoutNotices();
    // oidc-provider looks at this flag to not write the session back.
    Object.assign(this, { destroyed: true });
    this.emit('destroyed');
  };
}
