import { callService, type ServiceCall } from './call-service.js';
import { IdentityClientError } from './identity-client-error.js';
import type { MachineToken } from './machine-token.js';
import type { Settings } from './options.js';

export type UnsignedCall = Omit<ServiceCall, 'headers'>;

/** Sends a request with the token of the machine client. A token that was revoked early is replaced once. */
export async function callAsMachine(
  settings: Settings,
  machine: MachineToken,
  request: UnsignedCall,
): Promise<unknown> {
  const token = await machine.get();
  try {
    return await callService(settings, withToken(request, token));
  } catch (error) {
    if (!(error instanceof IdentityClientError) || error.status !== 401) throw error;
    // A refused request had no effect, so it can be sent again with a new token.
    machine.forget();
    return callService(settings, withToken(request, await machine.get()));
  }
}

export function withToken(request: UnsignedCall, token: string): ServiceCall {
  const type = request.body === undefined ? {} : { 'content-type': 'application/json' };
  return { ...request, headers: { authorization: `Bearer ${token}`, ...type } };
}
