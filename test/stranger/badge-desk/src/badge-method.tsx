import type { SignInMethod } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Actions, Button, Field, Form } from '@org/identity-ui';
import { holderOf } from './find-badge.js';
import { BadgeNumber } from './issue-badge.js';
import { badgeTexts } from './texts.js';

/** Signs in the holder of a badge, which a reader at the desk types. */
export const badgeMethod = ({ db }: Pick<IdentityPluginHost, 'db'>): SignInMethod => ({
  name: 'badge',
  order: 600,
  fields: ['badge'],
  amr: ['sc'],
  offer({ action, language }, { page }) {
    if (page !== 'sign-in') return undefined;
    const texts = badgeTexts[language];
    return {
      form: ({ kind }) => (
        <Form action={action}>
          <Field name="badge" label={texts.badge} inputmode="numeric" />
          <Actions>
            <Button kind={kind}>{texts.useBadge}</Button>
          </Actions>
        </Form>
      ),
    };
  },
  async submit({ language }, { badge }) {
    const number = BadgeNumber.safeParse(badge);
    const holder = number.success ? await holderOf(db, number.data) : undefined;
    if (!holder)
      return {
        again: { message: badgeTexts[language].unknown },
        status: 401,
        failed: { userId: null, reason: 'unknown_badge' },
      };
    return { answer: { accountId: holder.userId, amr: ['sc'] } };
  },
});
