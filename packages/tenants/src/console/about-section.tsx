import type { TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { longDate, Name, textsOf } from '@org/identity-ui';
import { getTenant } from '../tenant/get-tenant.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ about: { title } }) => ({ name: title, title }));

/** What every member may know of the tenant, on the overview of its console. */
export function aboutSection(host: Pick<IdentityPluginHost, 'pool'>): TenantArea {
  return {
    place: 'tenant',
    path: 'about',
    sectionOf: '',
    order: 90,
    texts: areaTexts,
    async draw({ principal, tenant, language }) {
      const { about } = consoleTexts[language];
      const { name, slug, mfaPolicy, createdAt } = await getTenant(host, { tenantId: tenant.id, principal });
      return (
        <dl class="facts">
          <dt>{about.name}</dt>
          <dd>
            <Name text={name} />
          </dd>
          <dt>{about.slug}</dt>
          <dd>{slug}</dd>
          <dt>{about.secondFactor}</dt>
          <dd>{mfaPolicy === 'REQUIRED' ? about.required : about.optional}</dd>
          <dt>{about.created}</dt>
          <dd>{longDate(createdAt, language)}</dd>
        </dl>
      );
    },
  };
}
