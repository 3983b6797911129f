import { performance } from 'node:perf_hooks';
import { TestBrowser } from '../packages/testing/dist/src/test-browser.js';
import { fill, fills, large, small } from './member-list-fills.mjs';

const rounds = 5;
const requestsPerRound = 5;
const application = '019a0000-0000-7000-8900-000000000001';
const basic = '019a0000-0000-7000-8900-000000000002';
const owner = { email: 'console@bench.test', password: 'a long enough passphrase 42' };
const slugs = new Map([
  [small, 'tenant-2'],
  [large, 'tenant-1'],
]);

/** An owner of both tenants, a subscription with a seat for each active member, and an event for each member. */
const consoleFills = [
  `INSERT INTO identity.applications (id, name) VALUES ('${application}', 'CRM')`,
  `INSERT INTO identity.license_types (id, application_id, name, slug, features)
   VALUES ('${basic}', '${application}', 'Basic', 'basic', '{}')`,
  ...[small, large].flatMap(({ id, members }, index) => [
    `INSERT INTO identity.subscriptions (id, tenant_id, application_id, license_type_id, quantity_purchased, starts_at)
     VALUES ('019a0000-0000-7000-8901-00000000000${index}', '${id}', '${application}', '${basic}', ${members}, now())`,
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT gen_random_uuid(), '019a0000-0000-7000-8901-00000000000${index}', tenant_id, '${application}', user_id
     FROM identity.memberships WHERE tenant_id = '${id}' AND status = 'ACTIVE' ORDER BY id`,
    `INSERT INTO identity.events (id, type, tenant_id, actor_kind, actor_id, subject_id, data, occurred_at)
     SELECT id, 'member.added', tenant_id, 'user', user_id, user_id, '{}', now()
     FROM identity.memberships WHERE tenant_id = '${id}' ORDER BY id`,
    `INSERT INTO identity.memberships (id, tenant_id, user_id, role)
     SELECT gen_random_uuid(), '${id}', id, 'owner' FROM identity.users WHERE email = '${owner.email}'`,
  ]),
  'VACUUM ANALYZE',
];

const pages = {
  overview: '',
  members: '/members',
  'members, role admin': '/members?role=admin',
  'members, search': '/members?search=user-9',
  invitations: '/invitations',
  licenses: '/licenses',
  holders: `/licenses/${application}`,
  'holders, search': `/licenses/${application}?search=user-9`,
  audit: '/audit',
  'audit, one type': '/audit?type=member.added',
};

export const consoleSeed = { users: [owner] };

/** Measures the pages of a tenant's console with 1,000 and with 100,000 members; returns a Markdown table. */
export async function measureConsolePages({ issuer, databaseUrl }) {
  await fill(databaseUrl, [...fills, ...consoleFills]);
  const browser = new TestBrowser(issuer);
  const asked = await browser.open('/console');
  await browser.submit(asked, owner);
  const cells = [];
  for (const [name, path] of Object.entries(pages)) {
    for (const tenant of [small, large])
      cells.push({ name, tenant, url: new URL(`/console/${slugs.get(tenant)}${path}`, issuer), times: [], bytes: 0 });
  }
  // In turn, so that other work on the machine affects all alike; the first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const cell of cells) {
      for (let request = 0; request < requestsPerRound; request += 1) {
        const started = performance.now();
        const response = await browser.request('GET', cell.url);
        const html = await response.text();
        if (response.status !== 200) throw new Error(`${cell.url} returned ${response.status}`);
        if (round > 0) cell.times.push(performance.now() - started);
        cell.bytes = Buffer.byteLength(html);
      }
    }
  }
  return table(cells);
}

function table(cells) {
  const rows = Object.keys(pages).map((name) => {
    const [few, many] = [small, large].map((tenant) =>
      cells.find((cell) => cell.name === name && cell.tenant === tenant),
    );
    return [name, milliseconds(few), milliseconds(many), ratio(many, few), `${Math.ceil(many.bytes / 1000)} KB`];
  });
  const heading = ['page', '1,000 members', '100,000 members', '100,000 : 1,000', 'size'];
  const lines = [heading, heading.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`);
  return `## Console pages\n\n${lines.join('\n')}\n\n${note}\n`;
}

const note = `Milliseconds of one page of the tenant console over loopback HTTP, for a signed-in owner: medians of ${rounds * requestsPerRound} requests, one
after the other, in ${rounds} interleaved rounds, client, server and PostgreSQL on one machine. Ratios carry over to other
machines, milliseconds do not.`;

const median = ({ times }) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
const milliseconds = (cell) => median(cell).toFixed(1);
const ratio = (one, other) => `${(median(one) / median(other)).toFixed(2)}×`;
