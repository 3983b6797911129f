export type { Connection } from './api/connection.js';
export { type CsvValue, csvDownload, csvLine } from './api/csv.js';
export { errorBoundary, type TranslateError } from './api/error-boundary.js';
export { eventStreamRoute } from './api/event-stream.js';
export { ExportFormat, type ExportRouteDefinition, exportRoute, exportTypes, ndjsonRoute } from './api/export-route.js';
export type { GroupRequest, GroupRules } from './api/group-rules.js';
export { jsonText } from './api/json-text.js';
export { createPlatformRoute, type PlatformRoute } from './api/platform-route.js';
export { readFormBody, readJsonBody } from './api/read-body.js';
export {
  isRehearsable,
  type ReadsEmails,
  type RehearsalLimit,
  type Rehearse,
  type Rehearsed,
  secretField,
} from './api/rehearsal.js';
export { reply } from './api/reply-check.js';
export { logWithRequestIds, type RequestNotes, requestId, requestNotes, withRequestId } from './api/request-notes.js';
export { type Guard, type Route, route, streamRoute } from './api/route.js';
export { groupOfPath, type RouteGroup, routesOfGroup } from './api/route-group.js';
export { createRouter, issueDetail } from './api/router.js';
export type {
  Area,
  AreaIn,
  AreaOutcome,
  AreaPage,
  AreaTexts,
  Confirmation,
  PlatformArea,
  TenantArea,
} from './areas/area.js';
export type { Console, ConsoleIn, ConsoleLink, ConsoleTexts } from './areas/console.js';
export { type FieldErrors, fieldErrors, firstOf, type Refusal } from './areas/field-errors.js';
export { checkFormToken } from './areas/form-token.js';
export { readForm } from './areas/read-form.js';
export { refusalText } from './areas/refusal-text.js';
export { countRoleChanges } from './areas/role-changes.js';
export type * from './areas/visit.js';
export { managesTenant, ownsTenant, signedInVisit, visitOf } from './areas/visit.js';
export { BrandOption, brandInMail, brandOfTenant, storedBrand, TenantBrand } from './brand/brand-option.js';
export { acrOf, acrOneFactor, acrTwoFactors, asksForTwoFactors, hasTwoFactors } from './callers/acr.js';
export { actorOf } from './callers/actor.js';
export type { ApiScope, ApiScopes } from './callers/api-scopes.js';
export * from './callers/attempt-secret.js';
export type { TokenColumns, TokenRead } from './callers/bearer-guard.js';
export {
  type Authenticate,
  type BearerGuardOptions,
  type BoundToken,
  createBearerGuard,
  rememberVerified,
  type TokenVerification,
  type VerificationKey,
  type VerifyToken,
  verifyAccessToken,
} from './callers/bearer-guard.js';
export * from './callers/caller.js';
export * from './callers/caller-source.js';
export { type CheckedProof, dpopAlgorithms, type ProvenRequest, proofWindow } from './callers/dpop-rules.js';
export {
  anyToken,
  firstPartyUser,
  hasScope,
  machineOnly,
  onlyKind,
  platformCaller,
  platformSecondFactor,
  requireScope,
  requireSecondFactor,
  tokenOptional,
  userOnly,
  userOrMachine,
} from './callers/guards.js';
export { hashOneTimeSecret, newOneTimeSecret } from './callers/one-time-secret.js';
export * from './callers/origin.js';
export type { MachinePrincipal, Principal, Role, TokenState, TokenTenant, UserPrincipal } from './callers/principal.js';
export { hasProviderFactor } from './callers/provider-factor.js';
export { actsAsSuperAdmin, superAdminReason, superAdminRights, superAdminSecondFactor } from './callers/super-admin.js';
export {
  cameByOtherTenant,
  isInNetworks,
  parseNetwork,
  requireTenantSignIn,
  type SignInFacts,
  type TenantPolicy,
  type UnmetDemand,
  unmetDemand,
  usesBreakGlass,
} from './callers/tenant-policy.js';
export { accountClientId } from './clients/account-client-id.js';
export type { ClientField } from './clients/client-field.js';
export type { ClientFields } from './clients/client-fields.js';
export { type ClientKey, usableKeys } from './clients/client-keys.js';
export { isKnownScheme, redirectUriProblem } from './clients/client-rules.js';
export { browserScopes, userScopes } from './clients/client-scopes.js';
export {
  browserShape,
  type ClientColumns,
  type ClientFieldValue,
  machineShape,
  type OwnClientMetadata,
  type OwnFieldName,
} from './clients/client-shapes.js';
export type * from './clients/declared-client-field.js';
export { declaredClientFields } from './clients/declared-client-fields.js';
export * from './clients/known-client-fields.js';
export {
  apiScopes,
  declareLists,
  errorStatuses,
  eventInWords,
  eventTypes,
  failedSignInReasons,
  isPlatformScope,
  machineScopes,
  sentenceOfEvent,
  sentenceOfFailure,
  statusOfError,
  wordsOfScope,
} from './declarations/catalog.js';
export type { Command, CommandDeclaration, CommandOption, Invocation, Values } from './declarations/command.js';
export type * from './declarations/declarations.js';
export { declaredChoice, valuesOfChoice } from './declarations/declared-choice.js';
export type { EventSentence, EventSentences, FailureSentence, ToldEvent } from './declarations/event-sentence.js';
export type { PluginMigration, PluginMigrations } from './declarations/plugin-migrations.js';
export type * from './declarations/seed-section.js';
export type { ErrorCode, ErrorCodes } from './errors/error-codes.js';
export {
  type ErrorDetail,
  forbidden,
  IdentityError,
  isIdentityError,
  rateLimited,
  serviceUnavailable,
  unauthorized,
  validationFailed,
} from './errors/identity-error.js';
export { inUse, maxNamedUses, type Use } from './errors/in-use.js';
export { waitText } from './errors/wait-text.js';
export {
  type WeakPasswordReason,
  weakPassword,
  weakPasswordReason,
  weakPasswordReasons,
  weakPasswordText,
} from './errors/weak-password.js';
export {
  EventBody,
  type EventFeed,
  FeedPage,
  type FeedRequest,
  feedFields,
} from './events/event-feed.js';
export type {
  Actor,
  AlsoEnds,
  DomainEvent,
  Events,
  EventType,
  EventTypes,
  Subscriber,
} from './events/events.js';
export { PlainName, plainText } from './input/plain-name.js';
export { RoleByGroup, RuledRole } from './input/role-by-group.js';
export { describeFields, nameSchema, type SchemaWords, wordsOf } from './input/schema-words.js';
export {
  Done,
  EmailAddress,
  EnteredEmail,
  earliestTime,
  Id,
  IncomingTime,
  isUuid,
  LanguageTag,
  Pagination,
  pageFields,
  queryInteger,
  Timestamp,
  TimeZone,
} from './input/schemas.js';
export { sharedSentences } from './input/shared-sentences.js';
export { StartUrl } from './input/start-url.js';
export {
  beginningOf,
  cutText,
  findUnstorableText,
  isStorableText,
  normalizedUpTo,
  storableText,
  type TextRules,
  text,
  webUrlText,
} from './input/text.js';
export { RangeEnd, RangeStart } from './input/time-range.js';
export { createKeyedSemaphore, type KeyedSemaphore, type SemaphoreLimits } from './limits/keyed-semaphore.js';
export { loggablePath } from './logging/loggable-path.js';
export { type Logger, silentLogger } from './logging/logger.js';
export { standardErrorLogger } from './logging/standard-error-logger.js';
export type * from './mail/mail.js';
export type { CausedMail, CausedMailLimits, MailLimiter } from './mail/mail-limiter.js';
export { maskedEmail } from './mail/masked-email.js';
export { type Ip, ipOf, networkOf, parseIp, wideNetworkOf } from './outgoing/ip.js';
export { isLoopback } from './outgoing/is-loopback.js';
export { type OutgoingLimits, type OutgoingOptions, PrivateNetworkError } from './outgoing/outgoing-agent.js';
export { createOutgoingFetch, type Fetch } from './outgoing/outgoing-fetch.js';
export { createOutgoingPost, type Post, type PostRequest, type PostResponse } from './outgoing/outgoing-post.js';
export type { AuthorizationRequest, RequestingClient, RequestSession } from './plugin/authorization-request.js';
export { breakGlassField, breakGlassPath } from './plugin/break-glass-path.js';
export type {
  KindEntry,
  KindFieldsProps,
  KindForm,
  ShownConnection,
} from './plugin/connection-form.js';
export {
  type BegunVisit,
  type ConnectedProvider,
  type ConnectionKind,
  ConnectionRefusal,
  connectionKind,
  type KindConnection,
  type KindDefinition,
  type KindPage,
  type KindReturn,
  type StoredSettings,
  type UpstreamIdentity,
  type VisitWishes,
} from './plugin/connection-kind.js';
export {
  type DataCheck,
  type DataChecks,
  type DataProblem,
  maxExamples,
  rowCheck,
  type StoredData,
  sqlCheck,
} from './plugin/data-checks.js';
export type { FileRoute, PublicFile } from './plugin/file-route.js';
export type {
  InvitationLicenses,
  InvitationReservation,
  InvitedLicense,
  LicenseChoices,
} from './plugin/invitation-licenses.js';
export { languageCookie, languageCookieName } from './plugin/language-cookie.js';
export type { LateParts } from './plugin/late-parts.js';
export type { FindNames, NamesScope } from './plugin/names.js';
export type {
  Download,
  PageAnswer,
  PageCookie,
  PageRequest,
  PageRoute,
  PageSession,
  ProvenAccount,
  UploadedFiles,
  UploadLimits,
} from './plugin/page-route.js';
export type { Pages, PersonalData, PersonalDataSection } from './plugin/personal-data.js';
export type {
  Account,
  AccountChange,
  AccountFields,
  AccountStore,
  Job,
  NewAccount,
  PasswordCheck,
  Plugin,
  PluginHost,
  PluginParts,
  SubjectSignIn,
  TokenClaims,
  TokenLife,
  TokenSubject,
} from './plugin/plugin.js';
export type { RestoreSpan, RestoreStep } from './plugin/restore-step.js';
export type {
  ConnectionFacts,
  Connections,
  Directories,
  GroupChange,
  Groups,
  Invited,
  LeftSession,
  MemberChange,
  Members,
  RoleRules,
  SeatChange,
  SeatOutcome,
  Seats,
  SignInRecords,
  WishedSeat,
} from './plugin/services.js';
export * from './plugin/sign-in-method.js';
export type * from './plugin/sign-in-step.js';
export type { SignedType, Signer } from './plugin/signer.js';
export { slugOfParameter } from './plugin/tenant-parameter.js';
export type { BrokenGlass, TenantDecision, TenantResolver } from './plugin/tenant-resolver.js';
export type { Vault } from './plugin/vault.js';
