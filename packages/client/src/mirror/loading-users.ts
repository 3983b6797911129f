/** A user whose seats are being loaded. */
export interface LoadingUser {
  readonly tenantId: string;
  readonly userId: string;
  /** Increases with each event about the user's seats. A response to a request from before it is not used. */
  version: number;
  /** What is known about the user must not be used before the stream is complete up to this time. */
  usableFrom: number;
}

/** The users whose seats are being loaded: of them nothing is known. There are few, and mostly none. */
export interface LoadingUsers {
  /** Loads the seats of a user. */
  begin(tenantId: string, userId: string): void;
  /** Notes an event about the seats of a user. */
  change(tenantId: string, userId: string): void;
  /** Forgets a user, of whom nothing has to be loaded any more. */
  end(tenantId: string, userId: string): void;
  endTenant(tenantId: string): void;
  /** Forgets the users of whom everything has come by the stream. */
  settle(asOf: number): void;
  /** Whether the user is still to be loaded. */
  has(user: LoadingUser): boolean;
  /** Whether what is known about a user must not be used. */
  isUnknown(tenantId: string, userId: string, asOf: number): boolean;
}

/** One text for a user in a tenant. */
export const keyOf = (tenantId: string, userId: string) => `${tenantId} ${userId}`;

export function createLoadingUsers(onUser: (user: LoadingUser) => void): LoadingUsers {
  const users = new Map<string, LoadingUser>();
  return {
    begin(tenantId, userId) {
      const key = keyOf(tenantId, userId);
      const user = users.get(key) ?? { tenantId, userId, version: 0, usableFrom: 0 };
      user.version += 1;
      user.usableFrom = Number.POSITIVE_INFINITY;
      users.set(key, user);
      onUser(user);
    },
    change(tenantId, userId) {
      const user = users.get(keyOf(tenantId, userId));
      if (user) user.version += 1;
    },
    end: (tenantId, userId) => void users.delete(keyOf(tenantId, userId)),
    endTenant(tenantId) {
      for (const [key, user] of users) if (user.tenantId === tenantId) users.delete(key);
    },
    settle(asOf) {
      for (const [key, { usableFrom }] of users) if (usableFrom <= asOf) users.delete(key);
    },
    has: (user) => users.get(keyOf(user.tenantId, user.userId)) === user,
    isUnknown(tenantId, userId, asOf) {
      if (users.size === 0) return false;
      const user = users.get(keyOf(tenantId.toLowerCase(), userId.toLowerCase()));
      return user !== undefined && user.usableFrom > asOf;
    },
  };
}
