import { Done, EnteredEmail, forbidden, type Guard, onlyKind, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { badgeOf, ReadBadge } from './find-badge.js';
import { BadgeNumber, issueBadge } from './issue-badge.js';
import { readBadge } from './read-badge.js';

/** Allows users whose token is for a tenant. */
const member = ((principal) => {
  const user = userOnly(principal);
  if (!user.tenant) throw forbidden('Badges belong to a tenant: sign in to one.');
  return { ...user, tenant: user.tenant };
}) satisfies Guard;

const readerOnly = onlyKind('badge_reader');

/** Every URL of the plugin. */
export const badgeRoutes = (host: IdentityPluginHost): Route[] => [
  route({
    method: 'get',
    path: '/api/badges/mine',
    summary: 'The own badge in the tenant of the token',
    scope: 'badges:read',
    guard: member,
    reply: z.object({ number: z.string().nullable() }),
    async handle({ principal: { tenant, userId } }) {
      const badge = await badgeOf(host.db, { tenantId: tenant.id, userId });
      return { number: badge?.number ?? null };
    },
  }),
  route({
    method: 'post',
    path: '/api/badges',
    summary: 'Issue a badge to a member of the tenant in the token',
    errors: ['BADGE_TAKEN', 'MEMBER_NOT_FOUND'],
    scope: 'tenants:write',
    guard: member,
    body: z.strictObject({ email: EnteredEmail, number: BadgeNumber }),
    reply: Done,
    status: 201,
    handle: ({ principal, body }) => issueBadge(host, { ...body, principal, tenantId: principal.tenant.id }),
  }),
  route({
    method: 'post',
    path: '/api/badges/read',
    summary: 'Tell a badge reader whose badge it has read',
    errors: ['NOT_FOUND'],
    scope: 'badges:check',
    callers: ['badge_reader'],
    guard: readerOnly,
    body: z.strictObject({ number: BadgeNumber }),
    reply: ReadBadge,
    handle: ({ principal, body }) => readBadge(host, principal, body.number),
  }),
];
