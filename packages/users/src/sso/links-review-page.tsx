import { Actions, type Brand, Button, Form, Layout, longDate, Notice, useLanguage, useTexts } from '@org/identity-ui';
import { type LinkedAccount, LinkedProvider } from './linked-provider.js';
import { ssoTexts } from './texts.js';

export interface LinksReviewProps {
  action: string;
  links: readonly (LinkedAccount & { linkedAt: Date })[];
  hidden: Readonly<Record<string, string>>;
  /** Why a link could not be removed. */
  refused?: string | undefined;
}

/** The links of an account, each with a button to remove it. */
export function LinksReview({ action, links, hidden, refused }: LinksReviewProps) {
  const { linksReview: texts } = useTexts(ssoTexts);
  const language = useLanguage();
  return (
    <>
      <p>{texts.lead}</p>
      {refused && (
        <Notice kind="error" focused>
          {refused}
        </Notice>
      )}
      <ul class="list entries">
        {links.map(({ linkedAt, ...link }) => (
          <li key={link.provider}>
            <LinkedProvider {...link} when={texts.linkedAt(longDate(linkedAt, language))} />
            <Form action={action} hidden={{ ...hidden }}>
              <Button kind="secondary" name="remove" value={link.provider}>
                {texts.remove}
                <span class="hidden"> {link.name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shown once, in the first sign-in after a new password. */
export function LinksReviewPage({ brand, ...review }: LinksReviewProps & { brand: Brand }) {
  const { linksReview: texts } = useTexts(ssoTexts);
  return (
    <Layout title={texts.title} brand={brand} failed={review.refused !== undefined}>
      <LinksReview {...review} />
      <Form action={review.action} hidden={{ ...review.hidden }}>
        <Actions>
          <Button>{texts.goOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}
