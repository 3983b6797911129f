import { loadAgent, type OutgoingOptions, refusePrivateIp } from './outgoing-agent.js';

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface PostResponse {
  readonly status: number;
  /** It must be read: the connection is closed if the reader stops before the end. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type Post = (url: string, request: PostRequest) => Promise<PostResponse>;

/** Creates a function for many requests. It has the same rules as `createOutgoingFetch` and takes a third of its CPU time. */
export function createOutgoingPost(options: OutgoingOptions): Post {
  let agent: ReturnType<typeof loadAgent> | undefined;
  return async (url, { headers, body, signal }) => {
    refusePrivateIp(new URL(url).hostname, options);
    agent ??= loadAgent(options);
    const { request, dispatcher } = await agent;
    const response = await request(url, { method: 'POST', headers, body, signal, dispatcher });
    // It fails when it is not read to its end. Without a listener this would end the process.
    response.body.on('error', () => undefined);
    return { status: response.statusCode, body: response.body };
  };
}
