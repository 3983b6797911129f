import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@org/identity-core';
import { type Attempt, withField, withParameter, withQuery } from './attempt.js';
import type { Callers } from './callers.js';

type Maybe = Attempt | undefined;
type Derive = (valid: Attempt, template: string, callers: Callers) => readonly Maybe[];

const unknownParameter =
  (...names: string[]): Derive =>
  (valid, template) =>
    names.map((name) => withParameter(valid, template, name, randomUUID()));

const unknownField =
  (...names: string[]): Derive =>
  (valid, template) =>
    names.flatMap((name) => [withField(valid, name, randomUUID()), withParameter(valid, template, name, randomUUID())]);

/** Errors that a small change of a valid request provokes. One of several changes has to do it. */
const derivations: Partial<Record<ErrorCode, Derive>> = {
  UNAUTHORIZED: (valid) => [{ ...valid, token: 'not-a-token' }],
  MALFORMED_REQUEST: (valid) => [withQuery(valid, 'a=%00')],
  VALIDATION_FAILED: (valid) => [withQuery(valid, 'unknown=1')],
  UNSUPPORTED_MEDIA_TYPE: (valid) => [{ ...valid, raw: { contentType: 'text/plain', text: 'a=b' } }],
  PAYLOAD_TOO_LARGE: (valid) => [
    { ...valid, raw: { contentType: 'application/json', text: `{"name":"${'a'.repeat(200_000)}"}` } },
  ],
  FORBIDDEN: (valid, _template, { withoutScopes, weakMachine }) => [
    { ...valid, token: withoutScopes },
    { ...valid, token: weakMachine },
  ],
  SECOND_FACTOR_REQUIRED: (valid, template, { withoutSecondFactor: { token, tenantId }, weakAdmin }) => {
    const there =
      withParameter(valid, template, 'id', tenantId) ?? withParameter(valid, template, 'tenantId', tenantId) ?? valid;
    return [
      { ...there, token },
      { ...there, token: weakAdmin },
    ];
  },
  POLICY_NOT_MET: (valid, template, { elsewhere: { token, tenantId } }) => {
    const there =
      withParameter(valid, template, 'id', tenantId) ?? withParameter(valid, template, 'tenantId', tenantId);
    return [there && { ...there, token }];
  },
  REAUTHENTICATION_REQUIRED: (valid, _template, { staleAdmin, viaConnection }) => [
    // First, because a super admin's old session is enough for some of these routes.
    { ...valid, token: viaConnection },
    { ...valid, token: staleAdmin },
  ],
  TENANT_NOT_FOUND: unknownParameter('id', 'tenantId'),
  MEMBER_NOT_FOUND: unknownParameter('membershipId', 'userId'),
  DOMAIN_NOT_FOUND: unknownParameter('domainId'),
  GROUP_NOT_FOUND: unknownParameter('groupId'),
  CONNECTION_NOT_FOUND: unknownParameter('connectionId'),
  CONNECTION_LINK_NOT_FOUND: unknownParameter('userId'),
  DIRECTORY_NOT_FOUND: unknownParameter('directoryId'),
  IMPORT_NOT_FOUND: unknownParameter('importId'),
  INVITATION_NOT_FOUND: unknownParameter('invitationId', 'token'),
  SESSION_NOT_FOUND: unknownParameter('sessionId'),
  SUBSCRIPTION_NOT_FOUND: unknownParameter('subscriptionId'),
  RULE_NOT_FOUND: unknownParameter('ruleId'),
  LEASE_NOT_FOUND: unknownParameter('leaseId'),
  AGENT_SEAT_NOT_FOUND: unknownParameter('agentSeatId'),
  REQUEST_NOT_FOUND: unknownParameter('requestId'),
  WEBHOOK_NOT_FOUND: unknownParameter('webhookId'),
  DELIVERY_NOT_FOUND: unknownParameter('deliveryId'),
  NOT_FOUND: unknownParameter('clientId', 'entryId', 'queue', 'applicationId', 'licenseTypeId', 'apiId'),
  USER_NOT_FOUND: unknownField('userId'),
  INVALID_APPLICATION_ID: unknownField('applicationId'),
  INVALID_LICENSE_TYPE: unknownField('licenseTypeId'),
  EVENT_GONE: (valid) => [withField(valid, 'after', randomUUID()) ?? withQuery(valid, `after=${randomUUID()}`)],
};

/** The requests that should provoke an error, derived from a valid one. Empty if the error needs a scene of its own. */
export function deriveAttempts(code: ErrorCode, valid: Attempt, template: string, callers: Callers): Attempt[] {
  const attempts = derivations[code]?.(valid, template, callers) ?? [];
  return attempts.filter((attempt) => attempt !== undefined);
}
