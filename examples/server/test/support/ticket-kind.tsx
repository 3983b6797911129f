import { createHmac, timingSafeEqual } from 'node:crypto';
import { ConnectionRefusal, connectionKind, text, type UpstreamIdentity } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { Field } from '@org/identity-ui';
import { z } from 'zod';

/*
 * A kind of connection that is not ours: an office sends a ticket by a form of its own site, signed with a key that it shares
 * with us.
 */

const Office = text(200, { trim: true }).regex(/^urn:office:[a-z]+$/u, 'must be urn:office: and a name');
const Ticket = z.strictObject({
  office: z.string(),
  attempt: z.string(),
  user: z.string(),
  email: z.string().optional(),
  teams: z.array(z.string()).optional(),
});

/** What an office signs. */
export type Ticket = z.input<typeof Ticket>;

/** A ticket as an office sends it. */
export function signTicket(key: string, ticket: Ticket): string {
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

function openTicket(key: string, sent = ''): Ticket {
  const [body = '', signature = ''] = sent.split('.');
  const expected = createHmac('sha256', key).update(body).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ConnectionRefusal('wrong_key', 'The ticket is signed with another key. Set the key of the office anew.');
  return Ticket.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

const deskUrl = z.url();

const ticketKind = connectionKind({
  kind: 'TICKET',
  request: {
    provider: { office: Office, officeKey: text(100, { min: 8 }) },
    options: { deskOpen: z.boolean().optional() },
  },
  reply: { provider: { office: z.string() }, options: { deskOpen: z.boolean(), deskUrl } },
  words: {
    office: 'The name of the office.',
    officeKey: 'Its key.',
    deskOpen: 'Whether it is open.',
    deskUrl: 'Its URL.',
  },
  secrets: ['officeKey'],
  tested: ['office'],
  settings: z.object({ deskOpen: z.boolean() }),
  async prepare(values, check) {
    await check();
    if (values.office === 'urn:office:closed') throw new ConnectionRefusal('closed', 'The office is closed.');
    return values;
  },
  store: ({ office, officeKey, deskOpen }, before) => ({
    issuer: office ?? before?.issuer ?? '',
    settings: { deskOpen: deskOpen ?? before?.settings.deskOpen ?? true },
    secret: officeKey,
  }),
  show: ({ issuer: office, settings }) => ({ office, ...settings, deskUrl: 'https://desk.test/' }),
  connect: async ({ settings, secret }) => ({
    async begin({ state, nonce }, { loginHint = '' } = {}) {
      if (!settings.deskOpen)
        throw new ConnectionRefusal('desk_closed', 'The desk is closed. Open it in the settings.');
      return { form: { action: 'https://desk.test/tickets', fields: { state, attempt: nonce, loginHint } } };
    },
    async identify({ nonce }, { ticket }): Promise<UpstreamIdentity> {
      const { office, attempt, user, email, teams } = openTicket(secret() ?? '', ticket);
      if (attempt !== nonce) throw new ConnectionRefusal('other_attempt', 'The ticket is for another visit.');
      return { issuer: office, subject: user, email, groups: teams, amr: ['mfa'], attributes: { teams: teams ?? [] } };
    },
  }),
  returns: {
    method: 'post',
    path: 'ticket',
    stateField: 'state',
    fields: ['ticket'],
    maxBytes: 300 * 1024,
    startsOwn: ({ settings }) => settings.deskOpen,
  },
  pages: [
    {
      path: 'poster',
      handle: async ({ name, issuer }) => ({
        download: { name: 'poster.txt', type: 'text/plain', body: `${issuer}: ${name}` },
      }),
    },
  ],
  facts: ({ subject, email, attributes }) => [
    ['user', subject],
    ['email', email],
    ['teams', attributes?.['teams']?.join(', ')],
  ],
  form: {
    entries: () => [
      { id: 'office', label: 'An office with tickets', note: 'It sends tickets.', product: 'Ticket office' },
    ],
    entryOf: () => 'office',
    first: () => ({ office: 'urn:office:' }),
    Provider: ({ form }) => (
      <>
        <Field name="office" label="Office" value={form['office'] ?? ''} />
        <Field name="officeKey" label="Key of the office" type="password" />
      </>
    ),
    read: ({ office = '', officeKey = '' }) => ({ office, ...(officeKey === '' ? {} : { officeKey }) }),
    write: ({ office }) => ({ office: String(office) }),
    errors: () => ({ office: 'Enter the name of the office.', officeKey: 'Enter the key.' }),
    Guide: ({ id }) => <p>Hang up the poster /sso/c/{id}/poster.</p>,
    Lead: () => <p>Another office needs a new test.</p>,
    Facts: ({ connection }) => (
      <>
        <dt>Office</dt>
        <dd>{String(connection['office'])}</dd>
      </>
    ),
    Help: () => <p>Ring the bell.</p>,
  },
});

/** The plugin of such a host. */
export const tickets: IdentityPlugin = { name: 'tickets', setup: () => ({ connectionKinds: [ticketKind] }) };
