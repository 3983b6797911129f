import { type Brand, copyScript, Layout, Name, OwnScript, useTexts } from '@org/identity-ui';
import { DemoUsers } from './demo-users.js';
import { startPageTexts } from './texts.js';

/** What the start page shows. Only a development server has demo users, guides and a mailbox. */
export interface StartPageProps {
  brand: Brand;
  /** The prefix of every path. */
  basePath: string;
  development: boolean;
  demoUsers: boolean;
  mailbox: boolean;
}

// No link to the platform: everybody can see this page, and the bar of the console has that link for super admins.
const paths = {
  console: '/console',
  account: '/account',
  reference: '/docs',
  discovery: '/.well-known/openid-configuration',
  mailbox: '/dev/mail',
} as const;
type PartName = keyof typeof paths;
const guides = {
  connect: '/guides/guides/client-libraries.md',
  api: '/guides/guides/api.md',
  look: '/guides/guides/look.md',
  production: '/guides/operations/operating.md',
  all: '/guides/README.md',
} as const;

/** The styles of the start page, in addition to those of every page: everything on one screen. */
export const startPageStyles = `
.brand, main, .foot { max-width: 76rem; }
body { padding: 1.25rem 1.5rem; }
@media (min-width: 860px) { main { padding: 1.75rem 2.25rem; } }
.start { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1.25rem 2.5rem; align-items: start; }
.start section { margin: 0; padding: 0; border: 0; }
.start h2 { margin: 0; padding: 0; font-size: 1rem; }
.start h2 + p { margin: .25rem 0 0; font-size: .875rem; }
.start .entries { margin-top: .5rem; }
.start .entries li { flex-wrap: nowrap; padding: .5rem 0; }
.start .button { flex: none; width: auto; white-space: nowrap; min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; }
.start .button[hidden] { display: none; }
.start .entries strong, .start .secret { -webkit-user-select: all; user-select: all; }
.start .password { display: flex; gap: .75rem; align-items: center; margin-top: .5rem; }
.start .password .secret { flex: 1; margin: 0; padding: .375rem .75rem; }
`
  .replace(/\s+/gu, ' ')
  .trim();

/** Shows what this server is, and links to its parts. */
export function StartPage({ brand, basePath, development, demoUsers, mailbox }: StartPageProps) {
  const texts = useTexts(startPageTexts);
  const names = Object.keys(paths) as PartName[];
  const parts = names
    .filter((part) => part !== 'mailbox' || mailbox)
    // The mailbox belongs to the example server, which serves it at the root.
    .map((part) => ({ ...texts.parts[part], href: part === 'mailbox' ? paths[part] : `${basePath}${paths[part]}` }));
  const steps = Object.entries(guides).map(([step, href]) => ({ ...texts.steps[step as keyof typeof guides], href }));
  return (
    <Layout title={texts.title(brand.productName)} brand={brand} styles={startPageStyles}>
      <p class="lead">{texts.lead(<Name text={brand.productName} />)}</p>
      <div class="start">
        {demoUsers && <DemoUsers />}
        <LinkList title={texts.here} links={parts} />
        {development && <LinkList title={texts.nextSteps} links={steps} />}
      </div>
      {demoUsers && <OwnScript script={copyScript} />}
    </Layout>
  );
}

interface LinkListProps {
  title: string;
  links: readonly { readonly name: string; readonly description: string; readonly href: string }[];
}

function LinkList({ title, links }: LinkListProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul class="list entries">
        {links.map(({ name, description, href }) => (
          <li key={href}>
            <div>
              <a href={href}>{name}</a>
              <span>{description}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
