import { type CallToolResult, McpServer, requireScopes } from '@modelcontextprotocol/server';
import type { IdentityClient } from '@org/identity-client';
import type { Identity } from '@org/identity-client/resource';
import { z } from 'zod';
import type { Contacts } from './contacts.js';
import { ifLicensed } from './licensed.js';
import type { Settings } from './settings.js';

/** The scopes of this API, as the identity server knows them. */
export const scopes = { read: 'contacts:read', write: 'contacts:write' } as const;

interface Parts {
  readonly client: IdentityClient;
  readonly settings: Settings;
  readonly contacts: Contacts;
  readonly caller: Identity;
}

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });
const json = (value: unknown) => text(JSON.stringify(value));

/** The tools of one caller. Scopes say what the user has allowed the agent; the license says what the user may do. */
export function createTools(parts: Parts): McpServer {
  const { contacts, caller } = parts;
  const tenantId = caller.tenant?.id ?? '';
  const server = new McpServer({ name: 'crm', title: 'CRM', version: '1.0.0' });

  server.registerTool(
    'whoami',
    { description: 'Who is signed in, for which organization, and with which scopes' },
    () =>
      json({ userId: caller.userId, tenant: caller.tenant?.slug, clientId: caller.clientId, scopes: caller.scopes }),
  );

  server.registerTool(
    'list_contacts',
    { description: 'All contacts of the organization', annotations: { readOnlyHint: true } },
    () => ifLicensed('contacts', parts, () => json(contacts.list(tenantId))),
  );

  server.registerTool(
    'sales_report',
    { description: 'How many contacts there are, by domain of their email', annotations: { readOnlyHint: true } },
    () => ifLicensed('reports', parts, () => json(countByDomain(parts.contacts.list(tenantId)))),
  );

  server.registerTool(
    'add_contact',
    {
      description: 'Adds a contact to the organization',
      inputSchema: z.object({ name: z.string().trim().min(1).max(100), email: z.email().max(254) }),
      // Without the scope the response is 403, and the client asks its user for it.
      scopeChallenge: requireScopes(scopes.read, scopes.write),
    },
    ({ name, email }) =>
      ifLicensed('contacts', parts, () =>
        contacts.add(tenantId, { name, email })
          ? text(`${name} was added.`)
          : { ...text('There are too many contacts.'), isError: true },
      ),
  );
  return server;
}

function countByDomain(contacts: readonly { email: string }[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { email } of contacts) {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
