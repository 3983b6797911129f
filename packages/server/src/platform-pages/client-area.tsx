import { actorOf, type FieldErrors, type PlatformArea, readForm, type UserVisit } from '@org/identity-core';
import {
  Badge,
  Button,
  DeletionSection,
  Empty,
  Form,
  Moment,
  Select,
  Table,
  textsOf,
  useTexts,
} from '@org/identity-ui';
import { z } from 'zod';
import { ClientFields } from '../client-forms/client-fields.js';
import {
  changeableFields,
  errorsOfClient,
  formOfClient,
  isNarrower,
  valuesOfForm,
} from '../client-forms/client-form.js';
import { ClientSecret } from '../client-forms/client-secret.js';
import { blockClient, unblockClient } from '../clients/block-client.js';
import type { ClientDetails } from '../clients/client-details.js';
import { confirmClient } from '../clients/confirm-client.js';
import { deleteClient } from '../clients/delete-client.js';
import { getClient } from '../clients/get-client.js';
import { rotateClientSecret } from '../clients/rotate-client-secret.js';
import { updateClient } from '../clients/update-client.js';
import { parseClient } from '../platform/parse-client.js';
import { applicationNames } from './application-names.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';
import { UnconfirmedSection } from './unconfirmed-section.js';

const areaTexts = textsOf(platformPagesTexts, ({ clients, clientNotices, clientRefusals }) => ({
  name: clients.client,
  title: clients.client,
  notices: clientNotices,
  refusals: clientRefusals,
}));

const hour = 60 * 60;
/** For how long the previous secrets stay valid. */
const graces = { now: 0, hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour } as const;
type Grace = keyof typeof graces;
const ClientAction = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['change', 'delete', 'block', 'unblock']) }),
  z.object({ action: z.literal('confirm'), seen: z.iso.datetime() }),
  z.object({ action: z.literal('secret'), grace: z.enum(Object.keys(graces) as [Grace, ...Grace[]]) }),
]);
const readAction = (form: unknown) => readForm(ClientAction, form);

/** One client: its fields, its secrets, confirming, blocking and deleting it. */
export function clientArea(services: ConsoleServices): PlatformArea {
  const { db } = services;
  const idIn = ({ params }: UserVisit) => params['clientId'] ?? '';
  return {
    place: 'platform',
    path: 'clients/:clientId',
    parent: 'clients',
    texts: areaTexts,
    async draw(visit, errors) {
      const client = await getClient(db, idIn(visit));
      const applications = await applicationNames(db);
      return { heading: client.name, content: <ClientContent {...{ visit, client, applications, errors }} /> };
    },
    errorsOf: errorsOfClient,
    needsFreshSignIn: ({ form }) => readAction(form).action !== 'change',
    async confirm(visit) {
      const client = await getClient(db, idIn(visit));
      const asked = readAction(visit.form);
      const { clientConfirm: texts } = platformPagesTexts[visit.language];
      if (asked.action === 'delete')
        return { title: texts.deleteTitle(client.name), button: texts.delete, facts: [texts.deleteFact] };
      if (asked.action === 'block')
        return { title: texts.blockTitle(client.name), button: texts.block, facts: [texts.blockFact] };
      if (asked.action === 'confirm')
        return {
          title: texts.confirmTitle(client.name),
          button: texts.confirm,
          facts: [texts.confirmFact, ...client.redirectUris.map((uri) => texts.confirmUri(uri))],
        };
      if (asked.action === 'unblock') return undefined;
      if (asked.action === 'secret')
        return {
          title: texts.secretTitle(client.name),
          button: texts.secret,
          facts: [texts.secretFacts[asked.grace], texts.secretShown],
        };
      if (!isNarrower(client, valuesOfForm(visit.form, client))) return undefined;
      return { title: texts.narrowTitle(client.name), button: texts.narrow, facts: [texts.narrowFact] };
    },
    async act(visit) {
      const { principal, base, form, language } = visit;
      const [clientId, actor] = [idIn(visit), actorOf(principal)];
      const asked = readAction(form);
      if (asked.action === 'delete') {
        await deleteClient(services, { clientId, actor });
        return { redirect: `${base}/clients?done=deleted` };
      }
      if (asked.action === 'block' || asked.action === 'unblock') {
        await (asked.action === 'block' ? blockClient : unblockClient)(services, { clientId, actor });
        return { done: `${asked.action}ed` };
      }
      if (asked.action === 'confirm') {
        await confirmClient(services, { clientId, actor, seen: new Date(asked.seen) });
        return { done: 'confirmed' };
      }
      if (asked.action === 'secret') {
        const { secret } = await rotateClientSecret(services, { clientId, graceSeconds: graces[asked.grace], actor });
        const lead = platformPagesTexts[language].client.newSecret;
        const next = `${base}/clients/${encodeURIComponent(clientId)}`;
        const client = await getClient(db, clientId);
        return { show: <ClientSecret {...{ lead, secret, client, next }} issuer={services.issuer} /> };
      }
      const changes = valuesOfForm(form, await getClient(db, clientId));
      const { changed } = await updateClient(services, { clientId, changes, actor, parse: parseClient });
      return { done: changed.length === 0 ? 'unchanged' : 'changed' };
    },
  };
}

interface ContentProps {
  visit: UserVisit;
  client: ClientDetails;
  applications: readonly string[];
  errors: FieldErrors | undefined;
}

function ClientContent({ visit, client, applications, errors }: ContentProps) {
  const { client: texts, clients, clientTypes, unconfirmed } = useTexts(platformPagesTexts);
  const action = `${visit.base}/clients/${encodeURIComponent(client.id)}`;
  const isRefused = errors !== undefined && visit.form['action'] === 'change';
  const form = isRefused ? visit.form : formOfClient(client);
  return (
    <>
      <dl class="facts">
        <dt>{texts.id}</dt>
        <dd>
          <bdi>{client.id}</bdi>
        </dd>
        <dt>{clients.type}</dt>
        <dd>
          {clientTypes[client.type]} {client.blockedAt && <Badge tone="bad">{texts.blocked}</Badge>}{' '}
          {!client.confirmed && <Badge tone="bad">{unconfirmed.badge}</Badge>}
        </dd>
        <dt>{texts.created}</dt>
        <dd>
          <Moment at={client.createdAt} />
        </dd>
      </dl>
      {client.unconfirmed && (
        <UnconfirmedSection
          {...{ visit, action }}
          redirectUris={client.redirectUris}
          unconfirmed={client.unconfirmed}
        />
      )}
      <section>
        <h2>{texts.settings}</h2>
        <Form action={action} hidden={{ ...visit.hidden, action: 'change' }}>
          <ClientFields
            names={changeableFields(client)}
            type={client.type}
            {...{ form, applications }}
            errors={errors ?? {}}
          />
          <Button>{texts.save}</Button>
        </Form>
      </section>
      {client.type !== 'SPA' && client.authMethod === null && <Secrets {...{ visit, client, action }} />}
      <Blocking {...{ visit, client, action }} />
      <DeletionSection {...{ texts, action }} hidden={visit.hidden} />
    </>
  );
}

function Blocking({ visit, client, action }: Pick<ContentProps, 'visit' | 'client'> & { action: string }) {
  const { client: texts } = useTexts(platformPagesTexts);
  const { blockedAt } = client;
  return (
    <section>
      <h2>{texts.blockTitle}</h2>
      <p>{blockedAt ? texts.blockedSince(<Moment at={blockedAt} />) : texts.blockHint}</p>
      <Form action={action} hidden={{ ...visit.hidden, action: blockedAt ? 'unblock' : 'block' }}>
        <div class="bar">
          <Button kind={blockedAt ? 'secondary' : 'danger'}>{blockedAt ? texts.unblock : texts.block}</Button>
        </div>
      </Form>
    </section>
  );
}

function Secrets({ visit, client, action }: Pick<ContentProps, 'visit' | 'client'> & { action: string }) {
  const { client: texts, graceNames } = useTexts(platformPagesTexts);
  const choices = (Object.keys(graces) as Grace[]).map((value) => ({ value, label: graceNames[value] }));
  return (
    <section>
      <h2>{texts.secrets}</h2>
      {client.secrets.length === 0 ? (
        <Empty>{texts.noSecrets}</Empty>
      ) : (
        <Table
          caption={texts.secrets}
          rows={client.secrets}
          keyOf={({ createdAt }) => createdAt.toISOString()}
          columns={[
            { label: texts.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
            { label: texts.expires, cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} /> : texts.never) },
          ]}
        />
      )}
      <Form action={action} hidden={{ ...visit.hidden, action: 'secret' }}>
        <div class="bar">
          <Select name="grace" label={texts.grace} value="day" groups={[{ choices }]} />
          <Button kind="danger">{texts.replaceSecret}</Button>
        </div>
      </Form>
    </section>
  );
}
