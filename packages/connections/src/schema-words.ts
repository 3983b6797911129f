import { describeFields, nameSchema } from '@org/identity-core';
import * as schemas from './schemas.js';

/*
 * What the API description says about the schemas of connections.
 */

const fields = {
  name: 'How pages name it, such as Okta.',
  issuer: 'The issuer of the provider, as its discovery document has it.',
  clientId: 'The client that is registered for this service at the provider.',
  domains: 'The ids of the domains whose users sign in by it.',
  defaultRole: 'The role of members whom it adds.',
  defaultGroups: 'The ids of the groups that new members get.',
  roleByGroup: 'The role that the members of a group get, by the id of the group.',
  jit: 'Whether users who are no members become members by their first sign-in. If false, only those who are invited.',
  trustMfa: 'Whether a second factor at the provider counts as one here.',
  emailClaim: 'The claim that has the email. It has to be in a verified domain of the connection.',
  logoutAtProvider: 'Whether signing out here also signs out at the provider.',
};
const clientSecret = 'The secret of the client. No response has it.';

describeFields(schemas.ConnectionsParams, { id: 'The tenant that the connections belong to.' });
describeFields(schemas.ConnectionParams, {
  id: 'The tenant that the connection belongs to.',
  connectionId: 'The connection, as the list names it.',
});
nameSchema(schemas.CreateConnectionBody, 'CreateConnectionRequest', {
  kind: 'The protocol of the provider.',
  ...fields,
  clientSecret,
});
nameSchema(schemas.UpdateConnectionBody, 'UpdateConnectionRequest', { ...fields, clientSecret });
nameSchema(schemas.ConnectionDetails.shape.kind, 'ConnectionKind');
nameSchema(schemas.ConnectionDetails.shape.status, 'ConnectionStatus');
nameSchema(schemas.ConnectionDetails.shape.defaultRole, 'ConnectionRole');
nameSchema(schemas.ConnectionDetails.shape.emailClaim, 'ConnectionEmailClaim');
nameSchema(schemas.ConnectionDetails, 'Connection', {
  id: 'The connection; changes and attempts name it.',
  kind: 'The protocol of the provider.',
  ...fields,
  status: 'Only an ACTIVE one signs users in. DRAFT: its settings were not tested yet. TESTED: it can be activated.',
  redirectUri: 'The redirect URI to register at the provider.',
  initiateLoginUri: 'The URL that starts a sign-in by it, for the application page of the provider.',
  postLogoutRedirectUri: 'The URI to register at the provider for signing out.',
});
nameSchema(schemas.ConnectionList, 'ConnectionList', { connections: 'All connections of the tenant, oldest first.' });
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
