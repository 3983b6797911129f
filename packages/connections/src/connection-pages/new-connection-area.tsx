import { type AreaIn, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Form, textsOf } from '@org/identity-ui';
import { addConnectionPath, connectionPath, signOnPath } from '../access/console-paths.js';
import { connectionNotFound } from '../access/errors.js';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import { createConnection } from '../connections/create-connection.js';
import { isReservable } from '../connections/reserved-id.js';
import {
  type GuidedProvider,
  guidedProviders,
  issuerForms,
  providerNames,
} from '../provider-guides/guided-providers.js';
import { ProviderGuide } from '../provider-guides/provider-guide.js';
import { urisOf } from '../providers/connection-uris.js';
import { CreateConnectionBody } from '../schemas.js';
import { type Choices, readChoices } from './choices.js';
import {
  errorsOfForm,
  NameField,
  PeopleFields,
  ProviderFields,
  peopleFieldsIn,
  providerFieldsIn,
  UseFields,
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
    errorsOf: errorsOfForm,
    async draw(visit, errors) {
      const { base, hidden, language } = visit;
      const { create: texts } = connectionPagesTexts[language];
      const { provider, id } = reservedBy(visit);
      const name = providerNames[provider];
      const forSetup = hasSetupLink(visit.principal);
      const choices = await readChoices(host.db, visit);
      const form = visit.form['name'] === undefined ? firstForm(provider, choices, texts.defaultName) : visit.form;
      const content = (
        <>
          <p>{texts.lead}</p>
          <ProviderGuide provider={provider} redirectUri={urisOf(host.issuer, id).redirectUri} />
          <section>
            <h2>{texts.formHeading}</h2>
            <Form action={`${base}/${addConnectionPath}/${provider}/${id}`} hidden={{ ...hidden }}>
              <NameField {...{ form, errors }} />
              <ProviderFields {...{ form, errors }} example={issuerForms[provider]} isNew />
              <PeopleFields {...{ form, errors }} {...choices} forSetup={forSetup} />
              <UseFields {...{ form, errors, forSetup }} />
              <Button>{texts.save}</Button>
            </Form>
          </section>
        </>
      );
      return { heading: name === undefined ? texts.headingOther : texts.heading(name), content };
    },
    async act(visit) {
      const { tenant, principal, base } = visit;
      const { id } = reservedBy(visit);
      const entered = { kind: 'OIDC', ...providerFieldsIn(visit), ...peopleFieldsIn(visit) };
      const values = readForm(CreateConnectionBody, entered);
      await createConnection(host, { tenantId: tenant.id, principal, values, id });
      return { redirect: `${connectionPath(base, id)}?done=connectionAdded` };
    },
  };
}

/** The provider and the id in the URL. */
function reservedBy({ params }: SetupVisit): { provider: GuidedProvider; id: string } {
  const { newId: id = '' } = params;
  const provider = guidedProviders.find((each) => each === params['provider']);
  if (provider === undefined || !isReservable(id)) throw connectionNotFound();
  return { provider, id };
}

/** What is usual, so that it need not be typed. */
function firstForm(provider: GuidedProvider, { domains }: Choices, name: string): Record<string, string> {
  const [only, another] = domains;
  return {
    name: providerNames[provider] ?? name,
    // The issuer of Google is the same for everyone.
    issuer: provider === 'google' ? issuerForms.google : '',
    clientSecret: '',
    defaultRole: 'member',
    emailClaim: 'email',
    jit: 'on',
    ...(only && !another ? { [`domain.${only.id}`]: 'on' } : {}),
  };
}
