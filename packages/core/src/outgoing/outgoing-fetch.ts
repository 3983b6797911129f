import { loadAgent, type OutgoingOptions, refusePrivateIp } from './outgoing-agent.js';

export type Fetch = typeof fetch;

/**
 * Creates the fetch for calls that leave the service. Clients and tenants choose the URLs, so it follows no redirect, limits
 * the time and the size of a response, and calls public IPs only.
 */
export function createOutgoingFetch(options: OutgoingOptions): Fetch {
  let agent: ReturnType<typeof loadAgent> | undefined;
  return async (input, init) => {
    refusePrivateIp(new URL(input instanceof Request ? input.url : input).hostname, options);
    agent ??= loadAgent(options);
    const { fetch: outgoing, dispatcher } = await agent;
    // The types of undici and those of Node's older undici differ in name only.
    return (outgoing as unknown as Fetch)(input, { ...init, redirect: 'manual', dispatcher } as RequestInit);
  };
}
