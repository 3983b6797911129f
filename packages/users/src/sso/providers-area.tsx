import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { listLinks, removeLink } from './links.js';
import { ProviderEntries } from './provider-entries.js';
import { beginLink } from './request-link.js';
import type { Upstreams } from './upstreams.js';
import { namedLinks, nameOfProvider } from './upstreams.js';

interface Services {
  host: IdentityPluginHost;
  upstreams: Upstreams;
  passwordSignIn: boolean;
  emailCodes: boolean;
}

/** The linked accounts of upstream providers. */
export function providersArea({ host, upstreams, passwordSignIn, emailCodes }: Services): AccountArea {
  const path = '/account/providers';
  return {
    path: 'providers',
    name: 'providers',
    async draw({ principal, hidden }) {
      const { links } = await listLinks(host.db, principal);
      const linked = namedLinks(upstreams, links);
      const others = [...upstreams.values()]
        .map(({ provider }) => provider)
        .filter(({ id }) => !links.some(({ provider }) => provider === id));
      return <ProviderEntries linked={linked} others={others} hidden={hidden} />;
    },
    async act({ principal, form, language }) {
      const { userId } = principal;
      if (form['unlink'] !== undefined) {
        const provider = form['unlink'];
        await removeLink(host, {
          userId,
          provider,
          providerName: nameOfProvider(upstreams, provider),
          passwordSignIn,
          emailCodes,
          language,
        });
        return { done: 'unlinked' };
      }
      const { db, issuer } = host;
      const returnTo = `${issuer}${path}?done=linked`;
      const { url } = await beginLink({ db, issuer, upstreams }, { principal, provider: form['link'] ?? '', returnTo });
      return { redirect: url };
    },
  };
}
