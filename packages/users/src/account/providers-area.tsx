import { ProviderEntries } from '../pages/account/provider-entries.js';
import { listLinks, removeLink } from '../sso/links.js';
import { beginLink } from '../sso/request-link.js';
import { namedLinks, nameOfProvider } from '../sso/upstreams.js';
import type { AccountArea, AccountServices } from './account-area.js';

/** Accounts at other providers that open this one. */
export function providersArea({ host, upstreams, passwordSignIn }: AccountServices): AccountArea {
  const path = '/account/providers';
  return {
    path,
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
