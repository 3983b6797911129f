import { type Area, fieldErrors, firstOf, ofTenant, readForm } from '@org/identity-core';
import { type IdentityPluginHost, maxPageTenants } from '@org/identity-prisma';
import { Button, Empty, Field, Filters, Form, Name, searchOf, Table, textsOf } from '@org/identity-ui';
import { CreateTenantBody } from '../schemas.js';
import { createTenant, type TenantLimits } from '../tenant/create-tenant.js';
import { listTenants } from '../tenant/list-tenants.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ list, listNotices, listRefusals }) => ({
  name: list.name,
  title: list.title,
  notices: listNotices,
  refusals: listRefusals,
}));

/** The tenants of the user, each with a link to its console, and a form for a new one. */
export function tenantsArea(host: IdentityPluginHost, { limits }: { limits: TenantLimits }): Area {
  return {
    place: 'tenants',
    origins: ofTenant,
    path: '',
    texts: areaTexts,
    async draw({ principal, base, query, hidden, form, language }, refused) {
      const { list, roles } = consoleTexts[language];
      const search = searchOf(query);
      const { tenants } = await listTenants(host.db, principal, search);
      return (
        <>
          {(search !== undefined || tenants.length > maxPageTenants) && (
            <Filters path={base} search={{ label: list.search, value: search }} />
          )}
          {tenants.length === 0 ? (
            <Empty>{search === undefined ? list.empty : list.noMatch}</Empty>
          ) : (
            <>
              <p>{list.lead}</p>
              <Table
                caption={list.caption}
                rows={tenants}
                keyOf={({ id }) => id}
                columns={[
                  {
                    label: list.organization,
                    cell: ({ slug, name }) => (
                      <a href={`${base}/${slug}`}>
                        <Name text={name} />
                      </a>
                    ),
                  },
                  { label: list.role, cell: ({ role }) => roles[role] },
                  { label: list.members, numeric: true, cell: ({ memberCount }) => memberCount },
                ]}
              />
            </>
          )}
          <section>
            <h2>{list.createTitle}</h2>
            <Form action={base} hidden={{ ...hidden }}>
              <Field
                name="name"
                label={list.nameLabel}
                value={form['name']}
                error={refused?.['name']}
                autofocus={firstOf(refused) === 'name'}
                required
              />
              <Field
                name="slug"
                label={list.slugLabel}
                value={form['slug']}
                hint={list.slugHint}
                error={refused?.['slug']}
                autofocus={firstOf(refused) === 'slug'}
              />
              <Button>{list.create}</Button>
            </Form>
          </section>
        </>
      );
    },
    errorsOf: (refusal, language) =>
      fieldErrors(refusal, { codes: { SLUG_TAKEN: 'slug' }, fields: consoleTexts[language].listFields }),
    async act({ principal, base, form }) {
      const { name, slug } = form;
      const body = readForm(CreateTenantBody, { name, ...(slug ? { slug } : {}) });
      const tenant = await createTenant({ ...host, limits }, { principal, ...body });
      return { redirect: `${base}/${tenant.slug}` };
    },
  };
}
