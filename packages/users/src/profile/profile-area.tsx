import { fieldErrors, languageCookie, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { getProfile } from '../accounts/get-profile.js';
import { UpdateProfileBody } from '../schemas.js';
import { ProfileForm, type ProfileValues, profileFields } from './profile-form.js';
import { profileTexts } from './texts.js';
import { updateProfile } from './update-profile.js';

/** The user's profile. */
export function profileArea({ host }: { host: IdentityPluginHost }): AccountArea {
  return {
    path: 'profile',
    name: 'profile',
    async draw({ principal, form, hidden }, refused) {
      // Keeps what was typed, so that one invalid field does not clear the others.
      const values: ProfileValues = refused ? form : await getProfile(host.db, principal.userId);
      return <ProfileForm values={values} errors={refused ?? {}} hidden={hidden} />;
    },
    errorsOf(refusal, language) {
      const { wrong } = profileTexts[language].profile;
      return fieldErrors(refusal, {
        fields: Object.fromEntries(profileFields.map(({ name, kind }) => [name, wrong[kind]])),
      });
    },
    async act({ principal, form }) {
      // An empty field clears the value; a field that was not sent stays unchanged.
      const sent = profileFields.filter(({ name }) => form[name] !== undefined);
      const fields = Object.fromEntries(sent.map(({ name }) => [name, form[name]?.trim() || null]));
      await updateProfile(host, { userId: principal.userId, changes: readForm(UpdateProfileBody, fields) });
      // The cookie of an earlier choice would hide the new language.
      return { redirect: '/account/profile?done=profile', cookies: [languageCookie(undefined)] };
    },
  };
}
