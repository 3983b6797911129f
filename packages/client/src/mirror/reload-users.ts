import type { LicenseSnapshot } from '../generated/api-types.js';
import type { LicenseCopy } from './license-copy.js';
import { createLoadQueue, type LoadQueue, type LoadQueueServices } from './load-queue.js';
import type { LoadingUser } from './loading-users.js';

export interface UserReloadServices extends Omit<LoadQueueServices<LoadingUser>, 'load'> {
  readonly copy: () => LicenseCopy;
  readonly read: (userId: string) => Promise<LicenseSnapshot>;
}

/** Loads the seats of users whose accounts were enabled. */
export function createUserReloads({ copy, read, ...services }: UserReloadServices): LoadQueue<LoadingUser> {
  return createLoadQueue({
    ...services,
    async load(user) {
      if (!copy().loading.has(user)) return false;
      const { version } = user;
      const page = await read(user.userId);
      // The account was disabled again, or the tenant is gone.
      if (!copy().loading.has(user)) return false;
      // A seat has come or gone since the request was sent.
      if (user.version !== version) return true;
      copy().loadUser(user, page);
      // It may be newer than what has come by the stream, which must be here first.
      user.usableFrom = page.at;
      return false;
    },
  });
}
