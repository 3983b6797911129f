import { isDeepStrictEqual } from 'node:util';
import {
  type AreaIn,
  type Confirmation,
  type ConnectionKind,
  countRoleChanges,
  type FieldErrors,
  firstOf,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Checkbox, Form, textsOf, useTexts } from '@org/identity-ui';
import { connectionPath, signOnPath } from '../access/console-paths.js';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import type { shownConnection } from '../connections/connection-fields.js';
import { getConnection } from '../connections/get-connections.js';
import { listDomains } from '../domains/list-domains.js';
import { knownKind } from '../kinds/kind-of.js';
import { callOf, changeSettings } from './change-settings.js';
import { type Choices, fewOf, readChoices } from './choices.js';
import { errorsOfForm, formOf, NameField, PeopleFields, peopleFieldsIn, TrustFields } from './connection-form.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ settings, notices, refusals }) => ({
  name: settings.title,
  title: settings.title,
  notices,
  refusals,
}));

/** The settings of a connection: those that keep its state, and those that make a draft of it. */
export function connectionSettingsArea(host: IdentityPluginHost): AreaIn<SetupVisit> {
  return {
    path: `${signOnPath}/connections/:connectionId/settings`,
    parent: signOnPath,
    texts: areaTexts,
    needsFreshSignIn: () => true,
    keepsWithoutSecrets: true,
    errorsOf: errorsOfForm(host),
    async draw(visit, errors) {
      const { settings: texts } = connectionPagesTexts[visit.language];
      const connection = await getConnection(host, callOf(visit));
      const { defaultGroups: chosen, roleByGroup } = connection;
      const choices = await readChoices(host.db, visit, { chosen, ruled: Object.keys(roleByGroup) });
      const content = (
        <>
          <Settings {...{ visit, connection, choices, errors }} kind={knownKind(host, connection.kind)} />
          <p>
            <a href={connectionPath(visit.base, connection.id)}>{texts.back}</a>
          </p>
        </>
      );
      return { heading: texts.heading(connection.name), content };
    },
    confirm: (visit) => confirmSettings(host, visit),
    async act(visit) {
      const call = callOf(visit);
      const before = await getConnection(host, call);
      const after = await changeSettings(host, visit);
      const isChanged = after.updatedAt.getTime() !== before.updatedAt.getTime();
      const done = isChanged ? 'connectionChanged' : 'connectionUnchanged';
      return { redirect: `${connectionPath(visit.base, call.connectionId)}?done=${done}` };
    },
  };
}

/**
 * Asks before other domains or other roles of groups count. Not asked if the form has a new secret: the page that asks would
 * have it in its source.
 */
async function confirmSettings(host: IdentityPluginHost, visit: SetupVisit): Promise<Confirmation | undefined> {
  const connection = await getConnection(host, callOf(visit));
  if (knownKind(host, connection.kind).secrets.some((name) => visit.form[name])) return undefined;
  const roles = confirmRoles(visit, connection);
  const domains = await confirmDomains(host, visit, connection);
  // Other domains are always asked about, other roles only if a member gets or loses one.
  return domains ? { ...roles, ...domains, onlyWithFacts: false } : roles;
}

function confirmRoles(visit: SetupVisit, { name, roleByGroup: before }: Connection): Confirmation | undefined {
  const { roles: texts } = connectionPagesTexts[visit.language].confirm;
  const fields = peopleFieldsIn(visit);
  if (!('roleByGroup' in fields) || isDeepStrictEqual(fields.roleByGroup, before)) return undefined;
  const factsOf: Confirmation['factsOf'] = (events) => texts.facts(countRoleChanges(events));
  return { title: texts.title(name), button: texts.button, factsOf, onlyWithFacts: true };
}

/** Other domains of an active connection change at once who can sign in, and with which connection. */
async function confirmDomains(
  host: IdentityPluginHost,
  visit: SetupVisit,
  { name, status, domains: before }: Connection,
): Promise<Confirmation | undefined> {
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

type Connection = ReturnType<typeof shownConnection>;

interface Props {
  visit: SetupVisit;
  kind: ConnectionKind;
  connection: Connection;
  choices: Choices;
  errors: FieldErrors | undefined;
}

/** One form with all settings. What makes a draft of an active connection has to be confirmed by a checkbox. */
function Settings({ visit, kind, connection, choices, errors }: Props) {
  const { settings: texts } = useTexts(connectionPagesTexts);
  const forSetup = hasSetupLink(visit.principal);
  // The form that was sent, if it was refused, or else what is stored.
  const form = visit.form['name'] === undefined ? formOf(kind, connection) : visit.form;
  const shown = { form, errors, forSetup };
  const isActive = connection.status === 'ACTIVE';
  const { Lead, Provider, Options } = kind.form;
  const own = { form, errors, isNew: false, entry: kind.form.entryOf(connection) };
  const error = errors?.['understood'];
  const errorId = 'field-understood-error';
  return (
    <Form action={`${connectionPath(visit.base, connection.id)}/settings`} hidden={{ ...visit.hidden }}>
      <section>
        <h2>{texts.people}</h2>
        <NameField {...shown} />
        <PeopleFields {...shown} {...choices} />
      </section>
      <section>
        <h2>{texts.provider}</h2>
        <Lead isActive={isActive} />
        <Provider {...own} />
        {Options && <Options {...own} />}
        <TrustFields {...shown} />
        {isActive && (
          <>
            {error && (
              <p class="field-error" id={errorId}>
                {error}
              </p>
            )}
            <Checkbox
              name="understood"
              label={texts.understood}
              checked={false}
              refusedBy={error && errorId}
              autofocus={firstOf(errors) === 'understood'}
            />
          </>
        )}
      </section>
      <Button>{texts.save}</Button>
    </Form>
  );
}
