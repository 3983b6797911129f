export { listenForClientChanges } from './client-notices.js';
export { type DatabaseTimeouts, longTransaction, serverTimeouts } from './connection/database-timeouts.js';
export { type UnavailableReason, unavailableReason } from './connection/unavailable-reason.js';
export { countWithin, type Limit } from './count-within.js';
export { createCounter, keyOf } from './counter.js';
export {
  type Database,
  type DatabaseOptions,
  databaseSchema,
  type OpenDatabase,
  openDatabase,
  type Transaction,
} from './database.js';
export { createEventBus, type EventBus } from './event-bus.js';
export { eventData } from './event-data.js';
export { Prisma } from './generated/client.js';
export {
  ClientType,
  InvitationStatus,
  MembershipStatus,
  MfaPolicy,
  Role,
  SubscriptionStatus,
} from './generated/enums.js';
export { lockUntilCommit } from './locks/advisory-locks.js';
export { inTransaction } from './locks/in-transaction.js';
export {
  lockEverywhere,
  lockMembershipRows,
  lockSubscriptionRow,
  lockSubscriptionRows,
  lockTenantRow,
} from './locks/lock-order.js';
export {
  holdUserRow,
  type LockedUser,
  livingUser,
  lockedUserOfEmail,
  lockUserRow,
  lockUserRowIfFree,
} from './locks/lock-user.js';
export { inTenantTransaction, inTransactionOfTenants, type TenantTransaction } from './locks/tenant-transaction.js';
export { type Migration, type MigrationStatus, migrate, migrationStatus, readMigrations } from './migrate.js';
export { createOidcAdapter } from './oidc/adapter.js';
export { clientMetadataNames } from './oidc/client-store.js';
export { endOtherSessions } from './oidc/end-other-sessions.js';
export { endSession } from './oidc/end-session.js';
export { findGrantId, type GrantKey } from './oidc/find-grant.js';
export { useHashedClientSecrets } from './oidc/hashed-client-secrets.js';
export { printRuntimeWarning } from './oidc/hold-runtime-warning.js';
export { type AccountRow, accountJson, type MembershipRow, takeAccount, takeMembership } from './oidc/holder.js';
export { isInteractionOpen } from './oidc/is-interaction-open.js';
export { oidcData } from './oidc/personal-data.js';
export { purgeExpired } from './oidc/purge.js';
export { findRefreshAnswer } from './oidc/refresh-answers.js';
export { finishExchange, hasOpenExchange, holdExchange, refuseUsedToken } from './oidc/request-writes.js';
export { revokeClientGrants } from './oidc/revoke-client-grants.js';
export { revokeOneFactorGrants, revokeTenantGrants } from './oidc/revoke-tenant-grants.js';
export { noteBrowser } from './oidc/session-use.js';
export { strengthenSession } from './oidc/strengthen-session.js';
export { expectMachineToken } from './oidc/token-store.js';
export { watchClientWrites } from './own-writes.js';
export { pageSize, pagesOf } from './pages-of.js';
export type { DatabaseServices, IdentityPlugin, IdentityPluginHost } from './plugin.js';
export { expectAsker, runShared } from './run-shared.js';
export { lookUp, type SharedStatement, shared } from './shared-statement.js';
export { declaredStatements, run, type Statement, statement } from './statement.js';
export { type DeclaredTokenColumns, type TokenColumnsDefinition, tokenTenant, tokenUser } from './token-columns.js';
export { findStoredTokenState, findTokenState, tokenColumns } from './token-state.js';
export { uuidV7 } from './uuid-v7.js';
