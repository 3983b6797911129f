import { type Confirmation, fieldErrors, ofTenant, ownsTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Field, Form, textsOf } from '@org/identity-ui';
import { deleteTenant } from '../tenant/delete-tenant.js';
import { checkSlug } from './check-slug.js';
import { describeDeletion } from './describe-deletion.js';
import { deletionTexts } from './texts.js';

const areaTexts = textsOf(deletionTexts, ({ deletion: { name, title } }) => ({ name, title }));

/** Deletes the tenant, at the end of its settings, for owners. They type its short name, and then see what ends with it. */
export function deleteArea(
  host: Pick<IdentityPluginHost, 'db' | 'events'>,
  { slugHoldDays }: { slugHoldDays: number },
): TenantArea {
  const path = 'delete';
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    parent: 'settings',
    sectionOf: 'settings',
    order: 90,
    texts: areaTexts,
    isOpen: ownsTenant,
    async draw({ base, hidden, tenant, form, language }, refused) {
      const { deletion } = deletionTexts[language];
      return (
        <>
          <p>{deletion.lead}</p>
          <p>{deletion.accounts}</p>
          <Form action={`${base}/${path}`} hidden={{ ...hidden }}>
            <Field
              name="slug"
              label={deletion.slugLabel(tenant.slug)}
              value={form['slug']}
              error={refused?.['slug'] && deletion.slugWrong(tenant.slug)}
              autofocus={refused?.['slug'] !== undefined}
              required
            />
            <Button kind="danger">{deletion.button}</Button>
          </Form>
        </>
      );
    },
    errorsOf: (refusal) => fieldErrors(refusal, { fields: { slug: refusal.text } }),
    needsFreshSignIn: () => true,
    async confirm(visit): Promise<Confirmation> {
      checkSlug(visit);
      const { principal, tenant, language } = visit;
      const { deletionConfirm: texts } = deletionTexts[language];
      const { members, subscriptions, seats } = await describeDeletion(host.db, { tenantId: tenant.id, principal });
      return {
        title: texts.title(tenant.name),
        button: texts.button,
        facts: [
          texts.members(members),
          ...(subscriptions === 0 ? [] : [texts.subscriptions(subscriptions, seats)]),
          slugHoldDays === 0 ? texts.slugFree(tenant.slug) : texts.slugHeld(tenant.slug, slugHoldDays),
          texts.final,
        ],
      };
    },
    async act(visit) {
      checkSlug(visit);
      const { principal, tenant } = visit;
      await deleteTenant(host, { tenantId: tenant.id, principal, slugHoldDays });
      return { redirect: '/console?done=deleted' };
    },
  };
}
