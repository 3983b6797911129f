import { fieldErrors, firstOf, managesTenant, ofTenant, readForm, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Field, Form, ListPage, NameCell, pageNumberOf, Table, textsOf } from '@org/identity-ui';
import { createGroup } from '../groups/change-group.js';
import { CreateGroupBody } from '../groups/group-schemas.js';
import { listGroups } from '../groups/list-groups.js';
import { groupPagesTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(groupPagesTexts, ({ groups, notices, refusals }) => ({
  name: groups.name,
  title: groups.title,
  notices,
  refusals,
}));

/** The groups of a tenant, and the form for a new one. */
export function groupsArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'groups',
    order: 12,
    group: 'people',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw({ tenant, principal, base, query, form, hidden, language }, errors) {
      const { groups: texts } = groupPagesTexts[language];
      const path = `${base}/groups`;
      const page = { page: pageNumberOf(query), limit: rowsPerPage };
      const { groups, pagination } = await listGroups(host.db, { tenantId: tenant.id, principal, ...page });
      const shared = (name: string) => ({
        name,
        value: form[name] ?? '',
        error: errors?.[name],
        autofocus: firstOf(errors) === name,
      });
      return (
        <>
          <p>{texts.lead}</p>
          <ListPage path={path} isEmpty={groups.length === 0} empty={texts.empty} paging={pagination}>
            <Table
              caption={texts.title}
              rows={groups}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.group,
                  cell: ({ id, name, description }) => (
                    <NameCell text={name} href={`${path}/${id}`} note={description ?? undefined} />
                  ),
                },
                { label: texts.members, numeric: true, cell: ({ memberCount }) => memberCount },
                { label: texts.source, cell: ({ source }) => texts.sources[source] },
              ]}
            />
          </ListPage>
          <section>
            <h2>{texts.addHeading}</h2>
            <Form action={path} hidden={{ ...hidden }}>
              <Field {...shared('name')} label={texts.nameLabel} required />
              <Field {...shared('description')} label={texts.description} />
              <Button>{texts.add}</Button>
            </Form>
          </section>
        </>
      );
    },
    errorsOf: (refusal, language) =>
      fieldErrors(refusal, { codes: { GROUP_EXISTS: 'name' }, fields: { ...groupPagesTexts[language].fields } }),
    async act({ tenant, principal, base, form }) {
      const description = form['description']?.trim();
      const body = readForm(CreateGroupBody, { name: form['name'], ...(description ? { description } : {}) });
      const { id } = await createGroup(host, { tenantId: tenant.id, principal, ...body });
      return { redirect: `${base}/groups/${id}?done=created` };
    },
  };
}
