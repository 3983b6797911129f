import type { Area } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Badge, textsOf, useTexts } from '@org/identity-ui';
import { connectionPath, domainPath, signOnPath } from '../access/console-paths.js';
import { listConnections } from '../connections/get-connections.js';
import { ownersPartIn } from '../connections/owners-part.js';
import { listDomains } from '../domains/list-domains.js';
import { setupLinksTexts } from '../setup-links/texts.js';

const areaTexts = textsOf(setupLinksTexts, ({ start: { name, title } }) => ({ name, title }));

type State = 'toDo' | 'begun' | 'waits' | 'done';

/** The start page of a setup link: the steps, and how far each is. Other plugins add theirs as sections. */
export function startArea(host: Pick<IdentityPluginHost, 'db' | 'connectionKinds'>): Area {
  return {
    place: 'setup',
    path: '',
    order: 0,
    texts: areaTexts,
    async draw({ tenant, principal, base, language }) {
      const { start: texts } = setupLinksTexts[language];
      const call = { tenantId: tenant.id, principal };
      const [{ domains }, { connections }] = await Promise.all([
        listDomains(host.db, call),
        listConnections(host, call),
      ]);
      const openDomain = domains.find(({ status }) => status !== 'VERIFIED');
      const openConnection = connections.find(({ status }) => status !== 'ACTIVE');
      const domainState = stateOf(domains, ({ status }) => status === 'VERIFIED');
      const isAsked = openConnection && (await ownersPartIn(host.db, call, openConnection)) === 'asked';
      const connectionProgress = stateOf(connections, ({ status }) => status === 'ACTIVE');
      const connectionState = connectionProgress === 'begun' && isAsked ? 'waits' : connectionProgress;
      const page = `${base}/${signOnPath}`;
      return (
        <>
          <p>{texts.lead}</p>
          <Step
            heading={texts.domainStep}
            lead={texts.domainLead}
            state={domainState}
            isNext={domainState !== 'done'}
            href={domainState === 'begun' && openDomain ? domainPath(base, openDomain.id) : page}
          />
          <Step
            heading={texts.connectionStep}
            lead={texts.connectionLead}
            state={connectionState}
            isNext={domainState === 'done' && (connectionState === 'toDo' || connectionState === 'begun')}
            href={connectionState !== 'done' && openConnection ? connectionPath(base, openConnection.id) : page}
          />
        </>
      );
    },
  };
}

/** Done if one is complete, begun if there is one at all. */
function stateOf<Item>(items: readonly Item[], isComplete: (item: Item) => boolean): State {
  if (items.length === 0) return 'toDo';
  return items.some(isComplete) ? 'done' : 'begun';
}

function Step(props: { heading: string; lead: string; state: State; isNext: boolean; href: string }) {
  const { heading, lead, state, isNext, href } = props;
  const { start: texts } = useTexts(setupLinksTexts);
  return (
    <section>
      <h2>{heading}</h2>
      <p>
        <Badge tone={state === 'done' ? 'good' : 'plain'}>{texts[state]}</Badge>
      </p>
      <p>{lead}</p>
      <div class="bar">
        <a class={`button button-${isNext ? 'primary' : 'secondary'}`} href={href}>
          {texts.open}
          <span class="hidden"> {heading}</span>
        </a>
      </div>
    </section>
  );
}
