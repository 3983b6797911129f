import { describeFields, nameSchema } from '@org/identity-core';
import { UpdateUserBody } from './administration/update-user.js';
import { ForeignPassword } from './foreign-passwords/stored-hash.js';
import { ImportedLicense, ImportedLink, ImportedMembership, ImportedPerson } from './import/person.js';
import * as imports from './imports/import-schemas.js';
import * as platform from './platform-schemas.js';
import * as schemas from './schemas.js';

/*
 * What the API description says about the schemas of accounts, sessions and links to other providers.
 */

const names = {
  middleName: 'Names between the first and the last one.',
  nickname: 'A casual name.',
  website: 'A page about the user.',
  zoneinfo: 'The time zone, such as Europe/Berlin.',
  locale: 'The language of pages and mails, such as en or de-AT.',
};
const membership = {
  role: 'What the user may do in the tenant.',
  status: 'Whether the user can use the tenant.',
};

nameSchema(schemas.UserProfile.shape.memberships.element, 'OwnMembership', {
  tenantId: 'The tenant that the user belongs to.',
  tenantSlug: 'The short name of the tenant in URLs.',
  ...membership,
});
nameSchema(schemas.UserProfile, 'UserProfile', {
  id: 'The account. It is also the subject (sub) of tokens.',
  email: 'Where mail for the user goes; also the name to sign in with.',
  username: 'Another name for the account; null if there is none.',
  ...names,
  gender: 'As the user describes it; null if it is not known.',
  birthdate: 'The day of birth, such as 1990-12-31; null if it is not known.',
  phone: 'A telephone number; null if it is not known.',
  phoneVerified: 'Whether the number was verified.',
  mfaEnabled: 'Whether the account has a second factor.',
  createdAt: 'Since when the account exists.',
  updatedAt: 'When the profile was last changed.',
  memberships: 'The tenants of the user, with the role in each.',
});
nameSchema(schemas.VisibleProfile.options[1], 'PartialUserProfile', {}, schemas.UserProfile);
nameSchema(schemas.UpdatedProfile, 'UpdatedUserProfile', {}, schemas.UserProfile);
nameSchema(schemas.UpdateProfileBody, 'UpdateProfileRequest', {
  displayName: 'The full name that others see; null clears it.',
  givenName: 'The first name; null clears it.',
  familyName: 'The last name; null clears it.',
  pictureUrl: 'An http or https URL of a picture; null clears it.',
  ...names,
});
nameSchema(schemas.ChangePasswordBody, 'ChangePasswordRequest', {
  currentPassword: 'The one that works now, as proof that the owner of the account asks.',
  newPassword: 'It must be hard to guess: see the error WEAK_PASSWORD.',
});
nameSchema(schemas.ChangeEmailBody, 'ChangeEmailRequest', {
  email: 'Where the link is mailed to. It is used after the link was opened.',
  password: 'The password of the account, as proof that its owner asks.',
});
nameSchema(schemas.DeleteAccountBody, 'DeleteAccountRequest', {
  password: 'Needed if the account has one.',
  confirmation: 'The word DELETE, so that nobody closes an account by mistake.',
});
nameSchema(schemas.DataExport, 'DataExport', {
  exportedAt: 'When the data was read.',
  sections: 'All that is stored about the user, by the plugin that stores it.',
});

const session = schemas.SessionList.shape.sessions.element;
describeFields(schemas.SessionParams, { sessionId: 'The session, as the list of sessions names it.' });
nameSchema(session, 'Session', {
  id: 'A name for the session that is no secret.',
  userAgent: 'How the browser calls itself.',
  ipAddress: 'From where it was last used.',
  location: 'Where that IP probably is.',
  lastActive: 'When it was last used, to the minute.',
  createdAt: 'When the user signed in.',
  isCurrent: 'Whether the token of this request belongs to it.',
});
nameSchema(schemas.SessionList, 'SessionList', { sessions: 'Every browser in which the user is signed in.' });

describeFields(schemas.SsoLinkParams, { provider: 'The provider whose link is removed, such as GOOGLE.' });
nameSchema(schemas.SsoLinkList.shape.links.element, 'SsoLink', {
  provider: 'Where the linked account is, such as GOOGLE.',
  email: 'The email of the linked account; null if the provider sent none.',
  displayName: 'The name of the linked account; null if the provider sent none.',
  avatarUrl: 'The picture of the linked account; null if the provider sent none.',
  linkedAt: 'When the accounts were linked.',
  lastUsedAt: 'When the user last signed in with it.',
});
nameSchema(schemas.SsoLinkList, 'SsoLinkList', { links: 'One entry for each linked account.' });
nameSchema(schemas.SsoLinkBody, 'SsoLinkRequest', {
  provider: 'The provider to sign in at, such as GOOGLE.',
  returnTo: 'Where the browser goes afterwards. Left out: the account pages.',
});
nameSchema(schemas.SsoLinkStart, 'SsoLinkStart', { url: 'Open it in the browser of the user, within a few minutes.' });

const user = { userId: 'The account that the request is about.' };
describeFields(platform.UserParams, user);
describeFields(platform.UserSessionParams, { ...user, sessionId: 'The session, as the list of sessions names it.' });
describeFields(platform.UsersQuery, {
  search: 'The beginning of a name or an email.',
  status: 'Only accounts with this status.',
  lacksSecondFactor: 'Only active accounts that have no second factor.',
});
const imported = {
  email: 'Where mail for the user goes; also the name to sign in with.',
  emailVerified: 'Whether you know that the address belongs to the user. Left out, it is not verified yet.',
  externalId: 'The id of the user in the system that they come from; unique in the deployment.',
  zoneinfo: names.zoneinfo,
  locale: names.locale,
};
nameSchema(ImportedPerson, 'CreateUserRequest', {
  ...imported,
  createdAt: 'Since when the account exists; left out, since now.',
  disabled: 'Whether the user may not sign in.',
  password: 'The hash of the password in the other system. At the first sign-in it is replaced.',
  totpSecret: 'The secret of the authenticator app, in base32.',
  links: 'The accounts at other providers that the user can sign in with.',
  memberships: 'The tenants of the user, with the role and the licenses in each.',
});
nameSchema(ForeignPassword, 'ForeignPassword', {
  algorithm: 'How the other system has hashed the password.',
  hash: 'The hash, in the form of the algorithm. Plain passwords are refused.',
  salt: 'The salt in base64, for Firebase.',
  signerKey: 'The signer key of the Firebase project, in base64.',
  saltSeparator: 'The salt separator of the Firebase project, in base64.',
  rounds: 'The rounds of the Firebase project.',
  memCost: 'The memory cost of the Firebase project.',
});
nameSchema(ImportedLink, 'ImportedLink', {
  provider: 'The name of a configured provider, in any case.',
  subject: 'The id of the user at the provider.',
  issuer: 'The issuer of the user, for a provider with several.',
});
nameSchema(ImportedMembership, 'ImportedMembership', {
  tenant: 'The slug of the tenant.',
  role: 'The role in the tenant; left out, a new member is a `member`.',
  licenses: 'The licenses of the user. Without a free seat the user waits for one.',
});
nameSchema(ImportedLicense, 'ImportedLicense', {
  application: 'The name of the application.',
  licenseType: 'The slug of the license type.',
});
nameSchema(UpdateUserBody, 'UpdateUserRequest', imported);
describeFields(imports.ImportParams, { importId: 'The import that the request is about.' });
describeFields(imports.StartImportQuery, {
  rehearse: 'With `true`, nothing is changed.',
  createTenants: 'With `true`, the line of an owner creates a tenant that does not exist.',
});
nameSchema(imports.StartedImport, 'StartedImport', {
  id: 'The import.',
  status: 'It runs in the background.',
  rehearsed: 'Whether it changes nothing.',
});
nameSchema(imports.PeopleImport.shape.status, 'ImportStatus');
nameSchema(imports.PeopleImport, 'PeopleImport', {
  id: 'The import.',
  status: 'Whether it still runs, or how it ended.',
  rehearsed: 'Whether it changes nothing.',
  lines: 'How many lines are done.',
  created: 'Lines that created an account.',
  changed: 'Lines that changed an account.',
  unchanged: 'Lines that had nothing to change.',
  refused: 'Lines that were refused; the report says why.',
  waiting: 'Lines whose person waits for a free seat, or for a license that does not exist here yet.',
  withPassword: 'Of the lines that were not refused, those that bring a password.',
  withSecondFactor: 'Of the lines that were not refused, those that bring an authenticator app.',
  withLinks: 'Of the lines that were not refused, those that bring links to sign-in providers.',
  startedAt: 'When it was started.',
  endedAt: 'When it ended; null while it runs.',
});
nameSchema(imports.ImportList, 'ImportList', { imports: 'The imports on this page.' });
nameSchema(imports.ReportLine, 'ImportReportLine', {
  line: 'The number of the line, counted from 1.',
  email: 'The email of the line; null if it has none that is valid.',
  result: 'What became of the line.',
  waiting: 'True if the person waits for a free seat, or for a license that does not exist here yet.',
  field: 'The field that is the reason for a refusal.',
  reason: 'Why the line was refused.',
  remarks: 'What of the line was cut or left out, although the person came in.',
});
nameSchema(imports.Remark, 'ImportRemark', {
  field: 'The field.',
  reason: 'What was done with it, and why.',
});
const listed = platform.UserList.shape.users.element;
nameSchema(listed.shape.status, 'UserStatus');
nameSchema(listed, 'PlatformUser', {
  id: 'The account; its id never changes.',
  email: 'Where mail for the user goes; also the name to sign in with.',
  status: 'Whether the account can be used, is disabled, or waits to be erased.',
  superAdmin: 'Whether the user may manage the whole platform.',
  createdAt: 'Since when the account exists.',
});
nameSchema(platform.UserList, 'PlatformUserList', { users: 'The accounts on this page.' });
nameSchema(platform.UserDetails.shape.memberships.element, 'PlatformMembership', {
  tenantId: 'The tenant that the user belongs to.',
  slug: 'The short name of the tenant in URLs.',
  ...membership,
});
nameSchema(
  platform.UserDetails,
  'PlatformUserDetails',
  {
    externalId: 'The id of the user in the system that they were imported from; null without one.',
    hasPassword: 'Whether the user can sign in with a password.',
    secondFactor: 'Whether the account has a second factor.',
    passkeys: 'How many passkeys the user has registered.',
    providers: 'The other providers that the user can sign in with.',
    memberships: 'The tenants of the user, with the role in each.',
    sessions: 'In how many browsers the user is signed in.',
    disabledAt: 'Since when the account is disabled; null if it is not.',
    eraseAt: 'When a closed account will be erased; null for all others.',
  },
  listed,
);
nameSchema(platform.EnabledUser, 'EnabledUser', {
  id: 'The account that is enabled now.',
  changed: 'False if nothing had to be done.',
});
nameSchema(platform.DisabledUser, 'DisabledUser', {
  id: 'The account that is disabled now.',
  changed: 'False if nothing had to be done.',
  withoutOwner: 'The slugs of tenants that now have no other active owner.',
  lastSuperAdmin: 'Whether no other super admin can sign in now.',
});
nameSchema(platform.RemovedFactors, 'RemovedSecondFactors', {
  id: 'The account that has no second factor now.',
  removed: 'How many were removed.',
});
