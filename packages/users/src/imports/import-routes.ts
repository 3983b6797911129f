import { actorOf, ndjsonRoute, platformCaller, type Route } from '@org/identity-core';
import { type IdentityPluginHost, platformRouteOf, requirePlatformCaller } from '@org/identity-prisma';
import * as schemas from './import-schemas.js';
import type { ImportWork } from './import-work.js';
import { maxImportBytes } from './line-chunks.js';
import { cancelImport, getImport, listImports, readReport } from './list-imports.js';

const base = '/api/platform/imports';
const one = `${base}/:importId`;

/** The imports of people. */
export function importRoutes(host: IdentityPluginHost, work: ImportWork): Route[] {
  return [startRoute(host, work), ...readingRoutes(host), reportRoute(host)];
}

function startRoute({ db }: IdentityPluginHost, work: ImportWork): Route {
  return platformRouteOf(db)({
    method: 'post',
    path: base,
    // It sets emails, passwords and roles.
    risky: true,
    summary: 'Import people',
    description:
      'The body is a stream of lines (NDJSON), one person each, of at most 1 GB. The response comes when the last line has arrived; the import goes on in the background. With `rehearse=true` it counts and reports the same and changes nothing. With `createTenants=true` the line of an owner creates a tenant that does not exist.',
    errors: ['IMPORT_NOT_FOUND', 'IMPORT_RUNNING', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    uploads: {
      type: 'application/x-ndjson',
      example: '{"email":"ada@example.com","emailVerified":true}',
      maxBytes: maxImportBytes,
    },
    ownRehearsal: true,
    query: schemas.StartImportQuery,
    reply: schemas.StartedImport,
    status: 202,
    handle: async ({ principal, query, upload }) => {
      const rehearsed = query.rehearse === 'true';
      const createTenants = query.createTenants === 'true';
      const { id } = await work.start({ stream: upload, actor: actorOf(principal), rehearsed, createTenants });
      return { id, status: 'RUNNING' as const, rehearsed };
    },
  });
}

function readingRoutes(host: IdentityPluginHost): Route[] {
  const platformRoute = platformRouteOf(host.db);
  return [
    platformRoute({
      method: 'get',
      path: base,
      summary: 'The imports of people, the newest first',
      description: 'Kept for 30 days after their end.',
      query: schemas.ImportsQuery,
      reply: schemas.ImportList,
      handle: ({ query }) => listImports(host, query),
    }),
    platformRoute({
      method: 'get',
      path: one,
      summary: 'One import of people, with its counts so far',
      errors: ['IMPORT_NOT_FOUND'],
      params: schemas.ImportParams,
      reply: schemas.PeopleImport,
      handle: ({ params }) => getImport(host, params.importId),
    }),
    platformRoute({
      method: 'delete',
      path: one,
      summary: 'Stop an import of people',
      description: 'It stops after the batch that is being imported; what was imported stays.',
      errors: ['IMPORT_NOT_FOUND'],
      params: schemas.ImportParams,
      reply: schemas.PeopleImport,
      handle: ({ principal, params }) => cancelImport(host, { importId: params.importId, actor: actorOf(principal) }),
    }),
  ];
}

function reportRoute({ db }: IdentityPluginHost): Route {
  return ndjsonRoute({
    guard: platformCaller,
    path: `${one}/report`,
    summary: 'What became of every line of an import',
    description:
      'For super admins, and machines of the platform with the scope platform:read. One line each, in their order; kept for 30 days after the end of the import. It never contains a hash or a secret.',
    errors: ['SECOND_FACTOR_REQUIRED', 'REAUTHENTICATION_REQUIRED', 'IMPORT_NOT_FOUND'],
    scope: 'platform:read',
    params: schemas.ImportParams,
    item: schemas.ReportLine,
    fileName: 'import-report',
    handle: async ({ principal, params }) => {
      await requirePlatformCaller(db, principal);
      return readReport({ db }, params.importId);
    },
  });
}
