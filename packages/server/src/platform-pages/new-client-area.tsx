import {
  actorOf,
  type ClientFieldName,
  firstOf,
  newOneTimeSecret,
  type PlatformArea,
  readForm,
} from '@org/identity-core';
import { Button, Field, Form, Select, textsOf } from '@org/identity-ui';
import { ClientFields } from '../client-forms/client-fields.js';
import { type ClientType, errorsOfClient, valuesOfForm } from '../client-forms/client-form.js';
import { ClientSecret } from '../client-forms/client-secret.js';
import { createClient } from '../clients/create-client.js';
import { clientBodies } from '../platform/client-bodies.js';
import { parseClient } from '../platform/parse-client.js';
import { applicationNames } from './application-names.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const areaTexts = textsOf(platformPagesTexts, ({ clients, clientNotices }) => ({
  name: clients.create,
  title: clients.create,
  notices: clientNotices,
}));

/** The fields that most clients need. The page of the client has the others. */
const usual: readonly ClientFieldName[] = ['name', 'redirectUris', 'scopes', 'firstParty', 'application', 'tenant'];

const types = ['CONFIDENTIAL', 'SPA', 'MACHINE'] as const satisfies readonly ClientType[];

/** Creates a client. Its secret is shown on the next page, this once. */
export function newClientArea(services: ConsoleServices): PlatformArea {
  return {
    place: 'platform',
    path: 'clients/new',
    parent: 'clients',
    texts: areaTexts,
    async draw({ base, hidden, form, language }, errors = {}) {
      const { clients, client, clientTypes } = platformPagesTexts[language];
      const choices = types.map((value) => ({ value, label: clientTypes[value] }));
      return (
        <>
          <p>{client.newLead}</p>
          <Form action={`${base}/clients/new`} hidden={{ ...hidden }}>
            <Field
              name="id"
              label={client.id}
              hint={client.idHint}
              value={form['id']}
              error={errors['id']}
              autofocus={firstOf(errors) === 'id'}
              required
            />
            <Select
              name="type"
              label={clients.type}
              hint={client.typeHint}
              value={form['type'] ?? 'CONFIDENTIAL'}
              groups={[{ choices }]}
              error={errors['type']}
            />
            <ClientFields names={usual} applications={await applicationNames(services.db)} {...{ form, errors }} />
            <Button>{clients.create}</Button>
          </Form>
        </>
      );
    },
    errorsOf: errorsOfClient,
    needsFreshSignIn: () => true,
    async act({ principal, base, form, language }) {
      const body = readForm(clientBodies().create, { id: form['id']?.trim(), type: form['type'], ...given(form) });
      const secret = body.type === 'SPA' ? {} : { secret: newOneTimeSecret().secret };
      const client = parseClient({ ...body, ...secret });
      const created = await createClient(services, { client, actor: actorOf(principal) });
      const path = `${base}/clients/${encodeURIComponent(created.id)}`;
      if (created.secret === null) return { redirect: `${path}?done=created` };
      const lead = platformPagesTexts[language].client.createdWithSecret(created.name);
      const { issuer } = services;
      return { show: <ClientSecret {...{ lead, issuer }} client={created} secret={created.secret} next={path} /> };
    },
  };
}

/** The fields that were filled in. What the type does not have is refused by its rules. */
function given(form: Readonly<Record<string, string>>): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(form).filter(([, value]) => value.trim() !== ''));
  const values = Object.entries(valuesOfForm(filled, { type: 'CONFIDENTIAL', scopes: [] }));
  return Object.fromEntries(values.filter(([name, value]) => usual.some((each) => each === name) && value !== false));
}
