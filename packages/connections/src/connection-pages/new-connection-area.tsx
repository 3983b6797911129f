import { type AreaIn, type ConnectionKind, type KindEntry, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Form, textsOf } from '@org/identity-ui';
import { addConnectionPath, connectionPath, signOnPath } from '../access/console-paths.js';
import { connectionNotFound } from '../access/errors.js';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import { createConnection } from '../connections/create-connection.js';
import { isReservable } from '../connections/reserved-id.js';
import { connectionSchemas } from '../kinds/kind-schemas.js';
import { type Choices, readChoices } from './choices.js';
import {
  errorsOfForm,
  NameField,
  PeopleFields,
  peopleFieldsIn,
  TrustFields,
  trustFieldsIn,
} from './connection-form.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ create, notices, refusals }) => ({
  name: create.title,
  title: create.title,
  notices,
  refusals,
}));

/**
 * The second step of a new connection: what to do at the provider, and the form. The redirect URI is needed there before the
 * connection exists here, so its id is reserved by the URL of this page, which stays the same after a new sign-in.
 */
export function newConnectionArea(host: IdentityPluginHost): AreaIn<SetupVisit> {
  return {
    path: `${addConnectionPath}/:provider/:newId`,
    parent: signOnPath,
    texts: areaTexts,
    needsFreshSignIn: () => true,
    keepsWithoutSecrets: true,
    errorsOf: errorsOfForm(host),
    async draw(visit, errors) {
      const { base, hidden, language } = visit;
      const { create: texts } = connectionPagesTexts[language];
      const { kind, entry, id } = reservedBy(host, visit);
      const { Guide, Provider, Options } = kind.form;
      const { product: name } = entry;
      const forSetup = hasSetupLink(visit.principal);
      const choices = await readChoices(host.db, visit);
      const form = visit.form['name'] === undefined ? firstForm(kind, entry, choices, texts.defaultName) : visit.form;
      const content = (
        <>
          <p>{texts.lead}</p>
          <Guide entry={entry.id} id={id} />
          <section>
            <h2>{texts.formHeading}</h2>
            <Form action={`${base}/${addConnectionPath}/${entry.id}/${id}`} hidden={{ ...hidden }}>
              <NameField {...{ form, errors }} />
              <Provider {...{ form, errors }} entry={entry.id} isNew />
              <PeopleFields {...{ form, errors }} {...choices} forSetup={forSetup} />
              {Options && <Options {...{ form, errors }} entry={entry.id} isNew />}
              <TrustFields {...{ form, errors, forSetup }} />
              <Button>{texts.save}</Button>
            </Form>
          </section>
        </>
      );
      return { heading: name === undefined ? texts.headingOther : texts.heading(name), content };
    },
    async act(visit) {
      const { tenant, principal, base } = visit;
      const { kind, id } = reservedBy(host, visit);
      const own = kind.form.read(visit.form, true);
      const entered = { kind: kind.kind, ...own, ...trustFieldsIn(visit), ...peopleFieldsIn(visit) };
      const values = readForm(connectionSchemas([kind]).CreateConnectionBody, entered);
      await createConnection(host, { tenantId: tenant.id, principal, values, id });
      return { redirect: `${connectionPath(base, id)}?done=connectionAdded` };
    },
  };
}

/** The provider in the URL with its kind, and the id. */
function reservedBy({ connectionKinds }: Pick<IdentityPluginHost, 'connectionKinds'>, visit: SetupVisit) {
  const { newId: id = '', provider } = visit.params;
  const found = connectionKinds().flatMap((kind) => {
    const entry = kind.form.entries(visit.language).find((each) => each.id === provider);
    return entry ? [{ kind, entry, id }] : [];
  })[0];
  if (!found || !isReservable(id)) throw connectionNotFound();
  return found;
}

/** What is usual, so that it need not be typed. */
function firstForm(
  { form }: ConnectionKind,
  { id, product }: KindEntry,
  { domains }: Choices,
  name: string,
): Record<string, string> {
  const [only, another] = domains;
  return {
    name: product ?? name,
    ...form.first(id),
    defaultRole: 'member',
    jit: 'on',
    ...(only && !another ? { [`domain.${only.id}`]: 'on' } : {}),
  };
}
