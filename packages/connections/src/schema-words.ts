import { describeFields, nameSchema } from '@org/identity-core';
import * as schemas from './schemas.js';

/*
 * What the API description says about the schemas of connections.
 */

describeFields(schemas.ConnectionsParams, { id: 'The tenant that the connections belong to.' });
describeFields(schemas.ConnectionParams, {
  id: 'The tenant that the connection belongs to.',
  connectionId: 'The connection, as the list names it.',
});
nameSchema(schemas.TestStarted, 'ConnectionTest', { url: 'The page to open. It works once, and only for the caller.' });

const attempt = schemas.AttemptList.shape.attempts.element;
nameSchema(attempt.shape.result, 'ConnectionAttemptResult');
nameSchema(attempt, 'ConnectionAttempt', {
  id: 'One response of the provider.',
  at: 'When it was decided.',
  result: 'Whether the user was signed in.',
  reason: 'How the user was found, or why the sign-in was refused.',
  subject: 'The id of the user at the provider; null if it sent none.',
  email: 'The email that the provider sent; null if it sent none.',
  providerError: 'The error code of the provider, such as access_denied; null if it confirmed the user.',
  providerErrorDescription: 'What the provider wrote about the error, 200 characters at most; null without it.',
});
nameSchema(schemas.AttemptList, 'ConnectionAttemptList', { attempts: 'The attempts on this page, newest first.' });

describeFields(schemas.LinkParams, {
  id: 'The tenant that the connection belongs to.',
  connectionId: 'The connection, as the list names it.',
  userId: 'The user whose account is linked.',
});
nameSchema(schemas.LinkList.shape.links.element, 'ConnectionLink', {
  userId: 'The user whose account is linked.',
  email: 'The email of the account; of a user who has left the tenant, the one that the provider sent last.',
  subject: 'The id of the user at the provider.',
  linkedAt: 'When the account was linked to this subject.',
  lastUsedAt: 'When the user last signed in by it; null if that was never.',
});
nameSchema(schemas.LinkList, 'ConnectionLinkList', { links: 'The links on this page, newest first.' });
