export { acrOf, acrOneFactor, acrTwoFactors, asksForTwoFactors, hasTwoFactors } from './acr.js';
export { actorOf } from './actor.js';
export { type ApiScope, type ApiScopes, hasScope, requireScope } from './api-scope.js';
export {
  type Area,
  type AreaIn,
  type AreaOutcome,
  type AreaPage,
  type AreaTexts,
  type AreaVisit,
  type Confirmation,
  managesTenant,
  ownsTenant,
  type PlatformArea,
  type TenantArea,
  type TenantVisit,
  type UserVisit,
} from './areas/area.js';
export { Entry, type EntryProps, type EntryTarget } from './areas/entry.js';
export { type FieldErrors, fieldErrors, firstOf, type Refusal } from './areas/field-errors.js';
export { checkFormToken } from './areas/form-token.js';
export { readForm } from './areas/read-form.js';
export { refusalText } from './areas/refusal-text.js';
export {
  type Authenticate,
  type BearerGuardOptions,
  createBearerGuard,
  type TokenVerification,
  type VerificationKey,
  verifyAccessToken,
} from './bearer-guard.js';
export { accountClientId } from './clients/account-client-id.js';
export type { ClientField } from './clients/client-field.js';
export { type ClientFieldName, type ClientFields, clientFieldNames, clientFields } from './clients/client-fields.js';
export { browserScopes, userScopes } from './clients/client-scopes.js';
export {
  browserShape,
  type ClientColumns,
  type ClientFieldValue,
  isOfMachines,
  machineShape,
  type OwnClientMetadata,
  type OwnFieldName,
} from './clients/client-shapes.js';
export type { Connection } from './connection.js';
export { type Bar, BarChart, type BarChartProps } from './console/bar-chart.js';
export { consoleStyles } from './console/console-styles.js';
export { Checkbox, checkedIds, RowCheckbox, TextArea, type TextAreaProps } from './console/form-parts.js';
export {
  Badge,
  Empty,
  Filters,
  type FiltersProps,
  hrefOf,
  Moment,
  Pager,
  type PagerProps,
} from './console/list-parts.js';
export { NumberedPager, type NumberedPagerProps } from './console/numbered-pager.js';
export { pageNumberOf, searchOf } from './console/numbered-pages.js';
export { previewScript } from './console/preview-script.js';
export { ShownSecret, type ShownSecretProps } from './console/shown-secret.js';
export { type ChartSeries, StepChart, type StepChartProps } from './console/step-chart.js';
export { type Column, Table, type TableProps } from './console/table.js';
export { type CsvValue, csvDownload, csvLine } from './csv.js';
export {
  type DataCheck,
  type DataChecks,
  type DataProblem,
  maxExamples,
  rowCheck,
  type StoredData,
  sqlCheck,
} from './data-checks.js';
export {
  apiScopes,
  declareLists,
  errorStatuses,
  eventInWords,
  eventTypes,
  isPlatformScope,
  machineScopes,
  statusOfError,
  wordsOfScope,
} from './declarations/catalog.js';
export type { Command, CommandDeclaration, CommandOption, Invocation, Values } from './declarations/command.js';
export type {
  Declarations,
  DeclaredLists,
  DeclaredScope,
  ScopeWords,
  SealedColumn,
} from './declarations/declarations.js';
export { errorBoundary, type TranslateError } from './error-boundary.js';
export type { ErrorCode, ErrorCodes } from './error-codes.js';
export {
  EventBody,
  type EventFeed,
  FeedPage,
  type FeedRequest,
  feedFields,
} from './event-feed.js';
export { eventStreamRoute } from './event-stream.js';
export type {
  Actor,
  AlsoEnds,
  DomainEvent,
  Events,
  EventType,
  EventTypes,
  Subscriber,
} from './events.js';
export { ExportFormat, type ExportRouteDefinition, exportRoute, exportTypes } from './export-route.js';
export {
  anyToken,
  machineOnly,
  platformCaller,
  platformSecondFactor,
  requireSecondFactor,
  tokenOptional,
  userOnly,
  userOrMachine,
} from './guards.js';
export {
  type ErrorDetail,
  forbidden,
  IdentityError,
  isIdentityError,
  rateLimited,
  serviceUnavailable,
  unauthorized,
  validationFailed,
} from './identity-error.js';
export type {
  InvitationLicenses,
  InvitationReservation,
  InvitedLicense,
  LicenseChoices,
} from './invitation-licenses.js';
export { type Ip, parseIp } from './ip.js';
export { isLoopback } from './is-loopback.js';
export { jsonText } from './json-text.js';
export { chooseLanguage, type LanguageWishes, languageOf, wishedLanguage } from './language/choose-language.js';
export { formatLocales, type Language, languages, longDate } from './language/language.js';
export { languageCookie, languageCookieName } from './language/language-cookie.js';
export {
  defineTexts,
  type InLanguages,
  line,
  type Part,
  sentence,
  type Texts,
  useLanguage,
  useTexts,
} from './language/texts.js';
export { logWithRequestIds, withRequestId } from './log-context.js';
export { loggablePath } from './loggable-path.js';
export { type Logger, silentLogger } from './logger.js';
export { composeMail } from './mail/compose-mail.js';
export type {
  Mail,
  MailOptions,
  MailQueue,
  MailTransport,
  NotedMails,
  TakenNotes,
  WrittenMail,
} from './mail/mail.js';
export { MailLayout, renderMail } from './mail/mail-layout.js';
export type { CausedMail, CausedMailLimits, MailLimiter } from './mail/mail-limiter.js';
export { maskedEmail } from './mail/masked-email.js';
export { emailInMail, nameInMail, noteInMail } from './mail/name-in-mail.js';
export { onOneLine } from './mail/on-one-line.js';
export type { FindNames, NamesScope } from './names.js';
export { ipOf, networkOf } from './network-of.js';
export { hashOneTimeSecret, newOneTimeSecret } from './one-time-secret.js';
export { InnerAddressError, type OutgoingLimits, type OutgoingOptions } from './outgoing-agent.js';
export { createOutgoingFetch, type Fetch } from './outgoing-fetch.js';
export { createOutgoingPost, type Post, type PostRequest, type PostResponse } from './outgoing-post.js';
export type {
  Download,
  PageAnswer,
  PageCookie,
  PageRequest,
  PageRoute,
  PageSession,
  ProvenAccount,
} from './page-route.js';
export { BrandOption, brandOfTenant, storedBrand, TenantBrand } from './pages/brand.js';
export { Actions, Button } from './pages/button.js';
export { cspHash } from './pages/csp-hash.js';
export { Field } from './pages/field.js';
export { Form } from './pages/form.js';
export { type Brand, Layout } from './pages/layout.js';
export { type LookColours, lookColours } from './pages/look-colours.js';
export { firstCharacters, Name } from './pages/name.js';
export { NextSteps } from './pages/next-steps.js';
export { Notice } from './pages/notice.js';
export { OwnScript } from './pages/own-script.js';
export { PasskeyForm } from './pages/passkey-form.js';
export { pageHeaders, pageHeadersOf, renderPage, renderPart, withOwnScripts } from './pages/render-page.js';
export { revealScript } from './pages/reveal-script.js';
export { type Choice, Select } from './pages/select.js';
export { ShownEmail } from './pages/shown-email.js';
export type { Look } from './pages/surfaces.js';
export { WebLink, webUrl } from './pages/web-link.js';
export type { Pages, PersonalData, PersonalDataSection } from './personal-data.js';
export { PlainName, plainText } from './plain-name.js';
export { createPlatformRoute, type PlatformRoute } from './platform-route.js';
export type {
  Account,
  AccountChange,
  AccountStore,
  Job,
  NewAccount,
  PasswordCheck,
  Plugin,
  PluginHost,
  PluginParts,
  SignedType,
  Signer,
  TokenClaims,
  TokenLife,
  TokenSubject,
  Vault,
} from './plugin.js';
export type { MachinePrincipal, Principal, Role, TokenState, TokenTenant, UserPrincipal } from './principal.js';
export { readFormBody, readJsonBody } from './read-body.js';
export {
  isRehearsable,
  type ReadsEmails,
  type RehearsalLimit,
  type Rehearse,
  type Rehearsed,
  secretField,
} from './rehearsal.js';
export { rememberVerified, type VerifyToken } from './remember-verified.js';
export { reply } from './reply-check.js';
export { type RequestNotes, requestId, requestNotes } from './request-notes.js';
export type { RestoreSpan, RestoreStep } from './restore-step.js';
export { type Guard, type Route, route, streamRoute } from './route.js';
export { type GroupRequest, type GroupRules, groupOfPath, type RouteGroup, routesOfGroup } from './route-group.js';
export { createRouter, issueDetail } from './router.js';
export {
  Done,
  EmailAddress,
  EnteredEmail,
  Id,
  IncomingTime,
  isUuid,
  LanguageTag,
  pageFields,
  queryInteger,
  Timestamp,
  TimeZone,
} from './schemas.js';
export type { MemberChange, Members, SeatChange, Seats, SignInRecords } from './services.js';
export type {
  AuthorizationRequest,
  CompletedSignIn,
  FailedSignIn,
  RequestingClient,
  SignInStep,
  StepDemands,
  StepNeed,
  StepOutcome,
  StepView,
} from './sign-in-step.js';
export { standardErrorLogger } from './standard-error-logger.js';
export { StartUrl } from './start-url.js';
export { findUnstorableText, isStorableText } from './storable-text.js';
export { actsAsSuperAdmin, superAdminReason, superAdminRights, superAdminSecondFactor } from './super-admin.js';
export type { TenantDecision, TenantResolver } from './tenant-resolver.js';
export { cutText, normalizedUpTo, type TextRules, text, webUrlText } from './text.js';
export { coreTexts } from './texts/index.js';
export { RangeEnd, RangeStart } from './time-range.js';
export type { TokenColumns, TokenRead } from './token-columns.js';
export { waitText } from './wait-text.js';
export {
  type WeakPasswordReason,
  weakPassword,
  weakPasswordReason,
  weakPasswordReasons,
  weakPasswordText,
} from './weak-password.js';
