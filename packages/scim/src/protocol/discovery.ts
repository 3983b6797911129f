import type { Attribute, ResourceType, Schema } from './attribute.js';
import { groupType } from './group-schema.js';
import { maxResults } from './list-query.js';
import { userType } from './user-schema.js';

/* What a directory can read about this server: RFC 7643, sections 5, 6 and 7. */

const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const typeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export const resourceTypes: readonly ResourceType[] = [userType, groupType];
const schemas: readonly Schema[] = resourceTypes.flatMap(({ core, extensions }) => [core, ...extensions]);

/** What the server supports. */
export function serviceProviderConfig(baseUrl: string) {
  return {
    schemas: [configSchema],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token of the directory, as "Authorization: Bearer <token>".',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** The types of resources. */
export function listResourceTypes(baseUrl: string) {
  return listOf(resourceTypes.map((type) => resourceTypeOf(type, baseUrl)));
}

/** One type by its name; undefined if there is none. */
export function findResourceType(name: string, baseUrl: string) {
  const type = resourceTypes.find((one) => one.name === name);
  return type && resourceTypeOf(type, baseUrl);
}

/** The schemas. */
export function listSchemas(baseUrl: string) {
  return listOf(schemas.map((schema) => schemaOf(schema, baseUrl)));
}

/** One schema by its URN; undefined if there is none. */
export function findSchema(urn: string, baseUrl: string) {
  const schema = schemas.find((one) => one.urn === urn);
  return schema && schemaOf(schema, baseUrl);
}

function listOf(resources: readonly object[]) {
  const { length } = resources;
  return { schemas: [listSchema], totalResults: length, startIndex: 1, itemsPerPage: length, Resources: resources };
}

function resourceTypeOf({ name, path, description, core, extensions }: ResourceType, baseUrl: string) {
  return {
    schemas: [typeSchema],
    id: name,
    name,
    endpoint: `/${path}`,
    description,
    schema: core.urn,
    schemaExtensions: extensions.map(({ urn }) => ({ schema: urn, required: false })),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  };
}

function schemaOf({ urn, name, description, attributes }: Schema, baseUrl: string) {
  return {
    schemas: [schemaSchema],
    id: urn,
    name,
    description,
    attributes: attributes.map(attributeOf),
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${urn}` },
  };
}

function attributeOf(attribute: Attribute): object {
  const { name, type, description, multiValued, required, caseExact, mutability, unique, sub } = attribute;
  const { canonicalValues, referenceTypes } = attribute;
  const isText = type === 'string' || type === 'reference';
  return {
    name,
    type,
    multiValued: multiValued ?? false,
    description,
    required: required ?? false,
    ...(isText ? { caseExact: caseExact ?? type === 'reference' } : {}),
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(referenceTypes ? { referenceTypes } : {}),
    mutability: mutability ?? 'readWrite',
    returned: 'default',
    ...(isText ? { uniqueness: unique ? 'server' : 'none' } : {}),
    ...(sub ? { subAttributes: sub.map(attributeOf) } : {}),
  };
}
