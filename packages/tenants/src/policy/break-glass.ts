import type { BrokenGlass, DomainEvent, Subscriber } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTenantTransaction,
  lockTenantRow,
  type Prisma,
  type Transaction,
} from '@org/identity-prisma';
import { composeMail, languageOf, languages, nameInMail } from '@org/identity-ui';
import { policyOf } from './read-policy.js';
import { policyTexts } from './texts.js';
import { requireWayIn } from './way-in.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand' | 'issuer'>;

/** With more owners than this, the mail goes to this many of them. */
const maxOwners = 100;

/**
 * Records that a break-glass owner has used the tenant, and tells all owners by mail. At most once an hour for each of them:
 * every token counts as a use.
 */
export async function noteBrokenGlass(services: Services, { tenantId, userId }: BrokenGlass): Promise<void> {
  const { db, events, mail, sendMail } = services;
  const membership = await db.membership.findUnique({
    where: { tenantId_userId: { tenantId, userId } },
    select: { brokeGlassAt: true },
  });
  if (membership?.brokeGlassAt && membership.brokeGlassAt.getTime() > Date.now() - hour) return;
  const noted = await inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId))) return false;
    const { count } = await tx.membership.updateMany({
      where: { tenantId, userId, OR: [{ brokeGlassAt: null }, { brokeGlassAt: { lt: new Date(Date.now() - hour) } }] },
      data: { brokeGlassAt: new Date() },
    });
    if (count === 0) return false;
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'tenant.broke_glass', tenantId, actor, subjectId: userId, data: {} });
    for (const each of await mailsOf(tx, services, { tenantId, userId }))
      await mail.add(tx, each, { notice: 'broke-glass' });
    return true;
  });
  if (noted) sendMail();
}

const hour = 60 * 60 * 1000;

/**
 * Whether the email is that of an active owner on the list, with a second factor. One statement for every email: their number
 * must not tell who has an account, is a member, or is on the list.
 */
export async function isBreakGlass(
  tx: Transaction,
  { tenantId, normalizedEmail }: { readonly tenantId: string; readonly normalizedEmail: string },
): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM identity.users u
    JOIN identity.memberships m ON m.user_id = u.id AND m.role = 'owner' AND m.status = 'ACTIVE'
    JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
    WHERE u.normalized_email = ${normalizedEmail} AND u.mfa_enabled AND m.tenant_id = ${tenantId}::uuid
      AND t.policy->'breakGlass' @> to_jsonb(u.id::text)`;
  return found.length > 0;
}

async function mailsOf(tx: Transaction, { brand, issuer }: Services, { tenantId, userId }: BrokenGlass) {
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { name: true, slug: true } });
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const owners = await tx.membership.findMany({
    where: { tenantId, role: 'owner', status: 'ACTIVE', user: { disabledAt: null, deletedAt: null } },
    select: { user: { select: { email: true, locale: true } } },
    orderBy: { id: 'asc' },
    take: maxOwners,
  });
  return owners.map(({ user: { email, locale } }) => {
    const language = languageOf(locale, languages[0]);
    const { brokeGlass } = policyTexts[language];
    const name = nameInMail(tenant.name);
    return composeMail({
      email,
      brand,
      language,
      title: brokeGlass.title(name),
      message: brokeGlass.message(user.email, name),
      action: { href: `${issuer}/console/${tenant.slug}/audit`, label: brokeGlass.open },
      after: brokeGlass.advice,
    });
  });
}

/** Takes owners off the list of break-glass owners when they stop being active owners. */
export function breakGlassSubscribers(host: Pick<IdentityPluginHost, 'services'>): Subscriber<Transaction>[] {
  return (['member.role_changed', 'member.suspended', 'member.removed'] as const).map((on) => ({
    on,
    handle: (tx, event) => dropFromList(tx, host, event),
  }));
}

async function dropFromList(
  tx: Transaction,
  host: Pick<IdentityPluginHost, 'services'>,
  { type, tenantId, subjectId, data, actor }: DomainEvent,
): Promise<void> {
  if (tenantId === null || subjectId === null) return;
  // Only owners are on the list.
  const wasOwner = data[type === 'member.role_changed' ? 'previousRole' : 'role'] === 'owner';
  if (!wasOwner) return;
  const tenant = await tx.tenant.findUnique({ where: { id: tenantId }, select: { policy: true } });
  const policy = tenant && policyOf(tenant);
  if (!policy?.breakGlass.includes(subjectId)) return;
  const breakGlass = policy.breakGlass.filter((id) => id !== subjectId);
  await tx.tenant.update({
    where: { id: tenantId },
    data: { policy: { ...policy, breakGlass } as Prisma.InputJsonObject },
  });
  // A user who decides about another role can decide about the policy first. An account that ends must not wait for that.
  if (actor.kind === 'user' && type !== 'member.removed') await requireWayIn(tx, host, { tenantId });
}
