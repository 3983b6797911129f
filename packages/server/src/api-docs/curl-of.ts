import { exampleOf } from './example-of.js';
import { type Operation, schemaOf } from './openapi.js';

/** A request to an endpoint as a shell command, with example values that fit its schemas. */
export function curlOf(origin: string, method: string, path: string, operation: Operation): string {
  const { parameters = [], requestBody, security } = operation;
  const exampleFor = (name: string) => {
    const parameter = parameters.find((each) => each.name === name);
    return encodeURIComponent(String(parameter ? exampleOf(parameter.schema, name) : name));
  };
  const target = path.replace(/\{(\w+)\}/gu, (_all, name: string) => exampleFor(name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${exampleFor(name)}`);
  const body = requestBody && JSON.stringify(exampleOf(schemaOf(requestBody)), null, 2);
  const open = security.some((way) => Object.keys(way).length === 0);
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(`${origin}${target}${query.length > 0 ? `?${query.join('&')}` : ''}`)}`,
    ...(open ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(body ? [`-H 'Content-Type: ${Object.keys(requestBody?.content ?? {})[0]}'`, `-d ${quoted(body)}`] : []),
  ].join(' \\\n  ');
}

/** Quotes text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
