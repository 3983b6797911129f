import { actorOf, fieldErrors, firstOf, type PlatformArea, readForm } from '@org/identity-core';
import { Button, Field, Form, ListPage, NameCell, pageNumberOf, searchOf, Table, textsOf } from '@org/identity-ui';
import { ApplicationInput, createApplication } from '../applications/create-application.js';
import { listApplications } from '../applications/list-applications.js';
import { rowsPerPage } from './clients-area.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const areaTexts = textsOf(platformPagesTexts, ({ applications, applicationNotices }) => ({
  name: applications.name,
  title: applications.title,
  notices: applicationNotices,
}));

/** All applications by name, and a form for a new one. */
export function applicationsArea(services: ConsoleServices): PlatformArea {
  return {
    place: 'platform',
    path: 'applications',
    order: 40,
    group: 'developers',
    texts: areaTexts,
    async draw({ base, query, hidden, form, language }, errors) {
      const { applications: texts, client } = platformPagesTexts[language];
      const path = `${base}/applications`;
      const [search, page] = [searchOf(query), pageNumberOf(query)];
      const { applications, pagination } = await listApplications(services.db, { page, limit: rowsPerPage, search });
      return (
        <>
          <ListPage
            path={path}
            filters={{ search: { label: texts.search, value: search } }}
            isEmpty={applications.length === 0}
            empty={texts.empty}
            paging={pagination}
          >
            <Table
              caption={texts.title}
              rows={applications}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.application,
                  cell: ({ id, name }) => <NameCell text={name} href={`${path}/${id}`} />,
                },
                {
                  label: texts.types,
                  cell: ({ licenseTypes }) =>
                    licenseTypes.length === 0 ? (
                      client.none
                    ) : (
                      <bdi>{licenseTypes.map(({ name }) => name).join(', ')}</bdi>
                    ),
                },
                { label: texts.clients, numeric: true, cell: ({ clients }) => clients.length },
              ]}
            />
          </ListPage>
          <section>
            <h2>{texts.createTitle}</h2>
            <Form action={path} hidden={{ ...hidden }}>
              <Field
                name="name"
                label={texts.nameLabel}
                value={form['name']}
                error={errors?.['name']}
                autofocus={firstOf(errors) === 'name'}
                required
              />
              <Button>{texts.create}</Button>
            </Form>
          </section>
        </>
      );
    },
    errorsOf: (refusal, language) =>
      fieldErrors(refusal, { fields: { name: platformPagesTexts[language].applications.invalid } }),
    async act({ principal, base, form }) {
      const application = readForm(ApplicationInput, { name: form['name'] });
      const { id } = await createApplication(services, { application, actor: actorOf(principal) });
      return { redirect: `${base}/applications/${id}?done=created` };
    },
  };
}
