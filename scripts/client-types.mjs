import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { routes as licensingRoutes } from '../packages/licensing/dist/src/routes.js';
import { withoutReferences } from '../packages/server/dist/src/api-docs/json-schema.js';
import { openApiDocument } from '../packages/server/dist/src/api-docs/openapi-document.js';
import { declareBuiltIn } from '../packages/server/dist/src/built-in-plugins.js';
import '../packages/connections/dist/src/declared-lists.js';

// The error codes of all plugins.
await declareBuiltIn();

const file = fileURLToPath(new URL('../packages/client/src/generated/api-types.ts', import.meta.url));
const base = '/api/integration/licenses';

/** The types of @org/identity-client, from the schemas that the server uses for validation. */
export function clientTypes() {
  // The description of a route does not depend on the host; nothing is called here.
  const routes = licensingRoutes({});
  const { paths, components } = openApiDocument([{ name: 'licensing', routes }], { issuer: '', productName: '' });
  const at = (method, path) => paths[base + path][method];
  // Each type of the client is complete: the names of the service are not part of it.
  const contentOf = ({ content }) => withoutReferences(content['application/json'].schema, components.schemas);
  const bodyOf = (operation) => contentOf(operation.requestBody);
  const replyOf = (operation) => contentOf(Object.entries(operation.responses).find(([status]) => status < 300)[1]);
  const named = {
    LicenseCheck: replyOf(at('get', '/check')),
    GrantRequest: bodyOf(at('post', '/grant')),
    LicenseAssignment: replyOf(at('post', '/grant')),
    RevokeRequest: bodyOf(at('post', '/revoke')),
    RevokeResult: replyOf(at('post', '/revoke')),
    LeaseRequest: bodyOf(at('post', '/lease')),
    Lease: replyOf(at('post', '/lease')),
    LicenseSnapshot: replyOf(at('get', '/snapshot')),
    ServiceError: withSortedCodes(components.schemas.Error),
  };
  const types = Object.entries(named).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  return `// Made by "npm run client-types" from the schemas of the service; a test holds them together.\n${types.join('')}`;
}

/** The codes have the order in which the packages were loaded, which differs between this script and its test. */
function withSortedCodes({ properties, ...rest }) {
  const { error } = properties;
  return { ...rest, properties: { ...properties, error: { ...error, enum: error.enum.toSorted() } } };
}

// By hand as long as openapi-typescript needs the compiler API of TypeScript 5, which TypeScript 7 does not have.
function typeOf(schema, indent = '') {
  if (schema.enum) return schema.enum.map((value) => `\n${indent}  | '${value}'`).join('');
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ type }, indent)).join(' | ');
  if (schema.type === 'array') return `ReadonlyArray<${typeOf(schema.items, indent)}>`;
  if (schema.type === 'object') return objectType(schema, indent);
  const simple = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[
    schema.type
  ];
  if (!simple) throw new Error(`There is no type for ${JSON.stringify(schema)}.`);
  return simple;
}

/** The sentence about a field, and its format. */
function commentOf({ description, format }, indent) {
  const text = [description, format && (description ? `Format: ${format}.` : format)].filter(Boolean).join(' ');
  return text ? `${indent}/** ${text} */\n` : '';
}

function objectType({ properties, additionalProperties, required = [] }, indent) {
  if (!properties) return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const comment = commentOf(schema, inner);
    return `${comment}${inner}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, clientTypes());
