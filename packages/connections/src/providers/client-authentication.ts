import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import { failureCode } from './failure-code.js';

/** Whether a provider wants the secret in the header only. That is also what one means that does not say. */
export function needsBasic({
  token_endpoint_auth_methods_supported: methods = ['client_secret_basic'],
}: ServerMetadata): boolean {
  return methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
}

export const acceptsBoth = ({ token_endpoint_auth_methods_supported: methods = [] }: ServerMetadata): boolean =>
  methods.includes('client_secret_basic') && methods.includes('client_secret_post');

/**
 * Sends the secret in the header. openid-client also encodes `-`, `.` and `_`, which most ids and secrets have, and providers
 * that do not decode the header would not recognize them. Here they stay, as in the form encoding of browsers.
 */
export const clientSecretBasic =
  (clientSecret: string): ClientAuth =>
  (_server, { client_id: clientId }, _body, headers) => {
    const credentials = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };

const formEncoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);

/** What a provider says about a client that it does not know, or that sends its secret in another way than registered. */
const refusals = new Set(['invalid_client', 'unauthorized_client', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE']);

/**
 * Makes a request with the first configuration and, if the provider refuses the client, with the other one. A provider that
 * accepts the secret in the header and in the body may still accept only one of them from a client. A refused client has not
 * used up the code. What has worked is tried first the next time.
 */
export function withAlternative(first: Configuration, second: Configuration | undefined) {
  let order = second ? [first, second] : [first];
  return async <Result>(request: (configuration: Configuration) => Promise<Result>): Promise<Result> => {
    const [usual = first, other] = order;
    try {
      return await request(usual);
    } catch (error) {
      if (!other || !refusals.has(failureCode(error))) throw error;
      const result = await request(other).catch(() => {
        throw error;
      });
      order = [other, usual];
      return result;
    }
  };
}
