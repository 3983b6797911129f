import {
  Actions,
  type Brand,
  Button,
  Form,
  Layout,
  longDate,
  Name,
  Notice,
  useLanguage,
  useTexts,
} from '@org/identity-core';
import { usersTexts } from '../texts/index.js';

export interface LinksReviewProps {
  action: string;
  links: readonly {
    provider: string;
    name: string;
    email: string | null;
    displayName: string | null;
    linkedAt: Date;
  }[];
  hidden: Readonly<Record<string, string>>;
  /** Why a link could not be removed. */
  refused?: string | undefined;
}

/** The links of an account, each with a button that removes it. */
export function LinksReview({ action, links, hidden, refused }: LinksReviewProps) {
  const { linksReview: texts } = useTexts(usersTexts);
  const language = useLanguage();
  return (
    <>
      <p>{texts.lead}</p>
      {refused && <Notice kind="error">{refused}</Notice>}
      <ul class="list entries">
        {links.map(({ provider, name, email, displayName, linkedAt }) => (
          <li key={provider}>
            <div>
              <strong>{name}</strong>
              {(displayName ?? email) && (
                <span>
                  <Name text={displayName ?? ''} /> <bdi>{email}</bdi>
                </span>
              )}
              <span>{texts.linkedAt(longDate(linkedAt, language))}</span>
            </div>
            <Form action={action} hidden={{ ...hidden }}>
              <Button kind="secondary" name="remove" value={provider}>
                {texts.remove}
                <span class="hidden"> {name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shown once within the sign-in that follows a new password. */
export function LinksReviewPage({ brand, ...review }: LinksReviewProps & { brand: Brand }) {
  const { linksReview: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <LinksReview {...review} />
      <Form action={review.action} hidden={{ ...review.hidden }}>
        <Actions>
          <Button>{texts.goOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}
