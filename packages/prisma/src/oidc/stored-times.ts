/** When a row was consumed, and when it expired, in whole seconds. Null if it has not happened. */
export interface StoredTimes {
  consumed: number | null;
  expired: number | null;
}

/** Returns the columns of `StoredTimes`. Times are rounded down: a time in the future would mean that it has not happened. */
export function storedTimes(table: string): string {
  return `floor(extract(epoch FROM ${table}.consumed_at))::float8 AS consumed,
    CASE WHEN ${table}.expires_at <= now() THEN floor(extract(epoch FROM ${table}.expires_at))::float8 END AS expired`;
}

/** Returns the times as fields of the payload, for those that have happened. */
export function timesOf({ consumed, expired }: StoredTimes): { consumed?: number; exp?: number } {
  return {
    ...(consumed === null ? {} : { consumed }),
    // By the database's clock, but never in the future by our own clock: oidc-provider would still accept the token.
    ...(expired === null ? {} : { exp: Math.min(expired, Math.floor(Date.now() / 1000)) }),
  };
}
