import { languageCookie } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { fieldErrors } from '../account-frame/field-errors.js';
import { readForm } from '../account-frame/read-form.js';
import { getProfile } from '../accounts/get-profile.js';
import { UpdateProfileBody } from '../schemas.js';
import { ProfileForm, type ProfileValues, profileFields } from './profile-form.js';
import { profileTexts } from './texts.js';
import { updateProfile } from './update-profile.js';

/** What the person says about themselves. */
export function profileArea({ host }: { host: IdentityPluginHost }): AccountArea {
  return {
    path: '/account/profile',
    name: 'profile',
    async draw({ principal, form, hidden }, refused) {
      // What was typed stays, so that one wrong field does not cost the others.
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
      // An empty field clears; one that was not sent stays as it is.
      const sent = profileFields.filter(({ name }) => form[name] !== undefined);
      const fields = Object.fromEntries(sent.map(({ name }) => [name, form[name]?.trim() || null]));
      await updateProfile(host, { userId: principal.userId, changes: readForm(UpdateProfileBody, fields) });
      // A language that was asked for before would hide the one that was chosen now.
      return { redirect: '/account/profile?done=profile', cookies: [languageCookie(undefined)] };
    },
  };
}
