import './declared-types.js';

// For packages that run SQL and need nothing else of pg.
export type { Pool, PoolClient } from 'pg';
export type { Delegate, DelegateVisit } from './access/delegate.js';
export { findMailedOwners, type MailedOwner } from './access/mailed-owners.js';
export { stillOwnsTenant } from './access/owns-tenant.js';
export { createReadsEmails } from './access/reads-emails.js';
export { isRuledAdmin, readRoleRules } from './access/role-rules.js';
export {
  changeAsManager,
  requireManager,
  requireManagerOrMachine,
  requireTenant,
  type TenantCall,
  tenantNotFound,
} from './access/tenant-manager.js';
export { changeAsFreshOwner, changeAsOwner, type OwnerCall, requireOwner } from './access/tenant-owner.js';
export { mailsBeyond } from './caused-mails.js';
export type {
  AddedCatalogue,
  Catalogue,
  CatalogueFront,
  CommandDatabase,
  CommandServer,
  CommandTools,
} from './command-tools.js';
export { type DatabaseTimeouts, serverTimeouts } from './connection/database-timeouts.js';
export { inPoolTransaction, inTransaction, longTransaction } from './connection/transactions.js';
export { type UnavailableReason, unavailableReason } from './connection/unavailable-reason.js';
export { countWithin, createCounter, keyOf, type Limit } from './counter.js';
export { dataChecks } from './data-checks/data-checks.js';
export {
  commandName,
  type DatabaseOptions,
  databaseSchema,
  type OpenDatabase,
  openDatabase,
  serverName,
} from './database.js';
export type { Database, Transaction } from './database-types.js';
export {
  addToDay,
  countDays,
  countDaysJob,
  type DayCounts,
  type DayFigure,
  type DayFigureName,
  readDayCounts,
} from './day-counts.js';
export {
  type Claim,
  type Claimed,
  claimDue,
  claimedOne,
  claimSeconds,
  createDeliveryQueue,
  type DeliveryParts,
  type DeliveryQueue,
  type Lane,
  type Queued,
} from './delivery-queue.js';
export { createEventBus, type EventBus, recordEvent, recordEventSql } from './event-bus.js';
export { eventData } from './event-data.js';
export {
  endOfFeed,
  type FeedEvent,
  type FeedPosition,
  type FeedQuery,
  feedLag,
  feedStart,
  isBefore,
  lastOfFeed,
  positionOfEvent,
  readFeed,
} from './event-feed/read-feed.js';
export { type FeedWatch, watchFeed } from './event-feed/watch-feed.js';
export { type AddedMonths, addEventMonths } from './event-months/add-months.js';
export { type DroppedMonths, dropEventMonths } from './event-months/drop-months.js';
export { exportEventMonth, type MonthExport } from './event-months/export-month.js';
export { keepEvents } from './event-months/keep-events.js';
export { type EventMonth, listEventMonths } from './event-months/list-months.js';
export { monthOf, monthsAfter, parseMonth } from './event-months/month.js';
export { type EventRow, eventColumns } from './event-row.js';
export { mayUseClient } from './fast-path/allowed-clients.js';
export { type ClientChanges, createClientChanges } from './fast-path/client-changes.js';
export { consentSql, givenIn } from './fast-path/consents.js';
export { takeAgent } from './fast-path/exchanged-tokens.js';
export {
  type AccountRow,
  accountJson,
  type MembershipRow,
  type PolicyRow,
  policyRow,
  takeAccount,
  takeMembership,
} from './fast-path/grant-user.js';
export { isMarkedAgent, takeMarkedAgent } from './fast-path/marked-agents.js';
export { secondFactorSince, timeOfEpoch } from './fast-path/second-factor-since.js';
export { noteBrowser, noteUse } from './fast-path/session-use.js';
export {
  type BatchStatement,
  batchStatement,
  declaredStatements,
  lookUp,
  run,
  runBatched,
  type Statement,
  sqlState,
  statement,
} from './fast-path/statement.js';
export {
  type DeclaredTokenColumns,
  findStoredTokenState,
  findTokenState,
  type TokenColumnsDefinition,
  tokenColumns,
  tokenTenant,
  tokenUser,
} from './fast-path/token-state.js';
export { findPageUser, maxPageTenants, type PageTenant, type PageUser } from './find-page-user.js';
export { Prisma } from './generated/client.js';
export {
  AgentSeatRule,
  ApplicationStatus,
  AttemptResult,
  ClientSource,
  ClientType,
  ConnectionStatus,
  DeliveryStatus,
  DirectoryLogResult,
  DomainStatus,
  GroupSource,
  ImageType,
  ImportResult,
  ImportStatus,
  InvitationStatus,
  LeasePolicy,
  LicenseRequestStatus,
  MembershipStatus,
  MfaPolicy,
  Role,
  SubscriptionStatus,
  TenantImageKind,
  ThirdPartyApps,
  UserStatus,
  WebhookStatus,
} from './generated/enums.js';
export { printRuntimeWarning } from './hold-runtime-warning.js';
export { uuidV7 } from './ids.js';
export { lockUntilCommit } from './locks/advisory-locks.js';
export { type BatchPace, createBatchPace, fixedBatches } from './locks/batch-pace.js';
export {
  type LockedSubscription,
  lockClosingTenant,
  lockMembershipRows,
  lockSubscriptionRows,
  lockTenantRow,
  lockTenantRows,
  lockTenantsOfUser,
  lockTenantToClose,
} from './locks/lock-order.js';
export {
  activeUser,
  type LockedUser,
  lockUserByEmailSql,
  lockUserRow,
  lockUserRowIfFree,
  lockUserRowShared,
  lockUserRows,
  readSignInEpoch,
} from './locks/lock-user.js';
export { lockUserToChange, mayChangeUser, requireMayChangeUser } from './locks/lock-user-to-change.js';
export { memberLocked, subscriptionsLocked } from './locks/seat-locks.js';
export {
  inTenantTransaction,
  inTenantTurn,
  inTransactionOfTenants,
  type TenantTransaction,
  turnWaitOf,
} from './locks/tenant-transaction.js';
export { createTurns, inTurns } from './locks/turns.js';
export { memberWords, type WordRange, wordCursor, wordRange } from './member-search.js';
export { migrate, migrationStatus } from './migrations/migrate.js';
export type { MigrationStatus, OtherPlugin } from './migrations/migration-history.js';
export { isOutsideTransaction, outsideTransactionMarker } from './migrations/outside-transaction.js';
export { referableColumns } from './migrations/plugin-records.js';
export { type Migration, readMigrations } from './migrations/read-migrations.js';
export type { MigratedPlugin } from './migrations/read-plugin-migrations.js';
export { createOidcAdapter } from './oidc/adapter.js';
export { type ApiAccessKey, findApiAccess } from './oidc/api-access.js';
export type { ClientNeed } from './oidc/client-security.js';
export { clientMetadataNames } from './oidc/client-store.js';
export { forgetClientUses, noteClientUse } from './oidc/client-uses.js';
export { hasUserCode, pollSeconds, pollsTooOften } from './oidc/device-code-store.js';
export { endConnectionSessions, endUserConnectionSessions } from './oidc/end-connection-sessions.js';
export { endOtherSessions } from './oidc/end-other-sessions.js';
export { type EndedSession, endSession } from './oidc/end-session.js';
export { isConnectionEnded } from './oidc/ended-connection.js';
export { findExchangeAccess } from './oidc/exchange-access.js';
export { beginTokenExchange, exchangeGrantType } from './oidc/exchanged-token-store.js';
export {
  type ExchangingClient,
  findExchangingClient,
  findSubjectToken,
  type SubjectToken,
} from './oidc/find-subject-token.js';
export { findGrantId, type GrantKey, holdNewGrant } from './oidc/grant-store.js';
export { useHashedClientSecrets } from './oidc/hashed-client-secrets.js';
export { keepForm, takeForm } from './oidc/kept-forms.js';
export { oidcData } from './oidc/personal-data.js';
export { type FieldsOfRow, fieldOfRow, rowOfFields } from './oidc/plugin-fields.js';
export { purgeExpired } from './oidc/purge.js';
export { hasStaleLogin, isInteractionOpen, isStaleLogin, storeInteractionResult } from './oidc/record-store.js';
export { findRefreshResponse } from './oidc/refresh-responses.js';
export {
  finishExchange,
  hasOpenExchange,
  holdExchange,
  refuseUsedToken,
  writeExchange,
} from './oidc/request-writes.js';
export { revokeClientGrants, revokeConsentedGrants } from './oidc/revoke-client-grants.js';
export { revokeRefusedGrants, revokeUserClientGrants } from './oidc/revoke-refused-grants.js';
export { revokeOneFactorGrants, revokeTenantGrants } from './oidc/revoke-tenant-grants.js';
export { revokeUnmetGrants } from './oidc/revoke-unmet-grants.js';
export { takePause } from './oidc/session-store.js';
export { strengthenSession } from './oidc/strengthen-session.js';
export { useOnce } from './oidc/use-once.js';
export { afterCommit, inOneTransaction, isInOneTransaction, noteMail, type Outcome } from './one-transaction.js';
export {
  type AllowedRequests,
  allowedMilliseconds,
  deleteUnusedTargets,
  type RequestLimits,
  takeRequests,
} from './outgoing-targets.js';
export { pageSize, pagesOf } from './pages-of.js';
export type {
  DatabaseServices,
  IdentityCommand,
  IdentityCommands,
  IdentityInvocation,
  IdentityPlugin,
  IdentityPluginHost,
  IdentityPluginParts,
  PluginServices,
} from './plugin.js';
export { type PeopleSearch, recordSearch } from './record-search.js';
export { createRehearsals, type RunIfExpected } from './rehearse.js';
export { restoreSteps } from './restore/restore-steps.js';
export { platformRouteOf, requirePlatformCaller } from './sign-in/platform-route.js';
export {
  freshSeconds,
  hasSecondFactor,
  isInUse,
  requireFreshSignIn,
} from './sign-in/require-fresh-sign-in.js';
export { findTenantLook, imagesPath, lookOf, type TenantLook } from './tenant-look.js';
export { type BegunVisit, countVisit } from './tries/count-visit.js';
export type { GrowingWaits, TryLimit } from './tries/try-limit.js';
export { forgetTries, isRefused, type RefusedTry, type Try, tryOnce } from './tries/wrong-tries.js';
export { beginsWith, containing, wordPrefix } from './word-search.js';
