import { describeFields, nameSchema } from '@org/identity-core';
import * as agents from './agents/agent-seat-schemas.js';
import * as periods from './history/period-schemas.js';
import { Lease, LeaseBody } from './leases/lease-routes.js';
import { LeaseList, LeaseParams } from './leases/managed-lease-routes.js';
import { MailSettings, MailSettingsBody, MailSettingsParams } from './mails/mail-routes.js';
import { Snapshot, SnapshotQuery } from './mirror-snapshot/snapshot-schemas.js';
import * as requests from './requests/request-schemas.js';
import * as rules from './rules/rule-schemas.js';
import { SignedStatement, StatementQuery } from './statements/statement-routes.js';

/*
 * What the API description says about the schemas of requests, rules, leases, the history and the snapshot.
 */

const tenant = { id: 'The tenant that owns the licenses.' };

describeFields(periods.TenantParams, tenant);
describeFields(periods.PeriodsQuery, {
  applicationId: 'Only seats of this application.',
  userId: 'Only seats of this user.',
  at: 'Only seats that were held at this moment.',
});
describeFields(periods.PeriodsExportQuery, { applicationId: 'Only seats of this application.' });
nameSchema(periods.Period, 'LicensePeriod', {
  userId: 'The account that held the seat.',
  from: 'When the seat was assigned.',
  to: 'When it was lost; null if the user still holds it.',
  cause: 'Why it was lost, such as revoked; null if the user still holds it.',
});
nameSchema(periods.PeriodList, 'LicensePeriodList', { periods: 'The periods on this page.' });

describeFields(agents.AgentSeatsParams, tenant);
describeFields(agents.AgentSeatParams, { ...tenant, agentSeatId: 'The seat of an agent, as the list names it.' });
describeFields(agents.AgentSeatsQuery, {
  applicationId: 'Only seats of this application.',
  ended: 'If true, also seats that agents no longer hold.',
});
const agentClient = 'The client that acts for members.';
nameSchema(agents.GrantAgentSeatBody, 'GrantAgentSeatRequest', {
  clientId: agentClient,
  applicationId: 'The application that the agent uses.',
  licenseTypeId: 'The license type of the seat.',
});
nameSchema(agents.AgentSeatDetails, 'AgentSeat', {
  id: 'The seat; taking it back names it.',
  clientId: agentClient,
  name: 'The name of the client; null if it was deleted.',
  assignedAt: 'When the seat was assigned.',
  lastUsedAt: 'When the agent was last checked, to the hour; null before the first time.',
  endedAt: 'When the seat was lost; null if the agent still holds it.',
  cause: 'Why it was lost, such as revoked; null if the agent still holds it.',
});
nameSchema(agents.AgentSeatList, 'AgentSeatList', { agentSeats: 'The seats on this page, newest first.' });

describeFields(StatementQuery, { applicationId: 'The application that the statement is about.' });
nameSchema(SignedStatement, 'SignedStatement', { statement: 'A JWT that the public keys of the server verify.' });

const muted = 'The kinds of mail that are off. All others are on.';
describeFields(MailSettingsParams, tenant);
nameSchema(MailSettings, 'LicenseMailSettings', { muted });
nameSchema(MailSettingsBody, 'LicenseMailSettingsRequest', { muted });

nameSchema(LeaseBody, 'LeaseRequest', {
  applicationId: 'The application to use without the server.',
  days: 'For how many days.',
});
nameSchema(Lease, 'Lease', {
  lease: 'A JWT that the public keys of the server verify. Store it on the device.',
  expiresAt: 'When it ends, with the subscription at the latest.',
});
describeFields(LeaseParams, { ...tenant, leaseId: 'The lease, as the list names it.' });
nameSchema(LeaseList.shape.leases.element, 'ListedLease', {
  id: 'The lease; freeing its seat names it.',
  userId: 'The account that took it.',
  expiresAt: 'When it ends.',
  createdAt: 'When it was taken.',
});
nameSchema(LeaseList, 'LeaseList', { leases: 'The leases on this page, newest first.' });

const note = 'A few words to the person on the other side.';
nameSchema(requests.LicenseRequestEntry.shape.status, 'LicenseRequestStatus');
nameSchema(requests.RequestBody, 'RequestLicenseRequest', {
  applicationId: 'The application that the user wants to use.',
  licenseTypeId: 'The wished license type. Left out: any.',
  note,
});
nameSchema(requests.DecisionBody, 'DecideRequestRequest', {
  licenseTypeId: 'The license type to give. Left out: the wished one.',
  note,
});
describeFields(requests.RequestsParams, tenant);
describeFields(requests.RequestParams, { ...tenant, requestId: 'The request, as the list names it.' });
describeFields(requests.RequestsQuery, {
  status: 'Only requests with this status.',
  applicationId: 'Only requests for this application.',
});
nameSchema(requests.LicenseRequestEntry, 'LicenseRequest', {
  id: 'The request; a decision names it.',
  userId: 'Who wants the license.',
  email: 'The email of who wants the license.',
  licenseTypeId: 'The wished or given license type; null for any.',
  note: 'What the user wrote; null if nothing.',
  status: 'Whether it is open, waits for a seat, or was decided.',
  position: 'The place in the waiting list, beginning with 1; null outside of it.',
  createdAt: 'When the user asked.',
  decidedAt: 'When it was approved or declined; null before that.',
});
nameSchema(requests.LicenseRequestList, 'LicenseRequestList', { requests: 'The requests on this page.' });

const role = 'The members that get a seat. Left out or null: all of them.';
const groupId = 'Not used yet: there are no groups.';
nameSchema(rules.CreateRuleBody, 'CreateLicenseRuleRequest', { role, groupId });
describeFields(rules.RulesParams, tenant);
describeFields(rules.RuleParams, { ...tenant, ruleId: 'The rule, as the list names it.' });
nameSchema(rules.RuleDetails, 'LicenseRule', { id: 'The rule; its deletion names it.', role, groupId });
nameSchema(rules.RuleList, 'LicenseRuleList', { rules: 'All rules of the tenant.' });

describeFields(SnapshotQuery, {
  applicationId: 'The application whose licenses are copied.',
  after: 'The next of the page before. Left out: from the beginning.',
  limit: 'How many seats a page has at most.',
  subscriptionId: 'Only this subscription, without its seats.',
  userId: 'Only seats of this user.',
});
const subscription = Snapshot.shape.subscriptions.element;
nameSchema(subscription, 'SnapshotSubscription', {
  id: 'The subscription that seats refer to.',
  licenseType: 'The slug of the license type.',
  features: 'What the license includes, by keys that the application knows.',
  limits: 'Numbers that the application knows, such as contacts: 10000.',
  status: 'Whether the seats can be used now.',
  startsAt: 'From when the seats can be used.',
  expiresAt: 'When the seats end; null if they do not.',
  settleAt: 'When time may next take seats away, such as at a planned change; null if never.',
});
nameSchema(Snapshot.shape.seats.element, 'SnapshotSeat', {
  userId: 'The account that holds the seat.',
  subscriptionId: 'The subscription that the seat belongs to.',
  assignedAt: 'Since when the user holds the seat.',
});
nameSchema(Snapshot, 'LicenseSnapshot', {
  tenantId: 'The only tenant in it; null if it has all tenants.',
  position: 'The last event before this page was read; empty if there was none.',
  at: 'The clock of the server when it was read, in milliseconds since 1970.',
  subscriptions: 'The subscriptions that the seats belong to.',
  seats: 'The seats on this page.',
  next: 'Send it as after for the next page; null on the last one.',
});
