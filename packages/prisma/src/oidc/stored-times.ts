/** When a row was used, and, if that is over, when it expired; both in whole seconds. */
export interface StoredTimes {
  consumed: number | null;
  expired: number | null;
}

/** The columns of `StoredTimes`. Rounded down: a time in the future would mean that it has not happened. */
export function storedTimes(table: string): string {
  return `floor(extract(epoch FROM ${table}.consumed_at))::float8 AS consumed,
    CASE WHEN ${table}.expires_at <= now() THEN floor(extract(epoch FROM ${table}.expires_at))::float8 END AS expired`;
}

/** The same as fields of a payload, where they say more than the payload itself. */
export function timesOf({ consumed, expired }: StoredTimes): { consumed?: number; exp?: number } {
  return {
    ...(consumed === null ? {} : { consumed }),
    // By the clock of the database. Never in the future by ours, or oidc-provider would still take it.
    ...(expired === null ? {} : { exp: Math.min(expired, Math.floor(Date.now() / 1000)) }),
  };
}
