import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Empty, Name, textsOf } from '@org/identity-ui';
import { listGroupsOfMember } from '../groups/group-members.js';
import { groupPagesTexts } from './texts.js';

const maxShown = 20;

const areaTexts = textsOf(groupPagesTexts, ({ ofMember }) => ({ name: ofMember.name, title: ofMember.name }));

/** The groups of one member, on the member's page. */
export function memberGroupsSection({ db }: Pick<IdentityPluginHost, 'db'>): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'members/:membershipId/groups',
    sectionOf: 'members/:membershipId',
    parent: 'members',
    order: 25,
    texts: areaTexts,
    isOpen: managesTenant,
    async draw({ tenant, base, params, language }) {
      const { ofMember: texts } = groupPagesTexts[language];
      const membershipId = params['membershipId'] ?? '';
      const groups = await listGroupsOfMember(db, { tenantId: tenant.id, membershipId, limit: maxShown });
      if (groups.length === 0) return <Empty>{texts.empty}</Empty>;
      return (
        <ul>
          {groups.map(({ id, name }) => (
            <li key={id}>
              <a href={`${base}/groups/${id}`}>
                <Name text={name} />
              </a>
            </li>
          ))}
        </ul>
      );
    },
  };
}
