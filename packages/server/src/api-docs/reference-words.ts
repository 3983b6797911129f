/** The texts of the reference page. Like the API itself, it is in English only. */
export const words = {
  title: 'API reference',
  document: 'OpenAPI document',
  sections: 'Sections',
  lead: 'Every endpoint of this server. The JSON API is also described for programs, as OpenAPI, at',
  calling:
    'Send an access token as Authorization: Bearer <token>. Bodies are JSON; fields that are not listed here are refused. In the examples, $TOKEN is an access token.',
  search: 'Search',
  searchHint: 'Paths, fields, error codes and words, such as: post invitations',
  found: (count: number) => (count === 1 ? '1 endpoint' : `${count} endpoints`),
  all: 'Show all endpoints',
  oauth: 'OAuth and OpenID Connect',
  oauthLead:
    'Client libraries use these endpoints. POST requests send form fields; errors are { "error", "error_description" } with the codes of the standards.',
  request: 'Example request',
  response: 'Example response',
  open: 'Also works without a token.',
  parameters: 'Parameters',
  body: 'Body',
  success: 'Response',
  errors: 'Errors',
  optional: 'optional',
  inPath: 'in the path',
  inQuery: 'in the query',
  errorForm: 'Every error has this form. Programs use the code; the message is for people.',
  codes: 'The complete list of codes:',
} as const;
