/** The words of the reference page. Like the API itself it speaks English only. */
export const words = {
  title: 'API reference',
  document: 'OpenAPI document',
  sections: 'Sections',
  lead: 'Every JSON endpoint of this server. The same, for programs, is at',
  calling:
    'Send an access token as Authorization: Bearer <token>. Bodies are JSON; a field that is not named here is refused.',
  open: 'Works without a token, too.',
  parameters: 'Parameters',
  body: 'Body',
  answer: 'Answer',
  errors: 'Errors',
  optional: 'optional',
  inPath: 'in the path',
  inQuery: 'in the query',
  errorForm: 'Every error has this form. Programs switch on the code, people read the message.',
  codes: 'The codes, which are all there are:',
} as const;
