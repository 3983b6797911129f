/** The tenant whose people may be named. Without one, all may: for the operators of the platform. */
export interface NamesScope {
  readonly tenantId?: string | undefined;
}

/**
 * Finds the names of things by their ids: of users, tenants, applications, …. Ids that are unknown, or that must not be named
 * in this scope, are not in the result.
 */
export type FindNames = (ids: readonly string[], scope: NamesScope) => Promise<ReadonlyMap<string, string>>;
