/** The words of the reference page. Like the API itself it speaks English only. */
export const words = {
  title: 'API reference',
  document: 'OpenAPI document',
  sections: 'Sections',
  lead: 'Every endpoint of this server. The JSON API is also described for programs, as OpenAPI, at',
  calling:
    'Send an access token as Authorization: Bearer <token>. Bodies are JSON; a field that is not named here is refused. In the examples, $TOKEN is an access token.',
  search: 'Search',
  searchHint: 'Paths, fields, error codes and words, such as: post invitations',
  found: (count: number) => (count === 1 ? '1 endpoint' : `${count} endpoints`),
  all: 'Show all endpoints',
  oauth: 'OAuth and OpenID Connect',
  oauthLead:
    'What client libraries use. POST requests send form fields; errors are { "error", "error_description" } with the codes of the standards.',
  request: 'Example request',
  response: 'Example response',
  open: 'Works without a token, too.',
  parameters: 'Parameters',
  body: 'Body',
  answer: 'Response',
  errors: 'Errors',
  optional: 'optional',
  inPath: 'in the path',
  inQuery: 'in the query',
  errorForm: 'Every error has this form. Programs switch on the code, people read the message.',
  codes: 'The codes, which are all there are:',
} as const;
