import { actorOf, fieldErrors, firstOf, type PlatformArea, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Checkbox, Field, Form, textsOf } from '@org/identity-ui';
import { CreateUserBody, createUser } from '../administration/create-user.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { platformTexts } from './texts.js';

const areaTexts = textsOf(platformTexts, ({ newPerson, newPersonRefusals }) => ({
  name: newPerson.title,
  title: newPerson.title,
  refusals: newPersonRefusals,
}));

/** The form for a new user, who gets a link to choose a password. */
export function newPersonArea(host: IdentityPluginHost, limiter: MailLimiter): PlatformArea {
  const { passwordSignIn: hasPasswords, emailCodes = false } = host.accounts;
  const sent = hasPasswords ? 'welcomed' : 'welcomed-by-code';
  const canWelcome = hasPasswords || emailCodes;
  return {
    place: 'platform',
    path: 'people/new',
    parent: 'people',
    texts: areaTexts,
    async draw({ base, form, hidden, language }, errors) {
      const { newPerson: texts } = platformTexts[language];
      const isNew = form['email'] === undefined;
      const shared = (name: string) => ({
        name,
        value: form[name] ?? '',
        error: errors?.[name],
        autofocus: firstOf(errors) === name,
      });
      return (
        <>
          <p>{hasPasswords ? texts.lead : texts.leadWithoutPasswords}</p>
          <Form action={`${base}/people/new`} hidden={{ ...hidden }}>
            <Field {...shared('email')} type="email" label={texts.email} required />
            <Field {...shared('displayName')} label={texts.displayName} />
            {canWelcome && (
              <Checkbox
                name="welcome"
                label={hasPasswords ? texts.welcome : texts.welcomeByCode}
                checked={isNew || form['welcome'] === 'on'}
              />
            )}
            <Checkbox name="emailVerified" label={texts.verified} checked={form['emailVerified'] === 'on'} />
            <Button>{texts.create}</Button>
          </Form>
        </>
      );
    },
    errorsOf: (refusal, language) =>
      fieldErrors(refusal, {
        codes: { EMAIL_TAKEN: 'email', RATE_LIMITED: 'email' },
        fields: { ...platformTexts[language].newPersonFields },
      }),
    async act({ principal, base, form, language }) {
      const displayName = form['displayName']?.trim();
      const person = readForm(CreateUserBody, {
        email: form['email']?.trim(),
        emailVerified: form['emailVerified'] === 'on',
        ...(displayName ? { displayName } : {}),
      });
      const welcome = canWelcome && form['welcome'] === 'on' ? { limiter, language } : undefined;
      const { id } = await createUser(host, { person, actor: actorOf(principal), welcome });
      return { redirect: `${base}/people/${id}?done=${welcome ? sent : 'created'}` };
    },
  };
}
