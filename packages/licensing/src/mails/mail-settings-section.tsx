import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Checkbox, checkedIds, Form, textsOf } from '@org/identity-ui';
import { licenseMailKinds } from './mail-kinds.js';
import { getMailSettings, setMailSettings } from './mail-settings.js';
import { mailsTexts } from './texts.js';

const path = 'license-mails';
/** A mail is sent if its box is checked. */
const field = 'mail';

const areaTexts = textsOf(mailsTexts, ({ settings: { name, title, notices } }) => ({ name, title, notices }));

/** The form that turns mails about licenses off and on, below the licenses of a tenant. */
export function mailSettingsSection(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    sectionOf: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw({ principal, tenant, base, hidden, language }) {
      const { settings } = mailsTexts[language];
      const { muted } = await getMailSettings(host.db, { tenantId: tenant.id, principal });
      return (
        <>
          <p>{settings.lead}</p>
          <Form action={`${base}/${path}`} hidden={{ ...hidden }}>
            {licenseMailKinds.map((kind) => (
              <Checkbox
                key={kind}
                name={`${field}.${kind}`}
                label={settings.kinds[kind]}
                checked={!muted.includes(kind)}
              />
            ))}
            <Button kind="secondary">{settings.save}</Button>
          </Form>
        </>
      );
    },
    async act({ principal, tenant, form }) {
      const wanted = checkedIds(form, field);
      const muted = licenseMailKinds.filter((kind) => !wanted.includes(kind));
      await setMailSettings(host, { tenantId: tenant.id, principal, muted });
      return { done: 'license-mails' };
    },
  };
}
