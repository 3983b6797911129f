import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { Day, Name, textsOf } from '@org/identity-ui';
import { getTenant } from '../tenant/get-tenant.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ about: { title } }) => ({ name: title, title }));

/** What every member may know of the tenant, on the overview of its console. */
export function aboutSection(host: Pick<IdentityPluginHost, 'db' | 'pool'>): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'about',
    sectionOf: '',
    order: 90,
    texts: areaTexts,
    async draw(visit) {
      const { principal, tenant, language } = visit;
      const { about } = consoleTexts[language];
      const { name, slug, mfaPolicy, createdAt } = await getTenant(host, { tenantId: tenant.id, principal });
      // Those whom a member can ask. Managers see them in the list of members.
      const admins = managesTenant(visit) ? [] : await findAdmins(host.db, tenant.id);
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
          <dd>
            <Day at={createdAt} />
          </dd>
          {admins.length > 0 && (
            <>
              <dt>{about.admins}</dt>
              {admins.map(({ user: { id, displayName, email } }) => (
                <dd key={id}>
                  <Name text={displayName ?? email} />
                  {displayName !== null && (
                    <>
                      {' '}
                      <span class="soft">
                        <bdi>{email}</bdi>
                      </span>
                    </>
                  )}
                </dd>
              ))}
            </>
          )}
        </dl>
      );
    },
  };
}

const maxAdmins = 5;

/** Some of those who manage the tenant, owners first. */
function findAdmins(db: Database, tenantId: string) {
  return db.membership.findMany({
    where: { tenantId, status: 'ACTIVE', role: { in: ['owner', 'admin'] } },
    orderBy: [{ role: 'asc' }, { joinedAt: 'asc' }],
    take: maxAdmins,
    select: { user: { select: { id: true, displayName: true, email: true } } },
  });
}
