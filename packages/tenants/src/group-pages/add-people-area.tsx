import { managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Badge, Button, Form, ListPage, NameCell, RowCheckbox, searchOf, Table, textsOf } from '@org/identity-ui';
import { addGroupMembers, findInGroup } from '../groups/group-members.js';
import { getGroup } from '../groups/list-groups.js';
import { listMembers } from '../members/list-members.js';
import { searchMembers } from '../members/search-members.js';
import { chosenUsers } from './group-area.js';
import { groupPagesTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(groupPagesTexts, ({ add, notices, refusals }) => ({
  name: add.name,
  title: add.name,
  notices,
  refusals,
}));

/** Active members to choose from, for a group. Those who are in it already say so. */
export function addPeopleArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'groups/:groupId/add',
    parent: 'groups',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { tenant, principal, base, query, language } = visit;
      const { add, group: texts } = groupPagesTexts[language];
      const { id, name } = await getGroup(host.db, {
        tenantId: tenant.id,
        principal,
        groupId: visit.params['groupId'] ?? '',
      });
      const path = `${base}/groups/${id}/add`;
      const search = searchOf(query);
      const { members, next } = await findActive(host, visit, search);
      const people = members.flatMap(({ userId, user }) => (userId === null ? [] : [{ userId, ...user }]));
      const inGroup = await findInGroup(host.db, { groupId: id, userIds: people.map(({ userId }) => userId) });
      const content = (
        <ListPage
          path={path}
          filters={{ search: { label: add.search, value: search } }}
          isEmpty={people.length === 0}
          empty={search ? add.noMatch : add.empty}
          paging={{ after: query['after'], next }}
        >
          <Form action={path} hidden={{ ...visit.hidden }}>
            <Table
              caption={add.caption}
              rows={people}
              keyOf={({ userId }) => userId}
              columns={[
                {
                  label: texts.select,
                  hiddenLabel: true,
                  cell: ({ userId, displayName, email }) =>
                    inGroup.has(userId) ? null : (
                      <RowCheckbox name={`user.${userId}`} label={texts.selectOne(displayName ?? email)} />
                    ),
                },
                {
                  label: texts.person,
                  cell: ({ userId, displayName, email }) => (
                    <>
                      <NameCell text={displayName ?? email} note={displayName === null ? undefined : email} />{' '}
                      {inGroup.has(userId) && <Badge>{add.isIn}</Badge>}
                    </>
                  ),
                },
              ]}
            />
            <div class="bar">
              <Button>{add.submit}</Button>
            </div>
          </Form>
        </ListPage>
      );
      return { heading: add.title(name), content };
    },
    async act(visit) {
      const { tenant, principal, base, params } = visit;
      const groupId = params['groupId'] ?? '';
      await addGroupMembers(host, { tenantId: tenant.id, principal, groupId, userIds: chosenUsers(visit) });
      return { redirect: `${base}/groups/${encodeURIComponent(groupId)}?done=added` };
    },
  };
}

function findActive(host: IdentityPluginHost, { tenant, principal, query }: TenantVisit, search: string | undefined) {
  const call = { tenantId: tenant.id, principal };
  const shared = { status: 'ACTIVE' as const, limit: rowsPerPage };
  const after = query['after'];
  return search === undefined
    ? listMembers(host.db, { ...call, query: { ...shared, page: 1 }, after })
    : searchMembers(host.db, { ...call, query: { ...shared, search, after } });
}
