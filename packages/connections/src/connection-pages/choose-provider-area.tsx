import type { AreaIn } from '@org/identity-core';
import { type IdentityPluginHost, uuidV7 } from '@org/identity-prisma';
import { Entry, Notice, textsOf } from '@org/identity-ui';
import { addConnectionPath, signOnPath } from '../access/console-paths.js';
import type { SetupVisit } from '../access/setup-caller.js';
import { listDomains } from '../domains/list-domains.js';
import { guidedProviders, providerNames } from '../provider-guides/guided-providers.js';
import { providerGuidesTexts } from '../provider-guides/texts.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ choose }) => ({ name: choose.title, title: choose.title }));

/** The first step of a new connection: its provider. */
export function chooseProviderArea({ db }: Pick<IdentityPluginHost, 'db'>): AreaIn<SetupVisit> {
  return {
    path: addConnectionPath,
    parent: signOnPath,
    texts: areaTexts,
    async draw({ tenant, principal, base, language }) {
      const { choose: texts } = connectionPagesTexts[language];
      const { shared } = providerGuidesTexts[language];
      const { domains } = await listDomains(db, { tenantId: tenant.id, principal });
      // The next page shows the redirect URI, which has the id in it.
      const id = uuidV7();
      return (
        <>
          <p>{texts.lead}</p>
          {!domains.some(({ status }) => status === 'VERIFIED') && <Notice kind="info">{texts.noDomains}</Notice>}
          <ul class="list entries">
            {guidedProviders.map((provider) => {
              const name = providerNames[provider] ?? shared.other;
              const target = { href: `${base}/${addConnectionPath}/${provider}/${id}` };
              const button = { text: texts.choose, of: ` ${name}`, target };
              return <Entry key={provider} name={name} state={texts.notes[provider]} button={button} />;
            })}
          </ul>
        </>
      );
    },
  };
}
