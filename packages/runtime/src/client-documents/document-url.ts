import { isLoopback } from '@org/identity-core';

/** Longer ones would not fit on the consent page, nor in the index of the table. */
const maxLength = 500;

export interface DocumentLists {
  /** Only documents of these hosts, and of the hosts below them, are read. Undefined: of all. */
  readonly allow?: readonly string[] | undefined;
  readonly block?: readonly string[] | undefined;
}

/** The option `clientIdMetadataDocuments`. */
export type DocumentOption = boolean | DocumentLists;

/** Returns whether a URL can be a client id, by its form and by the lists of the deployment. */
export function documentRules(
  option: DocumentOption,
  { allowHttp }: { allowHttp: boolean },
): (clientId: string) => boolean {
  if (option === false) return () => false;
  const { allow, block = [] } = option === true ? {} : option;
  return (clientId) => {
    const url = parseDocumentUrl(clientId, { allowHttp });
    if (!url || isListed(url.hostname, block)) return false;
    return allow === undefined || isListed(url.hostname, allow);
  };
}

/**
 * Parses a client identifier URL (draft-ietf-oauth-client-id-metadata-document-02 §3). Stricter than the draft, so that no
 * document has two ids: it has to be written as browsers write it (lower-case host, no default port, no dot segments, a
 * path), and must not have a query, which the draft advises against. `allowHttp` also accepts http on a loopback host.
 */
export function parseDocumentUrl(clientId: string, { allowHttp }: { allowHttp: boolean }): URL | undefined {
  if (clientId.length > maxLength || !URL.canParse(clientId)) return undefined;
  const url = new URL(clientId);
  const isSecure = url.protocol === 'https:' || (allowHttp && url.protocol === 'http:' && isLoopback(url.hostname));
  const hasMore = url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '';
  // An empty query or fragment leaves only its sign in the text. A host that ends with a dot would get around the lists.
  if (!isSecure || hasMore || /[?#]/u.test(clientId) || url.hostname.endsWith('.')) return undefined;
  return url.href === clientId ? url : undefined;
}

function isListed(hostname: string, hosts: readonly string[]): boolean {
  return hosts.some((host) => isSameOrBelow(hostname, host));
}

/** Whether a host is another one, or below it: `app.example.com` is below `example.com`. */
export function isSameOrBelow(hostname: string, host: string): boolean {
  return hostname === host || hostname.endsWith(`.${host}`);
}
