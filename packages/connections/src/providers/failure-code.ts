import { PrivateNetworkError } from '@org/identity-core';

const shown = /^[\w.:-]{1,100}$/u;

/**
 * What of an error helps to set a connection up: the provider's error code such as `invalid_client`, that of the library, or
 * that the provider is in a private network. Nothing else of what a provider has sent.
 */
export function failureCode(error: unknown): string {
  const chain: unknown[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  if (chain.some((each) => each instanceof PrivateNetworkError)) return 'private_network';
  for (const name of ['error', 'code'] as const)
    for (const each of chain) {
      const value = (each as Record<string, unknown>)[name];
      if (typeof value === 'string' && shown.test(value)) return value;
    }
  return 'unknown';
}

/** Codes of the network: an unknown name, a refused connection, a private network. */
const ofNetwork = /^(?:private_network|UND_ERR_\w+|E[A-Z_]+)$/u;
/** Codes of TLS, such as those of a certificate. */
const ofTls = /^ERR_/u;

/**
 * The code on a page. Somebody who sets a connection up must not find out which names and IPs exist in our network, so these
 * codes are one. The log has the other.
 */
export function codeOnPage(code: string): string {
  return ofNetwork.test(code) && !ofTls.test(code) ? 'unreachable' : code;
}
