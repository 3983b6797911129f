import { errorStatuses, eventTypes } from '@org/identity-core';
import type { RouteSection } from '../compose-plugins.js';
import { packageVersion } from '../package-version.js';
import { describeRoute, ownSchemesOf, templateOf } from './describe-route.js';
import type { JsonSchema, NamedSchemas } from './json-schema.js';
import type { OpenApiDocument, Operation } from './openapi.js';

const description = `The JSON API of the service. Send an access token as \`Authorization: Bearer <token>\`. The document at \
\`/.well-known/openid-configuration\` lists the endpoints that issue one. A user's token of a third-party client needs the scope that \
\`x-required-scope\` names; tokens of first-party clients need none.

Bodies are JSON in UTF-8 of up to 100 KB, and a field that is not described here is refused. Every error has the form \`Error\`; \
its \`error\` is one of the listed codes. A request that changes data and lists the parameter \`rehearse\` can be tried \
first: with \`rehearse=true\` it changes nothing and returns 200 with a \`Rehearsal\`. A method that a path does not \
support gets a 405 \`METHOD_NOT_ALLOWED\`. A path that does not exist gets a 404 \`NOT_FOUND\`.`;

const errorSchema = (): JsonSchema => ({
  type: 'object',
  properties: {
    error: {
      type: 'string',
      description: 'The code for programs. It never changes its meaning.',
      enum: Object.keys(errorStatuses()),
    },
    message: { type: 'string', description: 'A sentence for people; it may change.' },
    details: {
      type: 'array',
      description: 'The fields that are not valid.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Where the field is, such as settings.brand.' },
          message: { type: 'string', description: 'What is wrong with it, for people.' },
        },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
    requestId: { type: 'string', description: 'The id of the request in the log of the service.' },
  },
  required: ['error', 'message', 'requestId'],
  additionalProperties: false,
});

const rehearsalSchema = (): JsonSchema => ({
  type: 'object',
  description: 'What a request would have returned and done without `rehearse=true`.',
  properties: {
    rehearsed: {
      type: 'object',
      description: 'The response that the request would have got.',
      properties: {
        status: { type: 'integer', description: 'Its HTTP status.' },
        body: { description: 'The reply of the request; secrets, tokens and JWTs are null.' },
      },
      required: ['status', 'body'],
      additionalProperties: false,
    },
    events: {
      type: 'array',
      description: 'What would have been written to the audit trail.',
      items: {
        type: 'object',
        properties: {
          type: { type: 'string', description: 'What would have happened.', enum: eventTypes() },
          subjectId: {
            type: ['string', 'null'],
            description: 'What it would have happened to; null if there is no such thing.',
          },
          data: { type: 'object', description: 'More about it; the fields depend on the type.' },
        },
        required: ['type', 'subjectId', 'data'],
        additionalProperties: false,
      },
    },
    mails: {
      type: 'array',
      description: 'The mails that would have been sent.',
      items: {
        type: 'object',
        properties: {
          kind: { type: 'string', description: 'The name of the mail.' },
          to: { type: 'string', description: 'Masked, as in `a•••@acme.test`, if the caller may not read it.' },
        },
        required: ['kind', 'to'],
        additionalProperties: false,
      },
    },
  },
  required: ['rehearsed', 'events', 'mails'],
  additionalProperties: false,
});

/** The OpenAPI 3.1 document of all plugins' routes, generated from the schemas that validate the requests. */
export function openApiDocument(
  sections: readonly RouteSection[],
  { issuer, productName, dPoP = false }: { issuer: string; productName: string; dPoP?: boolean },
): OpenApiDocument {
  const described = sections
    .map(({ name, routes }) => ({ name, routes: routes.filter(({ group }) => group?.described !== false) }))
    .filter(({ routes }) => routes.length > 0);
  const named: NamedSchemas = { Error: errorSchema(), Rehearsal: rehearsalSchema() };
  const paths = pathsOf(described, named, { dPoP });
  return {
    openapi: '3.1.1',
    info: { title: `${productName} API`, version: packageVersion(), description },
    servers: [{ url: issuer }],
    tags: described.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: named,
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ...schemesOf(described),
      },
    },
  };
}

/** Groups and kinds of callers with their own credentials. How they work is described by their plugin. */
function schemesOf(sections: readonly RouteSection[]): OpenApiDocument['components']['securitySchemes'] {
  const names = sections.flatMap(({ routes }) => routes.flatMap(ownSchemesOf));
  return Object.fromEntries(names.map((name) => [name, { type: 'http', scheme: 'bearer' }]));
}

function pathsOf(
  sections: readonly RouteSection[],
  named: NamedSchemas,
  features: { dPoP: boolean },
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { name, routes } of sections) {
    for (const route of routes) {
      const template = templateOf(route.path);
      paths[template] = { ...paths[template], [route.method]: describeRoute(route, name, named, features) };
    }
  }
  return paths;
}
