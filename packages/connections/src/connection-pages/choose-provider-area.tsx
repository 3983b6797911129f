import type { AreaIn } from '@org/identity-core';
import { type IdentityPluginHost, uuidV7 } from '@org/identity-prisma';
import { Entry, Notice, textsOf } from '@org/identity-ui';
import { addConnectionPath, signOnPath } from '../access/console-paths.js';
import type { SetupVisit } from '../access/setup-caller.js';
import { listDomains } from '../domains/list-domains.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ choose }) => ({ name: choose.title, title: choose.title }));

/** The first step of a new connection: its provider. */
export function chooseProviderArea({
  db,
  connectionKinds,
}: Pick<IdentityPluginHost, 'db' | 'connectionKinds'>): AreaIn<SetupVisit> {
  return {
    path: addConnectionPath,
    parent: signOnPath,
    texts: areaTexts,
    async draw({ tenant, principal, base, language }) {
      const { choose: texts } = connectionPagesTexts[language];
      const entries = connectionKinds().flatMap(({ form }) => form.entries(language));
      const { domains } = await listDomains(db, { tenantId: tenant.id, principal });
      // The next page shows the redirect URI, which has the id in it.
      const id = uuidV7();
      return (
        <>
          <p>{texts.lead}</p>
          {!domains.some(({ status }) => status === 'VERIFIED') && <Notice kind="info">{texts.noDomains}</Notice>}
          <ul class="list entries">
            {entries.map(({ id: entry, label, note }) => {
              const target = { href: `${base}/${addConnectionPath}/${entry}/${id}` };
              const button = { text: texts.choose, of: ` ${label}`, target };
              return <Entry key={entry} name={label} state={note} button={button} />;
            })}
          </ul>
        </>
      );
    },
  };
}
