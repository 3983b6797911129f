import { ConnectionRefusal, PrivateNetworkError } from '@org/identity-core';

/** Why a provider has confirmed nobody. */
export interface ProviderFailure {
  /** As `failureCode` returns it. */
  readonly code: string;
  /** What the provider has written about it, if it has. */
  readonly description?: string | undefined;
  /** What the kind of the connection says about it, for the page of a test. */
  readonly advice?: string | undefined;
}

const shown = /^[\w.:-]{1,100}$/u;

/**
 * What of an error helps to set a connection up: the provider's error code such as `invalid_client`, that of the library, or
 * that the provider is in a private network. Nothing else of what a provider has sent.
 */
export function failureCode(error: unknown): string {
  const chain = chainOf(error);
  if (chain.some((each) => each instanceof PrivateNetworkError)) return 'private_network';
  for (const name of ['error', 'code'] as const)
    for (const each of chain) {
      const value: unknown = Reflect.get(each, name);
      if (typeof value === 'string' && shown.test(value)) return value;
    }
  return 'unknown';
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  return chain;
}

/** The same with the description: that of the kind, or the one that a provider sends beside its error code (`error_description`). */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ConnectionRefusal)
    return { code: failureCode(error), description: error.message, advice: error.message };
  const described = chainOf(error).find((each) => 'error_description' in each);
  const description = described && 'error_description' in described ? described.error_description : undefined;
  return { code: failureCode(error), ...(typeof description === 'string' ? { description } : {}) };
}

const maxDescription = 200;
// Everything that changes how a line is read: control characters, marks of the direction, line ends, private characters.
const unprintable = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/**
 * What owners read about a failure. The description comes from the provider, or from anybody who begins a sign-in and changes
 * the URL on the way back: it is a short line of plain text, never a link.
 */
export function shownFailure(failure: ProviderFailure | undefined): {
  providerError: string | null;
  providerErrorDescription: string | null;
} {
  if (!failure) return { providerError: null, providerErrorDescription: null };
  const { code, description = '' } = failure;
  const isLong = description.length > maxDescription;
  const start = (isLong ? description.slice(0, maxDescription - 1) : description).replaceAll(unprintable, ' ');
  const line = start.split(' ').filter(Boolean).join(' ');
  const shownLine = isLong ? `${line}…` : line;
  return { providerError: codeOnPage(code), providerErrorDescription: line === '' ? null : shownLine };
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
