import { EnteredEmail, managesTenant, readForm, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Actions, Button, Field, Form, Table, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { BadgeNumber, issueBadge } from './issue-badge.js';
import { badgeTexts } from './texts.js';

const Issued = z.object({ email: EnteredEmail, number: BadgeNumber });

/** The page "Badges" in the console of every tenant, for its managers. */
export const badgesArea = (host: IdentityPluginHost): TenantArea => ({
  place: 'tenant',
  path: 'badges',
  group: 'people',
  texts: textsOf(badgeTexts, ({ name, title, issued, taken }) => ({
    name,
    title,
    notices: { issued },
    refusals: { BADGE_TAKEN: taken },
  })),
  isOpen: managesTenant,
  async draw({ base, hidden, language, tenant }) {
    const texts = badgeTexts[language];
    const rows = await host.db.$queryRaw<{ number: string; email: string }[]>`
      SELECT b.number, u.email FROM badges.badges b JOIN identity.users u ON u.id = b.user_id
      WHERE b.tenant_id = ${tenant.id}::uuid ORDER BY b.number LIMIT 100`;
    return (
      <>
        <Table
          caption={texts.title}
          rows={rows}
          keyOf={({ number }) => number}
          columns={[
            { label: texts.badge, cell: ({ number }) => number },
            { label: texts.holder, cell: ({ email }) => email },
          ]}
        />
        <Form action={`${base}/badges`} hidden={{ ...hidden }}>
          <Field name="email" label={texts.email} type="email" />
          <Field name="number" label={texts.badge} inputmode="numeric" />
          <Actions>
            <Button>{texts.issue}</Button>
          </Actions>
        </Form>
      </>
    );
  },
  async act({ form, principal, tenant }) {
    await issueBadge(host, { ...readForm(Issued, form), principal, tenantId: tenant.id });
    return { done: 'issued' };
  },
});
