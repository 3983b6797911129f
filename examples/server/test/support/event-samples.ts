import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@org/identity-core';

/** The names that the samples may use. */
export interface SampleIds {
  readonly applicationId: string;
  readonly licenseTypeId: string;
}

type Data = DomainEvent['data'];
type Samples = Readonly<Record<string, readonly Data[]>>;

const time = '2027-01-31T09:30:00.000Z';

/** Data of events as the server writes it, with every value that has words of its own. */
export function eventSamples({ applicationId, licenseTypeId }: SampleIds): Samples {
  const license = { applicationId, licenseTypeId };
  const seat = { seatId: randomUUID(), subscriptionId: randomUUID(), applicationId };
  const member = { membershipId: randomUUID(), role: 'admin', previousRole: 'member' };
  const request = { requestId: randomUUID(), ...license };
  const subscription = { quantity: 25, status: 'ACTIVE', expiresAt: time };
  const each = (field: string, values: readonly Data[string][], others: Data = {}): Data[] =>
    values.map((value) => ({ ...others, [field]: value }));
  // Without a dot between letters: the tests take that for the name of a field.
  const domain = { domain: 'acme24.test' };
  const lost = ['member.removed', 'member.suspended', 'account.deleted', 'tenant.deleted'];
  return {
    'profile.updated': [
      { changed: ['displayName', 'givenName', 'familyName', 'middleName', 'nickname', 'pictureUrl', 'website'] },
      { changed: ['zoneinfo', 'locale', 'someNewField'] },
    ],
    'session.revoked': each('one', [true, false]),
    'session.started': each('secondFactor', [true, false], { clientId: 'demo-web' }),
    'sign_in.failed': each('reason', [
      'wrong_password',
      'wrong_code',
      'wrong_second_factor',
      'unknown_account',
      'account_refused',
    ]),
    'sso.linked': each('provider', ['google', 'acme']),
    'sso.unlinked': each('provider', ['google', 'acme']),
    'mfa.enabled': each('method', ['totp', 'passkey']),
    'mfa.disabled': each('method', ['totp', 'passkey', 'all']),
    'recovery_codes.created': [{ count: 10 }],
    'recovery_code.used': each('left', [9, 1, 0]),
    'user.viewed': each('part', ['details', 'sessions', 'explanation']),
    'user.searched': each('place', ['people', 'explanation', 'audit'], { textHash: 'abc_DEF', found: 2 }),
    'second_factor_link.created': [{ expiresAt: time }],
    'tenant.created': [{ name: 'Acme', slug: 'acme' }],
    'tenant.updated': [
      { changed: ['name', 'settings'] },
      ...each('mfaPolicy', ['REQUIRED', 'OPTIONAL'], { changed: ['mfaPolicy'] }),
    ],
    'tenant.application_policy_changed': each('thirdPartyApps', ['ALLOW', 'ASK', 'BLOCK']),
    'application.connected': [
      { name: 'Calendar', scopes: ['openid', 'email'] },
      { name: 'Desk agent', scopes: ['openid'], agent: true },
    ],
    'application.revoked': [{ name: 'Calendar', scopes: ['openid', 'email'] }],
    'application.requested': [{ name: 'Calendar' }],
    'application.allowed': [{ name: 'Calendar' }],
    'application.blocked': [{ name: 'Calendar' }],
    'application.undecided': [{ name: 'Calendar' }],
    'member.added': [{ ...member, invitationId: randomUUID(), licenses: [licenseTypeId] }],
    'member.role_changed': [member, { ...member, byRule: true }],
    'member.suspended': [member],
    'member.reactivated': [member],
    'member.removed': each('left', [true, false], member),
    'invitation.created': each('role', ['owner', 'admin', 'member'], { licenses: [licenseTypeId] }),
    'invitation.resent': [{ licenses: [licenseTypeId] }],
    'invitation.revoked': [{ licenses: [licenseTypeId] }],
    'api.created': [{ name: 'Orders' }],
    'api.updated': [{ name: 'Orders', changed: ['name', 'open', 'scopes', 'clients'] }],
    'api.deleted': [{ name: 'Orders' }],
    'application.created': [{ name: 'Notes' }],
    'application.updated': [{ name: 'Notes', changed: ['name', 'agentSeats'] }],
    'application.deleted': [{ name: 'Notes' }],
    'license_type.created': [{ applicationId, slug: 'pro', name: 'Pro' }],
    'license_type.updated': [{ applicationId, slug: 'pro', name: 'Pro', changed: ['name', 'features', 'limits'] }],
    'license_type.deleted': [{ applicationId, slug: 'pro', name: 'Pro' }],
    'subscription.created': [{ ...license, quantity: 25, trial: true, overagePercent: 10 }],
    'subscription.updated': [
      { changed: ['quantity'], ...subscription, planned: true },
      { changed: ['pendingQuantity'], ...subscription, pendingQuantity: 20, pendingAt: time },
      { changed: ['pendingQuantity'], ...subscription, pendingQuantity: null, pendingAt: null },
      { changed: ['expiresAt', 'limits', 'trial'], ...subscription, trial: false },
      { changed: ['overagePercent', 'reclaimAfterDays'], ...subscription, overagePercent: 10, reclaimAfterDays: 30 },
      ...each('leases', ['ALLOWED', 'NONE'], { changed: ['leases'], ...subscription }),
      ...each('status', ['ACTIVE', 'SUSPENDED', 'CANCELED', 'EXPIRED'], { changed: ['status'], quantity: 25 }),
    ],
    'seat.granted': each('cause', ['', 'rule', 'invitation', 'request', 'waiting_list'], {
      ...seat,
      licenseTypeId,
      overage: true,
    }),
    'seat.revoked': each('cause', ['revoked', 'downgrade', 'reclaim', 'lease.ended', ...lost], seat),
    'seat.released': [{ ...seat, cause: 'replaced' }],
    'seat.reserved': [{ ...license, subscriptionId: randomUUID() }],
    'seat.leased': [{ ...seat, leaseId: randomUUID(), expiresAt: time }],
    'lease.ended': [{ ...seat, leaseId: randomUUID(), expiresAt: time }],
    'agent_seat.granted': [
      { ...seat, licenseTypeId, name: 'Report Bot' },
      { ...seat, overage: true },
    ],
    'agent_seat.revoked': each('cause', ['revoked', 'client.deleted', 'client.updated'], {
      ...seat,
      name: 'Report Bot',
    }),
    'license_rule.created': each('role', ['owner', 'admin', 'member', null], license),
    'license_rule.deleted': each('role', ['owner', 'admin', 'member', null], license),
    'license_request.created': [request],
    'license_request.waiting': each('cause', ['rule', 'invitation', 'request', 'assignment'], request),
    'license_request.approved': [request],
    'license_request.declined': [request],
    'license_request.withdrawn': each('cause', ['user', ...lost], request),
    'license_mails.updated': each('muted', [
      [],
      ['granted', 'removed', 'reclaim', 'requested', 'approved', 'declined'],
    ]),
    'client.created': each('type', ['SPA', 'WEB', 'MACHINE']),
    'client.updated': [{ changed: ['name', 'redirectUris', 'postLogoutRedirectUris', 'backchannelLogoutUri'] }],
    'client.secret_rotated': [{ previousUntil: time }],
    'client.deleted': each('type', ['SPA', 'WEB', 'MACHINE']),
    'device.allowed': [{ name: 'Living room TV' }],
    'token.exchanged': [{ clientId: 'demo-web', agentId: 'report-bot' }],
    'signing_key.announced': [{ activeFrom: time }],
    'secret.rotated': [{ values: 12 }],
    'queue_entry.retried': each('queue', ['mail', 'logout-notices']),
    'platform.restored': [{ lastEventAt: time, missingFrom: time, missingTo: time, refreshResponses: 3, sessions: 2 }],
    'connection.created': [{ name: 'Okta', kind: 'OIDC' }],
    'connection.updated': [
      { name: 'Okta', deactivated: true, changed: ['name', 'issuer', 'clientId', 'clientSecret', 'domains'] },
      { name: 'Okta', changed: ['defaultRole', 'defaultGroups', 'trustMfa', 'someNewField'] },
      { name: 'Okta', changed: ['roleByGroup', 'jit', 'emailClaim', 'logoutAtProvider'] },
    ],
    'connection.confirmation_requested': [{ name: 'Okta' }],
    'connection.confirmed': [{ name: 'Okta' }],
    'connection.disabled': [...each('replaced', [true, false], { name: 'Okta' }), { name: 'Okta', withdrawn: true }],
    'connection.linked': each('replaced', [true, false], { name: 'Okta', connectionId: randomUUID() }),
    'connection.unlinked': [{ name: 'Okta', connectionId: randomUUID() }],
    'setup_link.created': [{}],
    'setup_link.used': [{}],
    'setup_link.withdrawn': [{ linkId: randomUUID() }],
    'domain.added': [domain],
    'domain.verified': [domain],
    'domain.lapsed': [domain, { ...domain, withdrawn: true }],
    'domain.removed': [domain],
    'directory.created': [{ name: 'Entra ID' }],
    'directory.updated': [{ name: 'Entra ID', changed: ['name', 'roleByGroup', 'someNewField'] }],
    'directory.token_rotated': [{ name: 'Entra ID', previousUntil: time }],
    'directory.deleted': [{ name: 'Entra ID', suspended: 3 }],
    'webhook.created': [{ events: ['*'] }],
    'webhook.updated': each('status', ['ACTIVE', 'PAUSED'], { changed: ['url', 'events', 'description', 'status'] }),
    'webhook.secret_rotated': [{ previousUntil: time }],
    'webhook.paused': [{ failingSince: time }],
    'webhook.redelivered': [{ deliveryId: randomUUID() }],
    'webhook.replayed': each('count', [1, 20], { since: time }),
  };
}
