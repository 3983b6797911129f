import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OpenApiDocument } from '@org/identity-server';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Looks at answers of the JSON API and collects what the API description does not say about them. */
export interface ApiContract {
  readonly problems: string[];
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** What is wrong with an answer, if anything. */
  check(answer: ApiAnswer): string | undefined;
}

export interface ApiAnswer {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Whether it was asked for with `rehearse=true`. */
  rehearsed?: boolean;
  /** Its text; nothing for an answer without one, as to HEAD. */
  body: string | undefined;
}

/** Holds every answer against the description, with a validator that knows nothing of our schemas. */
export function apiContract(document: OpenApiDocument): ApiContract {
  // That the schemas are schemas is looked at once, in openapi.test.ts: to look again here takes a fifth of a second.
  const ajv = new Ajv2020({ allErrors: true, validateSchema: false });
  // A module of the older kind: what it exports as default is the module itself.
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'api', components: document.components });
  const paths = Object.entries(document.paths).map(([template, operations]) => ({
    template,
    operations,
    // As the router takes it: whatever the case, with or without a slash at the end.
    pattern: new RegExp(`^${template.replace(/\{\w+\}/gu, '[^/]+')}/?$`, 'iu'),
  }));
  // A path that is written out comes before one with a parameter in its place.
  paths.sort((one, other) => one.template.split('{').length - other.template.split('{').length);
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(withReferences(schema));
    compiled.set(schema, known);
    return known;
  };

  const rehearsal = { $ref: '#/components/schemas/Rehearsal' };
  const check = ({ method, path, status, body, rehearsed }: ApiAnswer): string | undefined => {
    const found = paths.find(({ pattern }) => pattern.test(path));
    if (!found) return undefined;
    const name = `${method} ${found.template} answered ${status}`;
    const operation = found.operations[method === 'HEAD' ? 'get' : method.toLowerCase()];
    if (!operation) return isRefusedMethod(method, status) ? undefined : `${name}: the method is not described`;
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
  return responses[status]?.content['application/json'].schema;
}

function textOf(response: ServerResponse, sent: Buffer): string {
  const encoding = response.getHeader('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(sent).toString('utf8');
  return (encoding === 'gzip' ? gunzipSync(sent) : sent).toString('utf8');
}

/** A method that is not offered, a preflight, or an address that is refused before anybody looks at the method. */
function isRefusedMethod(method: string, status: number): boolean {
  return status === 405 || status === 400 || (method === 'OPTIONS' && status === 204);
}

/** References lead into the document, which the validator knows by a name of its own. */
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

/** Tells what was sent as body, once that is complete. */
function whenSent(response: ServerResponse, tell: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  for (const name of ['write', 'end'] as const) {
    const send = response[name];
    // Both take their arguments in several orders; only the first one matters here.
    response[name] = ((...input: unknown[]) => {
      const [chunk] = input;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
      if (name === 'end') tell(Buffer.concat(chunks));
      return (send as (...all: unknown[]) => never).apply(response, input);
    }) as never;
  }
}
