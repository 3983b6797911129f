import type { IdentityServer } from '@org/identity-server';
import { licenseTypeOf, tenantIdOf } from './demo-names.js';

/** The ids of the demo data, and of what was created in it since. */
export interface DemoIds {
  readonly fixed: { readonly id: string; readonly tenantId: string; readonly applicationId: string } & Record<
    string,
    string
  >;
  readonly found: Readonly<Record<'userId' | 'membershipId' | 'subscriptionId' | 'adminId', string | undefined>>;
  readonly created: Readonly<
    Record<
      | 'invitationId'
      | 'requestId'
      | 'ruleId'
      | 'leaseId'
      | 'webhookId'
      | 'groupId'
      | 'domainId'
      | 'connectionId'
      | 'directoryId'
      | 'apiId',
      string | undefined
    >
  >;
  readonly platformWebhookId: string | undefined;
}

const acme = tenantIdOf('acme');
const pro = licenseTypeOf('CRM', 'pro');

const fixed = {
  id: acme,
  tenantId: acme,
  applicationId: pro.applicationId,
  licenseTypeId: pro.licenseTypeId,
  clientId: 'demo-partner',
  featureKey: 'reports',
  queue: 'mail',
  provider: 'GOOGLE',
};
const newest = { orderBy: { id: 'desc' }, select: { id: true } } as const;

/** Reads the ids that the seed does not fix. All are of Acme, a tenant of the demo data. */
export async function findDemoIds(db: IdentityServer['db']): Promise<DemoIds> {
  const memberOf = (email: string) =>
    db.membership.findFirst({ where: { tenantId: acme, user: { email } }, select: { id: true, userId: true } });
  const inAcme = { where: { tenantId: acme }, ...newest };
  const [
    member,
    admin,
    subscription,
    invitation,
    request,
    rule,
    lease,
    webhook,
    group,
    domain,
    connection,
    directory,
    api,
    platformWebhook,
  ] = await Promise.all([
    memberOf('member@acme.test'),
    memberOf('admin@acme.test'),
    db.subscription.findFirst({ where: { tenantId: acme, licenseTypeId: pro.licenseTypeId }, ...newest }),
    db.invitation.findFirst({ ...inAcme, where: { tenantId: acme, status: 'PENDING' } }),
    db.licenseRequest.findFirst({ ...inAcme, where: { tenantId: acme, status: 'PENDING' } }),
    db.licenseRule.findFirst(inAcme),
    db.seatLease.findFirst(inAcme),
    db.webhook.findFirst(inAcme),
    db.group.findFirst(inAcme),
    db.domain.findFirst(inAcme),
    db.connection.findFirst(inAcme),
    db.directory.findFirst(inAcme),
    db.api.findFirst(newest),
    db.webhook.findFirst({ where: { tenantId: null }, ...newest }),
  ]);
  return {
    fixed,
    found: {
      userId: member?.userId,
      membershipId: member?.id,
      adminId: admin?.userId,
      subscriptionId: subscription?.id,
    },
    created: {
      invitationId: invitation?.id,
      requestId: request?.id,
      ruleId: rule?.id,
      leaseId: lease?.id,
      webhookId: webhook?.id,
      groupId: group?.id,
      connectionId: connection?.id,
      domainId: domain?.id,
      directoryId: directory?.id,
      apiId: api?.id,
    },
    platformWebhookId: platformWebhook?.id,
  };
}
