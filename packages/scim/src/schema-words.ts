import { describeFields, nameSchema } from '@org/identity-core';
import * as schemas from './schemas.js';

/*
 * What the API description says about the schemas of directories.
 */

const fields = {
  name: 'What the directory is called here.',
  roleByGroup: 'The role that the members of a group get, by the id of the group.',
  connectionId: 'The connection by which users sign in to the accounts that the directory creates.',
};

describeFields(schemas.DirectoriesParams, { id: 'The tenant that the directories belong to.' });
describeFields(schemas.DirectoryParams, {
  id: 'The tenant that the directory belongs to.',
  directoryId: 'The directory, as the list names it.',
});
nameSchema(schemas.CreateDirectoryBody, 'CreateDirectoryRequest', fields);
nameSchema(schemas.UpdateDirectoryBody, 'UpdateDirectoryRequest', fields);
nameSchema(schemas.DirectoryDetails, 'Directory', {
  id: 'The directory; changes name it.',
  ...fields,
  baseUrl: 'The SCIM URL that the directory is given.',
  lastUsedAt: 'When one of its tokens was last used, to the minute; null if never.',
});
nameSchema(schemas.DirectoryList, 'DirectoryList', { directories: 'All directories of the tenant, oldest first.' });
nameSchema(
  schemas.DirectoryWithToken,
  'DirectoryWithToken',
  { token: 'What the directory sends as its bearer token. No other response has it: store it.' },
  schemas.DirectoryDetails,
);

nameSchema(schemas.AdoptBody, 'AdoptMembersRequest', {
  userIds: 'The members that the directory manages from now on, by the ids of their accounts.',
});
const pending = schemas.PendingMembers.shape.users.element;
nameSchema(pending, 'PendingMember', {
  userId: 'The account; `adopt` names it.',
  resourceId: 'The SCIM id of the resource.',
  email: 'The email of the account.',
  displayName: 'The name of the account.',
  role: 'The role of the member in the tenant.',
  wants: 'What the directory wants, and what is done once the member is handed over; null if nothing.',
  since: 'Since when the directory wants it.',
});
nameSchema(schemas.PendingMembers, 'PendingMembers', {
  confirmed: 'False if a setup link made the directory and no owner has confirmed it.',
  users: 'The members whom the directory has sent and does not manage.',
});

const entry = schemas.LogList.shape.entries.element;
describeFields(schemas.LogQuery, { result: 'Only entries with this result.' });
nameSchema(entry.shape.result, 'DirectoryLogResult');
nameSchema(entry, 'DirectoryLogEntry', {
  id: 'One request of the directory.',
  at: 'When it was handled.',
  method: 'POST, PUT, PATCH or DELETE.',
  resource: 'User or Group.',
  resourceId: 'The SCIM id of the resource; null if there is none.',
  subject: 'The user name, or the name of the group.',
  attributes: 'The names of the attributes that it set or changed.',
  ignored: 'The names of attributes that were sent and are not used.',
  result: 'Whether it changed something, nothing, or was refused.',
  outcomes: 'What it led to, such as invited or suspended; for a refused request, the kind of the error.',
  detail: 'Why it was refused.',
});
nameSchema(schemas.LogList, 'DirectoryLog', { entries: 'The entries on this page, newest first.' });
