import { anyToken, Id, ofTenant, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { licenseMailKinds } from './mail-kinds.js';
import { getMailSettings, setMailSettings } from './mail-settings.js';

const Kinds = z.array(z.enum(licenseMailKinds));
export const MailSettingsParams = z.object({ id: Id });
export const MailSettings = z.object({ muted: Kinds });
export const MailSettingsBody = z.strictObject({
  muted: Kinds.max(licenseMailKinds.length).refine(
    (muted) => new Set(muted).size === muted.length,
    'must not contain a kind twice',
  ),
});

/** The routes that turn mails about licenses off and on. */
export function mailRoutes(host: IdentityPluginHost): Route[] {
  const shared = {
    path: '/api/tenants/:id/license-mails',
    errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
    guard: anyToken,
    origins: ofTenant,
    params: MailSettingsParams,
    reply: MailSettings,
  } as const;
  return [
    route({
      ...shared,
      method: 'get',
      summary: 'Which mails about licenses are turned off',
      description: 'For admins, owners and super admins.',
      scope: 'licenses:read',
      handle: ({ principal, params }) => getMailSettings(host.db, { tenantId: params.id, principal }),
    }),
    route({
      ...shared,
      method: 'put',
      summary: 'Turn mails about licenses off or on',
      description: 'For admins, owners and super admins. All kinds that are not named are on.',
      scope: 'licenses:write',
      body: MailSettingsBody,
      handle: ({ principal, params, body }) => setMailSettings(host, { tenantId: params.id, principal, ...body }),
    }),
  ];
}
