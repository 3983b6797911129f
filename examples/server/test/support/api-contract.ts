import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OpenApiDocument } from '@org/identity-server';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Checks responses of the JSON API, and collects those that do not match the API description. */
export interface ApiContract {
  readonly problems: string[];
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Returns what is wrong with a response, or undefined. */
  check(response: ApiResponse): string | undefined;
}

export interface ApiResponse {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Whether the request had `rehearse=true`. */
  rehearsed?: boolean;
  /** Undefined for a response without a body, such as to HEAD. */
  body: string | undefined;
}

/** Checks every response against the description, with a validator that is independent of our schemas. */
export function apiContract(document: OpenApiDocument): ApiContract {
  // openapi.test.ts validates the schemas themselves; doing it here as well would take a fifth of a second per server.
  const ajv = new Ajv2020({ allErrors: true, validateSchema: false });
  // A CommonJS module: its default export is the module itself.
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'api', components: document.components });
  const paths = Object.entries(document.paths).map(([template, operations]) => ({
    template,
    operations,
    // As in the router: in any letter case, with or without a slash at the end.
    pattern: new RegExp(`^${template.replace(/\{\w+\}/gu, '[^/]+')}/?$`, 'iu'),
  }));
  // A literal path comes before one with a parameter in the same position.
  paths.sort((one, other) => one.template.split('{').length - other.template.split('{').length);
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(withReferences(schema));
    compiled.set(schema, known);
    return known;
  };

  const rehearsal = { $ref: '#/components/schemas/Rehearsal' };
  const check = ({ method, path, status, body, rehearsed }: ApiResponse): string | undefined => {
    const found = paths.find(({ pattern }) => pattern.test(path));
    if (!found) return undefined;
    const name = `${method} ${found.template} answered ${status}`;
    const operation = found.operations[method === 'HEAD' ? 'get' : method.toLowerCase()];
    if (!operation) return isRefusedMethod(method, status) ? undefined : `${name}: the method is not described`;
    if (isFile(operation, status)) return undefined;
    const schema = rehearsed && status === 200 ? rehearsal : schemaOf(operation, status);
    if (!schema) return `${name}: the status is not described. ${body ?? ''}`;
    if (body === undefined) return undefined;
    const validate = validatorOf(schema);
    if (validate(parse(body))) return undefined;
    return `${name}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(validate.errors?.map(({ params }) => params))} in ${body.slice(0, 500)}`;
  };

  const problems: string[] = [];
  return {
    problems,
    check,
    watch(request, response) {
      const { method = 'GET', url = '/' } = request;
      const [path = '/', query = ''] = url.split('?');
      const rehearsed = query.split('&').includes('rehearse=true');
      if (!paths.some(({ pattern }) => pattern.test(path))) return;
      whenSent(response, (sent) => {
        const body = method === 'HEAD' || sent.length === 0 ? undefined : textOf(response, sent);
        const problem = check({ method, path, status: response.statusCode, body, rehearsed });
        if (problem) problems.push(problem);
      });
    },
  };
}

function schemaOf({ responses }: OpenApiDocument['paths'][string][string], status: number): object | undefined {
  return responses[status]?.content['application/json']?.schema;
}

/** Whether the response is described as a file, such as CSV. */
function isFile({ responses }: OpenApiDocument['paths'][string][string], status: number): boolean {
  const content = responses[status]?.content;
  return content !== undefined && !('application/json' in content);
}

function textOf(response: ServerResponse, sent: Buffer): string {
  const encoding = response.getHeader('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(sent).toString('utf8');
  return (encoding === 'gzip' ? gunzipSync(sent) : sent).toString('utf8');
}

/** A method that does not exist, a preflight, or a URL that is refused before its method is checked. */
function isRefusedMethod(method: string, status: number): boolean {
  return status === 405 || status === 400 || (method === 'OPTIONS' && status === 204);
}

/** Makes the references absolute: the validator knows the document by another name. */
function withReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')) as object;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Calls `tell` with the response body when it is complete. */
function whenSent(response: ServerResponse, tell: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  for (const name of ['write', 'end'] as const) {
    const send = response[name];
    // Both functions have several overloads; only the first argument matters here.
    response[name] = ((...input: unknown[]) => {
      const [chunk] = input;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
      if (name === 'end') tell(Buffer.concat(chunks));
      return (send as (...all: unknown[]) => never).apply(response, input);
    }) as never;
  }
}
