import { ConnectionRefusal, connectionKind, text } from '@org/identity-core';
import { Field } from '@org/identity-ui';
import { z } from 'zod';
import { openTicket } from './office-ticket.js';

/** A kind of connection: the badge office of another company says in a signed ticket who its visitor is. */
export const officeKind = connectionKind({
  kind: 'BADGE_OFFICE',
  request: { provider: { office: text(200, { trim: true, min: 1 }), officeKey: text(100, { min: 8 }) }, options: {} },
  reply: { provider: { office: z.string() }, options: {} },
  words: { office: 'The name of the badge office.', officeKey: 'The key that it signs with.' },
  secrets: ['officeKey'],
  tested: ['office'],
  settings: z.object({}),
  store: ({ office, officeKey }, before) => ({
    issuer: office ?? before?.issuer ?? '',
    settings: {},
    secret: officeKey,
  }),
  show: ({ issuer }) => ({ office: issuer }),
  connect: async ({ issuer, secret }) => ({
    begin: async ({ state, nonce }) => ({
      form: { action: 'https://office.test/tickets', fields: { state, attempt: nonce } },
    }),
    async identify({ nonce }, { ticket }) {
      const opened = openTicket(secret() ?? '', ticket);
      if (!opened) throw new ConnectionRefusal('wrong_key', 'Another key has signed the ticket. Set the key anew.');
      if (opened.attempt !== nonce) throw new ConnectionRefusal('other_attempt', 'The ticket is for another visit.');
      return { issuer, subject: opened.badge, email: opened.email };
    },
  }),
  returns: { method: 'post', path: 'badge-office', stateField: 'state', fields: ['ticket'] },
  facts: ({ subject, email }) => [
    ['badge', subject],
    ['email', email],
  ],
  form: {
    entries: () => [{ id: 'badge-office', label: 'A badge office', note: 'It sends tickets.' }],
    entryOf: () => 'badge-office',
    first: () => ({ office: '' }),
    Provider: ({ form }) => (
      <>
        <Field name="office" label="Badge office" value={form['office'] ?? ''} />
        <Field name="officeKey" label="Key of the office" type="password" />
      </>
    ),
    read: ({ office = '', officeKey = '' }) => ({ office, ...(officeKey === '' ? {} : { officeKey }) }),
    write: ({ office }) => ({ office: String(office) }),
    errors: () => ({ office: 'Enter the name of the office.', officeKey: 'Enter the key.' }),
    Guide: () => <p>Ask the office for its key.</p>,
    Lead: () => <p>Another office needs a new test.</p>,
    Facts: ({ connection }) => (
      <>
        <dt>Badge office</dt>
        <dd>{String(connection['office'])}</dd>
      </>
    ),
    Help: () => <p>Compare the keys.</p>,
  },
});
