import type { Mail } from '@org/identity-server';
import { type Brand, formatLocales, Layout, Name, useLanguage, useTexts } from '@org/identity-ui';
import { mailboxTexts } from './texts.js';

/** A mail as the mailbox keeps it. */
export interface KeptMail extends Mail {
  readonly receivedAt: string;
}

export interface MailboxPageProps {
  brand: Brand;
  /** Each mail has the path of its HTML part. */
  mails: readonly { mail: KeptMail; framePath: string }[];
}

/** The CSS of this page. */
export const mailboxStyles = [
  '.brand,main,.foot{max-width:46rem}',
  '.mail{margin-top:1.75rem;padding-top:1.75rem;border-top:1px solid var(--edge)}',
  '.mail h2{margin:0}',
  '.mail iframe{display:block;width:100%;height:31rem;margin-top:1rem;border:1px solid var(--edge);border-radius:var(--radius)}',
  '@media (max-width:480px){.mail iframe{height:38rem}}',
  '.mail pre{margin:0;font:.875rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}',
].join('');

/** Shows every mail as its recipient sees it. */
export function MailboxPage({ brand, mails }: MailboxPageProps) {
  const texts = useTexts(mailboxTexts);
  return (
    <Layout title={texts.title} brand={brand} styles={mailboxStyles}>
      <p class="lead">{texts.lead}</p>
      {mails.length === 0 && <p>{texts.empty}</p>}
      {mails.map(({ mail, framePath }) => (
        <ShownMail key={framePath} mail={mail} framePath={framePath} />
      ))}
      <p class="links">
        <a class="home" href="/">
          {texts.home}
        </a>
      </p>
    </Layout>
  );
}

function ShownMail({ mail, framePath }: MailboxPageProps['mails'][number]) {
  const texts = useTexts(mailboxTexts);
  const format = new Intl.DateTimeFormat(formatLocales[useLanguage()], { dateStyle: 'medium', timeStyle: 'medium' });
  const time = <time dateTime={mail.receivedAt}>{format.format(new Date(mail.receivedAt))}</time>;
  return (
    <article class="mail">
      <h2>
        <Name text={mail.subject} />
      </h2>
      <p class="fine">{texts.to(<Name text={mail.to} />, time)}</p>
      <iframe
        src={framePath}
        title={texts.frame(mail.subject)}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        loading="lazy"
      />
      <details class="more">
        <summary>{texts.plainText}</summary>
        <pre>{linked(mail.text)}</pre>
      </details>
    </article>
  );
}

/** Turns the URLs in a text into links. */
function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/u).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
