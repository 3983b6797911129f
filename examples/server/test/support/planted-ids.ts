import { addDecision } from './application-changes.js';
import { bodiesOfLists, plantConnection } from './connection-changes.js';
import { addDirectory, directoryBodies } from './directory-cases.js';
import { addDomainRow, domainBodies } from './domain-changes.js';
import { addGroup } from './group-changes.js';
import { dates, numbers } from './hostile-values.js';
import type { TestServer } from './test-server.js';

/** A group, a domain, a connection, a directory and an application of a tenant: their ids, by the names of the parameters. */
export async function plantIds(server: TestServer, tenantId: string) {
  return {
    groupId: await addGroup(server, tenantId),
    domainId: (await addDomainRow(server, tenantId)).id,
    connectionId: await plantConnection(server, tenantId, 'TESTED'),
    directoryId: await addDirectory(server, tenantId),
    clientId: await addDecision(server, tenantId),
  };
}

/** A valid body for every route below them. */
export const plantedBodies: Record<string, unknown> = { ...domainBodies, ...bodiesOfLists, ...directoryBodies };

/** The numbers of a policy. Null is one of its values. */
export function policyFields<Call extends object>(call: Call) {
  return (['sessionHours 721', 'idleMinutes 10081'] as const).map((field) => {
    const [name = '', tooMany = ''] = field.split(' ');
    return {
      ...call,
      name: `put /api/tenants/{id}/policy ${name}`,
      values: [...numbers.filter((value) => value !== 'null'), tooMany],
      body: (value: string) => `{"requireSso":false,"breakGlass":[],"${name}":${value}}`,
    };
  });
}

/** The numbers and times of a new person, and what a super admin has seen of a client. */
export function operatorFields<Call extends object>(call: Call) {
  const shared = (name: string) => ({ ...call, name: `post /api/platform/users ${name}` });
  return [
    {
      ...shared('createdAt'),
      values: [...dates.map((text) => JSON.stringify(text)), '0', '1893456000000', 'true', '[]'],
      body: (value: string) => `{"email":"hostile@people.test","createdAt":${value}}`,
    },
    {
      ...shared('password'),
      values: [...numbers, '9'],
      body: (value: string) =>
        `{"email":"hostile@people.test","password":{"algorithm":"firebase-scrypt","hash":"x","rounds":${value}}}`,
    },
    {
      ...call,
      name: 'post /api/platform/clients/{clientId}/confirm seen',
      target: () => '/api/platform/clients/demo-machine/confirm',
      values: [...dates.map((text) => JSON.stringify(text)), 'null', '0', '1893456000000', 'true', '[]'],
      body: (value: string) => `{"seen":${value}}`,
    },
  ];
}
