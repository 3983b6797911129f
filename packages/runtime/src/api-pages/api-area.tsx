import { actorOf, type FieldErrors, firstOf, type PlatformArea, readForm, type UserVisit } from '@org/identity-core';
import { Button, DeletionSection, Field, Form, Select, TextArea, textsOf, useTexts } from '@org/identity-ui';
import { z } from 'zod';
import { ApiChanges } from '../apis/api-input.js';
import { deleteApi } from '../apis/delete-api.js';
import { type ApiDetails, getApi } from '../apis/get-api.js';
import { updateApi } from '../apis/update-api.js';
import type { ClientServices } from '../clients/create-client.js';
import { errorsOfApi, formOfApi, isNarrowerApi, valuesOfApi } from './api-form.js';
import { apiPagesTexts } from './texts.js';

const areaTexts = textsOf(apiPagesTexts, ({ apis, apiNotices }) => ({
  name: apis.api,
  title: apis.api,
  notices: apiNotices,
}));

const ApiAction = z.object({ action: z.enum(['change', 'delete']) });
const actionIn = ({ form }: UserVisit) => readForm(ApiAction, form).action;

/** One API of others: its name, scopes and clients, and deleting it. */
export function apiArea(services: ClientServices): PlatformArea {
  const { db } = services;
  const idIn = ({ params }: UserVisit) => params['apiId'] ?? '';
  return {
    place: 'platform',
    path: 'apis/:apiId',
    parent: 'apis',
    texts: areaTexts,
    async draw(visit, errors) {
      const api = await getApi(db, idIn(visit));
      return { heading: api.name, content: <ApiContent {...{ visit, api, errors }} /> };
    },
    errorsOf: (refusal, language) => errorsOfApi(refusal, apiPagesTexts[language].apiProblems),
    needsFreshSignIn: (visit) => actionIn(visit) === 'delete',
    async confirm(visit) {
      const api = await getApi(db, idIn(visit));
      const { apiConfirm: texts } = apiPagesTexts[visit.language];
      if (actionIn(visit) === 'delete')
        return { title: texts.deleteTitle(api.name), button: texts.delete, facts: [texts.deleteFact] };
      if (!isNarrowerApi(api, valuesOfApi(visit.form))) return undefined;
      return { title: texts.narrowTitle(api.name), button: texts.narrow, facts: [texts.narrowFact] };
    },
    async act(visit) {
      const { base, form, principal } = visit;
      const api = { apiId: idIn(visit), actor: actorOf(principal) };
      if (actionIn(visit) === 'delete') {
        await deleteApi(services, api);
        return { redirect: `${base}/apis?done=deleted` };
      }
      const changes = readForm(ApiChanges, valuesOfApi(form));
      const { changed } = await updateApi(services, { ...api, changes });
      return { done: changed.length === 0 ? 'unchanged' : 'changed' };
    },
  };
}

interface ContentProps {
  visit: UserVisit;
  api: ApiDetails;
  errors: FieldErrors | undefined;
}

function ApiContent({ visit, api, errors }: ContentProps) {
  const { apis: texts } = useTexts(apiPagesTexts);
  const action = `${visit.base}/apis/${api.id}`;
  const isRefused = errors !== undefined && visit.form['action'] === 'change';
  const form = isRefused ? visit.form : formOfApi(api);
  const shared = (name: string) => ({
    name,
    value: form[name] ?? '',
    error: errors?.[name],
    autofocus: firstOf(errors) === name,
  });
  const area = (name: 'scopes' | 'clients', hint: string) => (
    <TextArea
      {...shared(name)}
      label={texts[name]}
      hint={hint}
      rows={Math.max(3, (form[name] ?? '').split('\n').length)}
    />
  );
  const choices = [
    { value: 'no', label: texts.onlyListed },
    { value: 'yes', label: texts.alsoOthers },
  ];
  return (
    <>
      <dl class="facts">
        <dt>{texts.identifier}</dt>
        <dd>
          <bdi>{api.identifier}</bdi>
        </dd>
      </dl>
      <section>
        <h2>{texts.settings}</h2>
        <Form action={action} hidden={{ ...visit.hidden, action: 'change' }}>
          <Field {...shared('name')} label={texts.nameLabel} required />
          {area('scopes', texts.scopesHint)}
          {area('clients', texts.clientsHint)}
          <Select {...shared('open')} label={texts.who} hint={texts.openHint} groups={[{ choices }]} />
          <Button>{texts.save}</Button>
        </Form>
      </section>
      <DeletionSection {...{ texts, action }} hidden={visit.hidden} />
    </>
  );
}
