import { type EventSentences, sentenceOfFailure } from '@org/identity-core';
import { sentence } from '@org/identity-ui';
import { knownReasons } from './sign-in/failed-sign-ins.js';

const someone = 'a former user';
const providers = { google: 'Google', microsoft: 'Microsoft', github: 'GitHub', apple: 'Apple' };
const factors = { totp: 'an authenticator app', passkey: 'a passkey' };
const profileFields = {
  displayName: 'display name',
  givenName: 'first name',
  familyName: 'last name',
  middleName: 'middle name',
  nickname: 'nickname',
  pictureUrl: 'picture',
  website: 'website',
  zoneinfo: 'time zone',
  locale: 'language',
  externalId: 'external ID',
};

/** What happened to accounts, in sentences. */
export const sentences = {
  'account.created': ({ actor, subject, isOwn }) =>
    isOwn ? sentence`${actor} created an account` : sentence`${actor} created an account for ${subject ?? someone}`,
  'profile.updated': ({ actor, subject, isOwn, words }) => {
    const changed = words('changed', profileFields, 'other details');
    if (!isOwn) return sentence`${actor} changed the profile of ${subject ?? someone}: ${changed ?? 'details'}`;
    return changed ? sentence`${actor} changed their profile: ${changed}` : sentence`${actor} changed their profile`;
  },
  'password.changed': ({ actor, subject, isOwn }) =>
    isOwn ? sentence`${actor} changed their password` : sentence`${actor} imported a password of ${subject ?? someone}`,
  'password.reset': ({ actor }) => sentence`${actor} set a new password with an emailed link`,
  'email.change_requested': ({ actor }) => sentence`${actor} asked to change their email address`,
  'email.changed': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} changed their email address`
      : sentence`${actor} changed the email address of ${subject ?? someone}`,
  'email.verified': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} confirmed their email address`
      : sentence`${actor} marked the email address of ${subject ?? someone} as confirmed`,
  'session.revoked': ({ actor, subject, isOwn, is }) => {
    const one = is('one');
    if (isOwn) return one ? sentence`${actor} ended one of their sessions` : sentence`${actor} ended their sessions`;
    return one
      ? sentence`${actor} ended a session of ${subject ?? someone}`
      : sentence`${actor} ended all sessions of ${subject ?? someone}`;
  },
  'session.started': ({ actor, name, is }) => {
    const client = name('clientId');
    const how = is('secondFactor') ? ' with a second factor' : '';
    return client ? sentence`${actor} signed in to ${client}${how}` : sentence`${actor} signed in${how}`;
  },
  'session.ended': ({ actor, subject, isOwn }) =>
    isOwn ? sentence`${actor} signed out` : sentence`${actor} ended a session of ${subject ?? someone}`,
  'sign_in.failed': ({ subject, word }) => {
    const who = subject ?? someone;
    const told = sentenceOfFailure(word('reason', knownReasons()) ?? '', 'en');
    return told?.(who) ?? sentence`Somebody could not sign in to the account of ${who}`;
  },
  'sso.linked': ({ actor, subject, isOwn, word, text }) => {
    const provider = word('provider', providers) ?? text('provider') ?? 'another provider';
    return isOwn
      ? sentence`${actor} can now sign in with ${provider}`
      : sentence`${actor} let ${subject ?? someone} sign in with ${provider}`;
  },
  'sso.unlinked': ({ actor, word, text }) =>
    sentence`${actor} can no longer sign in with ${word('provider', providers) ?? text('provider') ?? 'another provider'}`,
  'mfa.enabled': ({ actor, subject, isOwn, word }) => {
    const method = word('method', factors) ?? 'a way to sign in';
    return isOwn
      ? sentence`${actor} set up ${method} as a second factor`
      : sentence`${actor} imported ${method} of ${subject ?? someone} as a second factor`;
  },
  'mfa.disabled': ({ actor, subject, isOwn, word }) => {
    const method = word('method', { ...factors, all: 'all second factors' }) ?? 'a second factor';
    return isOwn ? sentence`${actor} removed ${method}` : sentence`${actor} removed ${method} of ${subject ?? someone}`;
  },
  'recovery_codes.created': ({ actor, number }) =>
    sentence`${actor} made ${number('count') ?? 'some'} new recovery codes`,
  'recovery_code.used': ({ actor, number }) => {
    const left = number('left');
    if (left === undefined) return sentence`${actor} signed in with a recovery code`;
    return sentence`${actor} signed in with a recovery code; ${left} ${left === 1 ? 'is' : 'are'} left`;
  },
  'account.deleted': ({ actor, subject, isOwn }) =>
    isOwn ? sentence`${actor} deleted their account` : sentence`${actor} deleted the account of ${subject ?? someone}`,
  'account.kept': ({ actor, subject, isOwn }) =>
    isOwn
      ? sentence`${actor} canceled the deletion of their account`
      : sentence`${actor} canceled the deletion of the account of ${subject ?? someone}`,
  'account.erased': ({ actor }) => sentence`${actor} erased a deleted account for good`,
  'user.disabled': ({ actor, subject }) => sentence`${actor} disabled the account of ${subject ?? someone}`,
  'user.enabled': ({ actor, subject }) => sentence`${actor} enabled the account of ${subject ?? someone}`,
  'user.unlocked': ({ actor, subject }) =>
    sentence`${actor} unlocked the account of ${subject ?? someone} after wrong attempts`,
  'user.reset_sent': ({ actor, subject }) => sentence`${actor} sent ${subject ?? someone} a link to set a new password`,
  'user.viewed': ({ actor, subject, word }) => {
    const parts = { details: 'the account', sessions: 'the sessions', explanation: 'the explanation of the access' };
    return sentence`${actor} looked at ${word('part', parts) ?? 'the account'} of ${subject ?? someone}`;
  },
  'user.searched': ({ actor, number, word }) => {
    const places = {
      people: ' in the list of people',
      explanation: ' in the explanation of access',
      audit: ' in the audit trail',
    };
    const found = number('found') ?? 0;
    return sentence`${actor} searched for a person${word('place', places) ?? ''}; ${found} found`;
  },
  'import.started': ({ actor, is }) =>
    is('rehearsed') ? sentence`${actor} rehearsed an import of people` : sentence`${actor} started an import of people`,
  'import.ended': ({ actor, number, word }) => {
    const how = word('status', { DONE: 'ended', CANCELED: 'was canceled', FAILED: 'failed' }) ?? 'ended';
    const counts = `${number('created') ?? 0} created, ${number('changed') ?? 0} changed, ${number('refused') ?? 0} refused`;
    return sentence`The import of ${actor} ${how}: ${counts}`;
  },
  'import.undone': ({ actor, number }) =>
    sentence`${actor} took an import of people back: ${number('erased') ?? 0} accounts erased, ${number('kept') ?? 0} kept`,
  'people.exported': ({ actor, is }) =>
    is('withPasswords')
      ? sentence`${actor} exported all people, with the hashes of their passwords`
      : sentence`${actor} exported all people`,
  'super_admin.granted': ({ actor, subject }) => sentence`${actor} made ${subject ?? someone} a super admin`,
  'second_factor_link.created': ({ actor, subject, time }) => {
    const end = time('expiresAt');
    const valid = end ? `, valid until ${end}` : '';
    return sentence`${actor} made a link with which ${subject ?? someone} can set up a second factor${valid}`;
  },
  'second_factor_link.used': ({ actor }) => sentence`${actor} used a link to set up a second factor`,
} satisfies EventSentences;
