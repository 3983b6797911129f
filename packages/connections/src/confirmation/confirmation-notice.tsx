import { Name, Notice, useTexts } from '@org/identity-ui';
import { confirmationTexts } from './texts.js';

/** Tells an owner that a setup link has made a connection, and what confirming it means. */
export function ConfirmationNotice({ isActive, email }: { isActive: boolean; email: string | undefined }) {
  const { owner: texts } = useTexts(confirmationTexts);
  const link = email === undefined ? texts.unknownLink : texts.linkTo(<Name text={email} />);
  return <Notice kind="info">{isActive ? texts.active(link) : texts.waiting(link)}</Notice>;
}
