import { isDeepStrictEqual } from 'node:util';
import {
  type Confirmation,
  type FieldErrors,
  hasSetupLink,
  ofSetup,
  readForm,
  setsUpTenant,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Checkbox, Form, textsOf, useTexts } from '@org/identity-ui';
import { z } from 'zod';
import { connectionPath, signOnPath } from '../access/console-paths.js';
import type { shownConnection } from '../connections/connection-fields.js';
import { getConnection } from '../connections/get-connections.js';
import { updateConnection } from '../connections/update-connection.js';
import { listDomains } from '../domains/list-domains.js';
import { issuerForms, providerOf } from '../provider-guides/guided-providers.js';
import { UpdateConnectionBody } from '../schemas.js';
import { callOf, changeProvider } from './change-provider.js';
import { type Choices, fewOf, readChoices } from './choices.js';
import {
  errorsOfForm,
  formOf,
  NameField,
  PeopleFields,
  ProviderFields,
  peopleFieldsIn,
  TrustMfaField,
} from './connection-form.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ settings, notices, refusals }) => ({
  name: settings.title,
  title: settings.title,
  notices,
  refusals,
}));

const Action = z.object({ action: z.enum(['save', 'provider']) });
const actionIn = ({ form }: TenantVisit) => readForm(Action, form).action;

/** The settings of a connection: those that keep its state, and those that make a draft of it. */
export function connectionSettingsArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    path: `${signOnPath}/connections/:connectionId/settings`,
    parent: signOnPath,
    texts: areaTexts,
    isOpen: setsUpTenant,
    origins: ofSetup,
    needsFreshSignIn: () => true,
    keepsWithoutSecrets: true,
    errorsOf: errorsOfForm,
    async draw(visit, errors) {
      const { settings: texts } = connectionPagesTexts[visit.language];
      const connection = await getConnection(host, callOf(visit));
      const choices = await readChoices(host.db, visit, connection.defaultGroups);
      const props = { visit, connection, errors };
      const content = (
        <>
          <Settings {...props} choices={choices} />
          <Provider {...props} />
          <p>
            <a href={connectionPath(visit.base, connection.id)}>{texts.back}</a>
          </p>
        </>
      );
      return { heading: texts.heading(connection.name), content };
    },
    confirm: (visit) => confirmDomains(host, visit),
    async act(visit) {
      const call = callOf(visit);
      const before = await getConnection(host, call);
      const after =
        actionIn(visit) === 'provider'
          ? await changeProvider(host, visit)
          : await updateConnection(host, { ...call, changes: readForm(UpdateConnectionBody, peopleFieldsIn(visit)) });
      const isChanged = after.updatedAt.getTime() !== before.updatedAt.getTime();
      const done = isChanged ? 'connectionChanged' : 'connectionUnchanged';
      return { redirect: `${connectionPath(visit.base, call.connectionId)}?done=${done}` };
    },
  };
}

/** Other domains of an active connection change at once who can sign in, and with which connection. */
async function confirmDomains(host: IdentityPluginHost, visit: TenantVisit): Promise<Confirmation | undefined> {
  if (actionIn(visit) !== 'save') return undefined;
  const { name, status, domains: before } = await getConnection(host, callOf(visit));
  const { domains } = peopleFieldsIn(visit);
  if (status !== 'ACTIVE' || isDeepStrictEqual([...domains].sort(), [...before].sort())) return undefined;
  const { confirm, list } = connectionPagesTexts[visit.language];
  const { title, button, fact, none, sessions } = confirm.domains;
  const { domains: all } = await listDomains(host.db, callOf(visit));
  const names = all.filter((each) => each.status === 'VERIFIED' && domains.includes(each.id));
  const few = fewOf(
    names.map(({ domain }) => domain),
    list.more,
  );
  return { title: title(name), button, facts: [few === '' ? none : fact(few), sessions] };
}

interface Props {
  visit: TenantVisit;
  connection: ReturnType<typeof shownConnection>;
  errors: FieldErrors | undefined;
}

/** The form that was sent, if it was refused, or else what is stored. */
const shownForm = ({ visit, connection, errors }: Props, action: string) =>
  visit.form['action'] === action ? { form: visit.form, errors } : { form: formOf(connection), errors: undefined };
const pathOf = ({ visit, connection }: Props) => `${connectionPath(visit.base, connection.id)}/settings`;

function Settings(props: Props & { choices: Choices }) {
  const { settings: texts } = useTexts(connectionPagesTexts);
  const shown = shownForm(props, 'save');
  return (
    <section>
      <h2>{texts.people}</h2>
      <Form action={pathOf(props)} hidden={{ ...props.visit.hidden, action: 'save' }}>
        <NameField {...shown} />
        <PeopleFields {...shown} {...props.choices} forSetup={hasSetupLink(props.visit.principal)} />
        <Button>{texts.save}</Button>
      </Form>
    </section>
  );
}

function Provider(props: Props) {
  const { settings: texts } = useTexts(connectionPagesTexts);
  const { visit, connection } = props;
  const shown = shownForm(props, 'provider');
  const isActive = connection.status === 'ACTIVE';
  const error = shown.errors?.['understood'];
  return (
    <section>
      <h2>{texts.provider}</h2>
      <p>{isActive ? texts.providerActive : texts.providerLead}</p>
      <Form action={pathOf(props)} hidden={{ ...visit.hidden, action: 'provider' }}>
        <ProviderFields {...shown} example={issuerForms[providerOf(connection.issuer)]} isNew={false} />
        {!hasSetupLink(visit.principal) && <TrustMfaField form={shown.form} />}
        {isActive && (
          <>
            {error && <p class="field-error">{error}</p>}
            <Checkbox name="understood" label={texts.understood} checked={false} />
          </>
        )}
        <Button>{texts.save}</Button>
      </Form>
    </section>
  );
}
