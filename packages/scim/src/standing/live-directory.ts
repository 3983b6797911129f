import { stillOwnsTenant } from '@org/identity-prisma';

/**
 * For how many days after the end of its setup link a directory works that no owner has confirmed. Its owners have that
 * long to look at it.
 */
const daysAfterLink = 30;

const makerOwnsTenant = stillOwnsTenant({ userId: 'link.created_by_id', tenantId: 'link.tenant_id' });

/**
 * Whether the directory `d` can be used, as SQL. One that a setup link made needs the link until an owner has confirmed
 * it: withdrawn, long expired, deleted, or of a user who no longer owns the tenant, it vouches for nothing.
 */
export const isLive = `(d.ending_at IS NULL AND (d.setup_link_id IS NULL OR d.confirmed_at IS NOT NULL OR EXISTS (
  SELECT FROM identity.setup_links link
  WHERE link.id = d.setup_link_id AND link.tenant_id = d.tenant_id AND link.withdrawn_at IS NULL
    AND link.expires_at > now() - interval '${daysAfterLink} days' AND ${makerOwnsTenant})))`;

/** Whether an owner made the directory `d`, or has confirmed it, as SQL. */
export const isConfirmed = '(d.setup_link_id IS NULL OR d.confirmed_at IS NOT NULL)';
