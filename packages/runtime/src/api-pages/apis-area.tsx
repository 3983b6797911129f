import { actorOf, firstOf, type PlatformArea, readForm } from '@org/identity-core';
import {
  Badge,
  Button,
  Field,
  Form,
  ListPage,
  NameCell,
  pageNumberOf,
  searchOf,
  Table,
  textsOf,
} from '@org/identity-ui';
import { ApiInput } from '../apis/api-input.js';
import { createApi } from '../apis/create-api.js';
import { listApis } from '../apis/list-apis.js';
import type { ClientServices } from '../clients/create-client.js';
import { errorsOfApi } from './api-form.js';
import { apiPagesTexts } from './texts.js';

/** How many rows a page of the list has. */
const rowsPerPage = 50;

const areaTexts = textsOf(apiPagesTexts, ({ apis, apiNotices }) => ({
  name: apis.name,
  title: apis.title,
  notices: apiNotices,
}));

/** All APIs of others by name, and a form for a new one. */
export function apisArea(services: ClientServices): PlatformArea {
  return {
    place: 'platform',
    path: 'apis',
    order: 45,
    group: 'developers',
    texts: areaTexts,
    async draw({ base, query, hidden, form, language }, errors) {
      const { apis: texts } = apiPagesTexts[language];
      const path = `${base}/apis`;
      const [search, page] = [searchOf(query), pageNumberOf(query)];
      const { apis, pagination } = await listApis(services.db, { page, limit: rowsPerPage, search });
      const field = (name: 'identifier' | 'name', label: string, hint?: string) => (
        <Field
          {...{ name, label, hint }}
          value={form[name]}
          error={errors?.[name]}
          autofocus={firstOf(errors) === name}
          required
        />
      );
      return (
        <>
          <p>{texts.lead}</p>
          <ListPage
            path={path}
            filters={{ search: { label: texts.search, value: search } }}
            isEmpty={apis.length === 0}
            empty={texts.empty}
            paging={pagination}
          >
            <Table
              caption={texts.title}
              rows={apis}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.api,
                  cell: ({ id, name, identifier, open }) => (
                    <>
                      <NameCell text={name} href={`${path}/${id}`} note={identifier} />
                      {open && <Badge>{texts.isOpen}</Badge>}
                    </>
                  ),
                },
                { label: texts.scopes, numeric: true, cell: ({ scopes }) => scopes.length },
                { label: texts.clients, numeric: true, cell: ({ clients }) => clients.length },
              ]}
            />
          </ListPage>
          <section>
            <h2>{texts.createTitle}</h2>
            <Form action={path} hidden={{ ...hidden }}>
              {field('identifier', texts.identifier, texts.identifierHint)}
              {field('name', texts.nameLabel)}
              <Button>{texts.create}</Button>
            </Form>
          </section>
        </>
      );
    },
    errorsOf: (refusal, language) => errorsOfApi(refusal, apiPagesTexts[language].apiProblems),
    async act({ principal, base, form }) {
      const api = readForm(ApiInput, { identifier: form['identifier']?.trim(), name: form['name'] });
      const { id } = await createApi(services, { api, actor: actorOf(principal) });
      return { redirect: `${base}/apis/${id}?done=created` };
    },
  };
}
