import { line } from '@org/identity-ui';

/** The APIs of others. */
export const apis = {
  name: 'APIs',
  title: 'APIs',
  lead: 'APIs that applications get tokens for by their identifier. The APIs of this service are not in the list.',
  search: 'Name or identifier',
  empty: 'No API was found.',
  api: 'API',
  isOpen: 'Open',
  identifier: 'Identifier',
  identifierHint:
    'A URI such as https://api.example.com. Tokens name it as their audience. It cannot be changed later.',
  scopes: 'Scopes',
  scopesHint: 'One per line: its name, then what people read when an application asks for it.',
  clients: 'Clients',
  clientsHint: 'One per line: the client id, then the scopes that it may ask for.',
  who: 'Who may ask for it',
  onlyListed: 'Only the clients of the list',
  alsoOthers: 'Also all third-party applications, if the person agrees',
  openHint: 'Machines always have to be in the list.',
  createTitle: 'New API',
  nameLabel: 'Name',
  create: 'Create the API',
  settings: 'Settings',
  save: 'Save',
  deleteTitle: 'Delete',
  deleteHint: 'Deleting an API deletes its scopes, and what people have allowed.',
  delete: 'Delete the API',
};

export const apiProblems = {
  fields: {
    identifier: 'Enter an absolute URI without a fragment that no other API has.',
    name: 'Enter a name.',
    scopes: 'Enter a name that is not a scope of this service, and a description of at most 200 characters.',
    clients: 'Enter a client that exists, and scopes of this API.',
    open: 'Choose who may ask for it.',
  },
  atLine: (number: number, text: string) => line`Line ${number}: ${text}`,
};

export const apiConfirm = {
  deleteTitle: (name: string) => line`Delete ${name}?`,
  delete: 'Delete the API',
  deleteFact:
    'No application gets a token for it any more. What people have allowed is forgotten. This cannot be undone.',
  narrowTitle: (name: string) => line`Take rights away at ${name}?`,
  narrow: 'Change',
  narrowFact: 'Applications lose rights with their next token. Tokens that they have keep them until they expire.',
};

export const apiNotices = {
  created: 'The API was created. Add its scopes and clients.',
  changed: 'The API was changed.',
  unchanged: 'Nothing was changed.',
  deleted: 'The API was deleted.',
};
