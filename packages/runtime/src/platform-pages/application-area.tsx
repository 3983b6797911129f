import { actorOf, fieldErrors, type PlatformArea, readForm, type UserVisit } from '@org/identity-core';
import { Empty, Name, Table, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { AgentSeats } from '../applications/agent-seats.js';
import { findApplicationUses } from '../applications/application-uses.js';
import { ApplicationInput } from '../applications/create-application.js';
import { deleteApplication } from '../applications/delete-application.js';
import { getApplication } from '../applications/get-application.js';
import { updateApplication } from '../applications/update-application.js';
import { ApplicationChanges } from './application-changes.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const areaTexts = textsOf(platformPagesTexts, ({ applications, applicationNotices, applicationRefusals }) => ({
  name: applications.application,
  title: applications.application,
  notices: applicationNotices,
  refusals: applicationRefusals,
}));

const ApplicationAction = z.object({ action: z.enum(['rename', 'agents', 'delete']) });
const AgentRule = z.object({ agentSeats: AgentSeats });
const actionIn = ({ form }: UserVisit) => readForm(ApplicationAction, form).action;

/** One application with its clients; renaming and deleting it. Licensing adds its license types. */
export function applicationArea(services: ConsoleServices): PlatformArea {
  const { db } = services;
  const idIn = ({ params }: UserVisit) => params['applicationId'] ?? '';
  return {
    place: 'platform',
    path: 'applications/:applicationId',
    parent: 'applications',
    texts: areaTexts,
    async draw(visit, errors) {
      const { base, language } = visit;
      const { applications: texts, client } = platformPagesTexts[language];
      const { id, name, agentSeats, clients } = await getApplication(db, idIn(visit));
      const uses = await findApplicationUses(db, id);
      const content = (
        <>
          <dl class="facts">
            <dt>{texts.id}</dt>
            <dd>
              <bdi>{id}</bdi>
            </dd>
          </dl>
          <section>
            <h2>{texts.clients}</h2>
            {clients.length === 0 ? (
              <Empty>{texts.noClients}</Empty>
            ) : (
              <Table
                caption={texts.clients}
                rows={clients}
                keyOf={(each) => each.id}
                columns={[
                  {
                    label: texts.client,
                    cell: (each) => (
                      <a href={`${base}/clients/${encodeURIComponent(each.id)}`}>
                        <Name text={each.name} />
                      </a>
                    ),
                  },
                  { label: client.id, cell: (each) => <Name text={each.id} /> },
                ]}
              />
            )}
          </section>
          <ApplicationChanges {...{ visit, uses, errors }} application={{ id, name, agentSeats }} />
        </>
      );
      return { heading: name, content };
    },
    errorsOf: (refusal, language) =>
      fieldErrors(refusal, { fields: { name: platformPagesTexts[language].applications.invalid } }),
    needsFreshSignIn: (visit) => actionIn(visit) === 'delete',
    async confirm(visit) {
      if (actionIn(visit) !== 'delete') return undefined;
      const { name } = await getApplication(db, idIn(visit));
      const { applicationConfirm: texts } = platformPagesTexts[visit.language];
      return { title: texts.title(name), button: texts.button, facts: texts.facts };
    },
    async act(visit) {
      const { base, form, principal } = visit;
      const application = { applicationId: idIn(visit), actor: actorOf(principal) };
      if (actionIn(visit) === 'delete') {
        await deleteApplication(services, application);
        return { redirect: `${base}/applications?done=deleted` };
      }
      if (actionIn(visit) === 'agents') {
        const changes = readForm(AgentRule, { agentSeats: form['agentSeats'] });
        await updateApplication(services, { ...application, changes });
        return { done: 'agents-saved' };
      }
      const changes = readForm(ApplicationInput, { name: form['name'] });
      await updateApplication(services, { ...application, changes });
      return { done: 'renamed' };
    },
  };
}
