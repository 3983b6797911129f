import { type ApiExamples, withValues } from './api-examples.js';
import { exampleOf } from './example-of.js';
import type { Operation } from './openapi.js';

interface Called {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** A request to an endpoint as a shell command, with example values that fit its schemas. */
export function curlOf({ origin, method, path, operation }: Called, examples: ApiExamples): string {
  const { parameters = [], requestBody, security } = operation;
  const { token = 'TOKEN', body: ownBody, values: ownValues, query: shown = [] } = examples.requestOf({ method, path });
  const values = { ...examples.values, ...ownValues };
  const exampleFor = (name: string) => {
    const parameter = parameters.find((each) => each.name === name);
    const example = parameter ? exampleOf(parameter.schema, name) : name;
    return encodeURIComponent(String(withValues(example, values, name)));
  };
  const target = path.replace(/\{(\w+)\}/gu, (_all, name: string) => exampleFor(name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || shown.includes(parameter.name)))
    .map(({ name }) => `${name}=${exampleFor(name)}`);
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const example = content && (ownBody ?? withValues(content.example, values));
  const body = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  const open = security.some((way) => Object.keys(way).length === 0);
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(`${origin}${target}${query.length > 0 ? `?${query.join('&')}` : ''}`)}`,
    ...(open ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...(body ? [`-H 'Content-Type: ${type}'`, `-d ${quoted(body)}`] : []),
  ].join(' \\\n  ');
}

/** Quotes text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
