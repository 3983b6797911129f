import { type FieldErrors, managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { listTenantImages } from '../images/tenant-images.js';
import { getTenant } from '../tenant/get-tenant.js';
import { updateStoredTenant } from '../tenant/update-tenant.js';
import { SettingsContent } from './settings-content.js';
import { changesOfFields, fieldsOfForm, fieldsOfTenant, settingsErrors } from './settings-form.js';
import { settingsTexts } from './texts.js';

const areaTexts = textsOf(settingsTexts, ({ settings, settingsNotices }) => ({
  name: settings.name,
  title: settings.title,
  notices: settingsNotices,
}));

/** The name, the start page and the look of a tenant, with a preview of its sign-in page. */
export function settingsArea(host: Pick<IdentityPluginHost, 'db' | 'events' | 'pool' | 'brand'>): TenantArea {
  const path = 'settings';
  const read = ({ principal, tenant }: TenantVisit) => getTenant(host, { tenantId: tenant.id, principal });
  const content = async (visit: TenantVisit, shown: { errors?: FieldErrors | undefined; unsaved?: boolean }) => {
    const { base, hidden, tenant, form } = visit;
    const stored = fieldsOfTenant(await read(visit));
    const fields = shown.errors || shown.unsaved ? fieldsOfForm(form) : stored;
    return (
      <SettingsContent
        action={`${base}/${path}`}
        hidden={hidden}
        slug={tenant.slug}
        fields={fields}
        errors={shown.errors}
        brand={host.brand}
        images={await listTenantImages(host.db, tenant.id)}
        previewed={shown.unsaved ? fields : stored}
        saved={!shown.unsaved}
      />
    );
  };
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    order: 60,
    group: 'settings',
    texts: areaTexts,
    isOpen: managesTenant,
    draw: (visit, errors) => content(visit, { errors }),
    errorsOf: (refusal, language) => settingsErrors(refusal, settingsTexts[language].settingsProblems),
    async act(visit) {
      const { principal, tenant, form } = visit;
      const fields = fieldsOfForm(form);
      if (form['action'] === 'preview') {
        changesOfFields(await read(visit), fields);
        return { show: await content(visit, { unsaved: true }) };
      }
      await updateStoredTenant(host, {
        tenantId: tenant.id,
        principal,
        changesOf: (stored) => changesOfFields(stored, fields),
      });
      return { done: 'saved' };
    },
  };
}
