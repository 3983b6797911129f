import type { ErrorCode } from '@org/identity-core';
import type { TestServer } from '../test-server.js';

/** An operation of the API description, with all that it says about its responses. */
export interface Operation {
  /** As in the description: `POST /api/tenants/{id}/invitations`. */
  name: string;
  method: string;
  template: string;
  /** The status of its success. */
  status: number;
  codes: readonly ErrorCode[];
}

/** Every operation of the API description. */
export function operationsOf({ identity: { openApi } }: TestServer): Operation[] {
  return Object.entries(openApi.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const name = `${method.toUpperCase()} ${template}`;
      const status = Number(Object.keys(responses).find((each) => each.startsWith('2')));
      const codes = Object.values(responses).flatMap(({ content }) => codesIn(content['application/json']?.schema));
      return { name, method: method.toUpperCase(), template, status, codes };
    }),
  );
}

/** The codes of an error response. Its schema is the common one, and the list of its codes. */
function codesIn(schema: object | undefined): ErrorCode[] {
  const parts = (schema as { allOf?: { properties?: { error?: { enum: ErrorCode[] } } }[] } | undefined)?.allOf ?? [];
  return parts.flatMap(({ properties }) => properties?.error?.enum ?? []);
}
