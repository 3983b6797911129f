import { pluginFieldValues } from '@org/identity-core';
import { fieldOfRow, type Transaction } from '@org/identity-prisma';
import { normalizeEmail } from '@org/identity-users';
import { withAgentSeats } from '../applications/agent-seats.js';
import type { Seed } from './seed-data.js';

/** The fields of an entry that the seed can change. A secret is only compared, and never shown. */
export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Identifies the stored secrets, as hashes. */
  readonly secrets?: string;
}

export type EntryKind =
  | 'application'
  | 'license type'
  | 'user'
  | 'tenant'
  | 'member'
  | 'client'
  | 'API'
  | 'subscription';

/** The entries of a seed as they are in the database, by kind and name. */
export async function readEntries(tx: Transaction, data: Seed): Promise<Map<string, Entry>> {
  const emails = data.users.map(({ email }) => normalizeEmail(email));
  const slugs = data.tenants.map(({ slug }) => slug);
  const ofTenants = { slug: { in: slugs }, closingAt: null };
  const found: Entry[] = [
    ...(await readApplications(tx, data)),
    ...(await tx.user.findMany({ where: { normalizedEmail: { in: emails } }, select: { normalizedEmail: true } })).map(
      ({ normalizedEmail }) => entryOf('user', normalizedEmail),
    ),
    ...(await tx.tenant.findMany({ where: ofTenants, select: { slug: true } })).map(({ slug }) =>
      entryOf('tenant', slug),
    ),
    ...(await readMembers(tx, { emails, slugs })),
    ...(await readClients(tx, data)),
    ...(await readApis(tx, data)),
    ...(await readSubscriptions(tx, slugs)),
  ];
  return new Map(found.map((entry) => [`${entry.kind} ${entry.name}`, entry]));
}

const entryOf = (kind: EntryKind, name: string, fields: Entry['fields'] = {}): Entry => ({ kind, name, fields });

async function readApplications(tx: Transaction, data: Seed): Promise<Entry[]> {
  const names = data.applications.map(({ name }) => name);
  const applications = await tx.application.findMany({
    where: { name: { in: names } },
    select: {
      name: true,
      agentSeats: true,
      licenseTypes: { select: { slug: true, name: true, features: true }, orderBy: { slug: 'asc' } },
    },
    orderBy: { name: 'asc' },
  });
  const seeded = new Set(data.applications.flatMap((one) => one.licenseTypes.map(({ slug }) => `${one.name}/${slug}`)));
  return applications.flatMap(({ name, licenseTypes, ...row }) => [
    entryOf('application', name, { agentSeats: withAgentSeats(row).agentSeats }),
    ...licenseTypes
      .filter(({ slug }) => seeded.has(`${name}/${slug}`))
      .map(({ slug, ...fields }) => entryOf('license type', `${name}/${slug}`, fields)),
  ]);
}

async function readMembers(tx: Transaction, { emails, slugs }: { emails: string[]; slugs: string[] }) {
  const members = await tx.membership.findMany({
    where: { tenant: { slug: { in: slugs }, closingAt: null }, user: { normalizedEmail: { in: emails } } },
    select: { tenant: { select: { slug: true } }, user: { select: { normalizedEmail: true } } },
  });
  return members.map(({ tenant, user }) => entryOf('member', `${user.normalizedEmail} of ${tenant.slug}`));
}

async function readClients(tx: Transaction, data: Seed): Promise<Entry[]> {
  const clients = await tx.client.findMany({
    where: { id: { in: data.clients.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
    include: {
      secrets: true,
      application: { select: { name: true } },
      tenant: { select: { slug: true } },
      agentMark: { select: { clientId: true } },
    },
  });
  return clients.map(({ id, secrets, application, tenant, agentMark, ...columns }) => {
    const {
      pluginFields: _fields,
      applicationId: _application,
      tenantId: _tenant,
      createdAt: _created,
      updatedAt: _updated,
      ...own
    } = columns;
    const agent = agentMark !== null;
    const ofPlugins = pluginFieldValues(columns.type, (name) => fieldOfRow(columns, name));
    const fields = {
      ...own,
      ...ofPlugins,
      agent,
      application: application?.name ?? null,
      tenant: tenant?.slug ?? null,
    };
    const hashes = secrets.map(({ hash }) => Buffer.from(hash).toString('hex'));
    return { ...entryOf('client', id, fields), secrets: hashes.sort().join() };
  });
}

async function readApis(tx: Transaction, data: Seed): Promise<Entry[]> {
  const apis = await tx.api.findMany({
    where: { identifier: { in: data.apis.map(({ identifier }) => identifier) } },
    orderBy: { identifier: 'asc' },
    select: {
      identifier: true,
      name: true,
      open: true,
      scopes: { select: { name: true, description: true }, orderBy: { name: 'asc' } },
      clients: { select: { clientId: true, scopes: true }, orderBy: { clientId: 'asc' } },
    },
  });
  return apis.map(({ identifier, name, open, scopes, clients }) =>
    entryOf('API', identifier, {
      name,
      open,
      scopes: scopes.map((scope) => `${scope.name} (${scope.description})`),
      clients: clients.map((client) => [client.clientId, ...client.scopes].join(' ')),
    }),
  );
}

async function readSubscriptions(tx: Transaction, slugs: string[]): Promise<Entry[]> {
  const subscriptions = await tx.subscription.findMany({
    where: { tenant: { slug: { in: slugs }, closingAt: null } },
    select: {
      tenant: { select: { slug: true } },
      licenseType: { select: { slug: true, application: { select: { name: true } } } },
    },
  });
  return subscriptions.map(({ tenant, licenseType: { slug, application } }) =>
    entryOf('subscription', `${tenant.slug} ${application.name}/${slug}`),
  );
}

/** What the database has beside the seed, of the kinds that only a seed or an operator adds: a seed never deletes. */
export async function readLeftovers(tx: Transaction, data: Seed): Promise<Pick<Entry, 'kind' | 'name'>[]> {
  const clients = await tx.client.findMany({
    where: { id: { notIn: data.clients.map(({ id }) => id) } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const apis = await tx.api.findMany({
    where: { identifier: { notIn: data.apis.map(({ identifier }) => identifier) } },
    select: { identifier: true },
    orderBy: { identifier: 'asc' },
  });
  const applications = await tx.application.findMany({
    select: { name: true, licenseTypes: { select: { slug: true }, orderBy: { slug: 'asc' } } },
    orderBy: { name: 'asc' },
  });
  const seeded = new Map(data.applications.map(({ name, licenseTypes }) => [name, licenseTypes]));
  return [
    ...applications.flatMap(({ name, licenseTypes }): Pick<Entry, 'kind' | 'name'>[] => {
      const known = seeded.get(name);
      if (!known) return [{ kind: 'application', name }];
      const others = licenseTypes.filter(({ slug }) => !known.some((type) => type.slug === slug));
      return others.map(({ slug }) => ({ kind: 'license type', name: `${name}/${slug}` }));
    }),
    ...clients.map(({ id }) => ({ kind: 'client' as const, name: id })),
    ...apis.map(({ identifier }) => ({ kind: 'API' as const, name: identifier })),
  ];
}
