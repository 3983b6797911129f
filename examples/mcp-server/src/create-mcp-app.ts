import type { IncomingMessage, RequestListener } from 'node:http';
import {
  hostHeaderValidation,
  type NodeIncomingMessageLike,
  originValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { createIdentityClient } from '@org/identity-client';
import { callerOf, type Identity, protectedResource } from '@org/identity-client/resource';
import { createContacts } from './contacts.js';
import type { Settings } from './settings.js';
import { createTools, scopes } from './tools.js';

/** An MCP server over streamable HTTP whose callers sign in at the identity server, and whose tools need licenses. */
export function createMcpApp(settings: Settings): RequestListener {
  const { issuer, resource } = settings;
  const api = protectedResource({ issuer, resource, scopes: Object.values(scopes), name: 'CRM tools' });
  const client = createIdentityClient(settings);
  const contacts = createContacts();
  const { hostname, pathname } = new URL(resource);

  const handler = createMcpHandler(({ authInfo }) => {
    // The type of the SDK leaves open what a verifier adds.
    const caller = authInfo?.extra?.['identity'] as Identity;
    return createTools({ client, settings, contacts, caller });
  });
  const [metadata, authenticate] = [api.node.metadata(), api.node.authenticate({ scopes: [scopes.read] })];
  const [hasOurHost, hasOurOrigin] = [hostHeaderValidation([hostname]), originValidation([hostname])];
  const serve = toNodeHandler(handler, { maxRequestBodySize: 100_000 });

  /** What the SDK passes on to the tools. */
  function authInfoOf(request: IncomingMessage): AuthInfo {
    const identity = callerOf(request);
    return {
      token: identity.accessToken,
      clientId: identity.clientId,
      scopes: [...identity.scopes],
      expiresAt: Math.floor(identity.expiresAt.getTime() / 1000),
      resourceMetadataUrl: api.metadataUrl,
      extra: { identity },
    };
  }

  return (request, response) => {
    const fail = () => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    };
    metadata(request, response, () => {
      const [path] = (request.url ?? '').split('?', 1);
      if (path !== pathname) {
        response.writeHead(404).end();
        return;
      }
      // A page of another site in a browser must not reach a server on this machine.
      if (!hasOurHost(request, response) || !hasOurOrigin(request, response)) return;
      authenticate(request, response, (error) => {
        if (error) return fail();
        // The types of the SDK do not know that Node.js leaves `method` and `url` open for other kinds of messages.
        const authenticated = Object.assign(request, { auth: authInfoOf(request) }) as NodeIncomingMessageLike;
        serve(authenticated, response).catch(fail);
      });
    });
  };
}
