import { type Brand, Layout, Name, useTexts } from '@org/identity-ui';
import { DemoUsers } from './demo-users.js';
import { startPageTexts } from './texts.js';

/** What the start page shows. Only a development server has demo users and a mailbox. */
export interface StartPageProps {
  brand: Brand;
  /** The prefix of every path. */
  basePath: string;
  development: boolean;
  demoUsers: boolean;
  mailbox: boolean;
}

const paths = {
  console: '/console',
  platform: '/platform',
  account: '/account',
  reference: '/docs',
  mailbox: '/dev/mail',
  discovery: '/.well-known/openid-configuration',
} as const;
const guides = {
  connect: 'docs/guides/client-libraries.md',
  look: 'docs/guides/look.md',
  production: 'docs/operations/operating.md',
} as const;

/** Shows what this server is, and links to its parts. */
export function StartPage({ brand, basePath, development, demoUsers, mailbox }: StartPageProps) {
  const texts = useTexts(startPageTexts);
  const shown = (['console', 'account', 'platform', 'reference', 'mailbox', 'discovery'] as const).filter(
    (part) => (part !== 'mailbox' || mailbox) && (part !== 'platform' || development),
  );
  return (
    <Layout title={texts.title(brand.productName)} brand={brand}>
      <p class="lead">{texts.lead(<Name text={brand.productName} />)}</p>
      <ul class="list entries">
        {shown.map((part) => (
          <li key={part}>
            <div>
              {/* The mailbox belongs to the example server, which serves it at the root. */}
              <a href={part === 'mailbox' ? paths[part] : `${basePath}${paths[part]}`}>{texts.parts[part].name}</a>
              <span>{texts.parts[part].description}</span>
            </div>
          </li>
        ))}
      </ul>
      {demoUsers && <DemoUsers />}
      {development && <NextSteps />}
    </Layout>
  );
}

function NextSteps() {
  const { nextSteps, steps } = useTexts(startPageTexts);
  return (
    <section>
      <h2>{nextSteps}</h2>
      <ul class="list entries">
        {(['connect', 'look', 'production'] as const).map((step) => (
          <li key={step}>
            <div>
              <strong>{steps[step].name}</strong>
              <span>{steps[step].description(<code>{guides[step]}</code>)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
