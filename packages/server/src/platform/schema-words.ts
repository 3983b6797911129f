import { describeFields, nameSchema } from '@org/identity-core';
import { ApiChanges, ApiClientInput, ApiInput, ApiScopeInput } from '../apis/api-input.js';
import { ApplicationInput } from '../applications/create-application.js';
import { ApplicationChanges } from '../applications/update-application.js';
import { Api, ApiList, ApiParams, ApisQuery, ChangedApi } from './api-routes.js';
import { ApplicationList, ApplicationParams, ApplicationsQuery, NewApplication } from './application-routes.js';
import * as clients from './client-schemas.js';
import { KeyList, NextKey, RotateKeysBody } from './key-routes.js';
import { Entry, EntryList, EntryParams, QueueList, QueueParams } from './queue-routes.js';

/*
 * What the API description says about the schemas of applications, keys, queues and the secrets of clients.
 */

const clientId = 'The id that the application sends as client_id.';

describeFields(clients.ClientParams, { clientId });
describeFields(clients.ClientsQuery, {
  search: 'A part of the id or the name.',
  tenant: 'Only clients of the tenant with this slug.',
});
nameSchema(clients.ConfirmClientBody, 'ConfirmClientRequest', {
  seen: 'The `changedAt` of `unconfirmed`, as it was read. If a machine has changed the client since, nothing is confirmed.',
});
nameSchema(clients.RotateSecretBody, 'RotateClientSecretRequest', {
  graceSeconds: 'For how long the previous secrets still work; 0 ends them at once.',
});
nameSchema(clients.RotatedSecret, 'RotatedClientSecret', {
  secret: 'The new secret. No other response has it: store it.',
  previousUntil: 'Until when the previous secrets work.',
});

const applicationName = 'What users call it. It is unique.';
describeFields(ApplicationParams, { applicationId: 'The application, as the list names it.' });
describeFields(ApplicationsQuery, { search: 'A part of the name.' });
const agentSeats = 'Which seat an agent needs to use it for a user: that of the user, or one of its own as well.';
nameSchema(ApplicationInput, 'CreateApplicationRequest', { name: applicationName, agentSeats });
nameSchema(ApplicationChanges, 'UpdateApplicationRequest', { name: applicationName, agentSeats });
nameSchema(NewApplication, 'Application', {
  id: 'The application; its id never changes.',
  name: applicationName,
  agentSeats,
});
const listed = ApplicationList.shape.applications.element;
nameSchema(listed.shape.licenseTypes.element, 'ApplicationLicenseType', {
  id: 'The license type; its id never changes.',
  slug: 'A short name for programs, such as pro.',
  name: 'What users call it, such as Pro.',
});
nameSchema(
  listed,
  'ListedApplication',
  { licenseTypes: 'The licenses that it can be used with.', clients: 'The ids of the clients that belong to it.' },
  NewApplication,
);
nameSchema(ApplicationList, 'ApplicationList', { applications: 'The applications on this page.' });

const identifier = 'The `resource` of a request and the `aud` of its tokens: an absolute URI.';
const ofApi = {
  name: 'What users call it; the consent page shows it.',
  open: 'Whether third-party clients may ask for it that are not in its list, with the consent of the user.',
  scopes: 'What tokens for it can allow.',
  clients: 'The clients that may ask for it, each with its scopes.',
};
const ofScope = { name: 'As in a token, such as orders:read.', description: 'What the consent page says about it.' };
const ofApiClient = { clientId, scopes: 'The scopes that the client may ask for.' };
describeFields(ApiParams, { apiId: 'The API, as the list names it.' });
describeFields(ApisQuery, { search: 'A part of the name or the identifier.' });
nameSchema(ApiScopeInput, 'NewApiScope', ofScope);
nameSchema(ApiClientInput, 'NewApiClient', ofApiClient);
nameSchema(ApiInput, 'CreateApiRequest', { ...ofApi, identifier });
nameSchema(ApiChanges, 'UpdateApiRequest', ofApi);
nameSchema(Api.shape.scopes.element, 'ApiScope', ofScope);
nameSchema(Api.shape.clients.element, 'ApiClient', ofApiClient);
nameSchema(Api, 'Api', { ...ofApi, identifier, id: 'The API; its id never changes.' });
nameSchema(ApiList, 'ApiList', { apis: 'The APIs on this page.' });
nameSchema(ChangedApi, 'ChangedApi', { changed: 'The names of the fields that have another value now.' }, Api);

const kid = 'The id of the key, as in the header of a token.';
nameSchema(KeyList.shape.keys.element, 'SigningKey', {
  kid,
  algorithm: 'How it signs, such as RS256.',
  state: 'Whether it signs now, will sign, or only verifies what it has signed.',
  activeFrom: 'From when it signs.',
  publishedUntil: 'Until when clients find it in the key set; null if it has no end yet.',
});
nameSchema(KeyList, 'SigningKeyList', { keys: 'All keys, also those that sign no more.' });
nameSchema(RotateKeysBody, 'RotateKeysRequest', {
  announceSeconds: 'For how long the new key is published before it signs.',
});
nameSchema(NextKey, 'NextSigningKey', {
  kid,
  activeFrom: 'From when it signs.',
  created: 'False if the next key had already been published.',
});

const queue = { queue: 'Which queue: mail or logout-notices.' };
describeFields(QueueParams, queue);
describeFields(EntryParams, { ...queue, entryId: 'The entry, as the list names it.' });
nameSchema(QueueList.shape.queues.element, 'Queue', {
  name: 'What the queue sends.',
  waiting: 'How many entries will still be sent.',
  failed: 'How many were given up.',
  oldest: 'Since when the oldest entry waits; null if none does.',
});
nameSchema(QueueList, 'QueueList', { queues: 'One entry for each queue.' });
nameSchema(Entry, 'QueueEntry', {
  id: 'The entry; a retry names it.',
  kind: 'What is sent, such as the name of a mail.',
  recipient: 'Where a mail goes, masked; null for other entries.',
  clientId: 'The client that is notified; null for mails.',
  status: 'Whether it will be sent, or was given up.',
  attempts: 'How often it was sent without success.',
  lastError: 'Why the last attempt failed; null before that.',
  nextAttemptAt: 'When it is sent again; null if it is not.',
  createdAt: 'When it was put into the queue.',
});
nameSchema(EntryList, 'QueueEntryList', { entries: 'The entries on this page.' });
