import { brandOfTenant, type PageAnswer, type PageRequest, type PageRoute } from '@org/identity-core';
import { findTenantLook, type IdentityPluginHost } from '@org/identity-prisma';
import { type Brand, Button, dayIn, Form, Layout, Name, useLanguage, useTexts } from '@org/identity-ui';
import { setupPath } from '../access/console-paths.js';
import { findSetupLink, keepOpen } from '../setup-links/opened-link.js';
import { setupLinksTexts } from '../setup-links/texts.js';
import { useSetupLink } from '../setup-links/use-setup-link.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'brand'>;
type Link = NonNullable<Awaited<ReturnType<typeof findSetupLink>>>;

const path = '/setup-links/:token';

/** The page of a mailed setup link. Opening it changes nothing (mail scanners follow links); its button opens the setup. */
export function linkPages(services: Services): PageRoute[] {
  return [
    { method: 'get', path, handle: (request) => withLink(services, request, show) },
    { method: 'post', path, handle: (request) => withLink(services, request, begin) },
  ];
}

async function withLink(
  services: Services,
  { params }: PageRequest,
  handle: (services: Services, link: Link, secret: string) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const secret = params['token'] ?? '';
  const link = await findSetupLink(services.db, secret);
  return link ? handle(services, link, secret) : deadLink(services.brand);
}

async function show({ db, brand: own }: Services, link: Link, secret: string): Promise<PageAnswer> {
  const { name, brand: look } = await findTenantLook(db, link.tenant.id);
  const brand = brandOfTenant(own, look, name);
  return { page: <LandingPage {...{ brand, link }} action={`/setup-links/${encodeURIComponent(secret)}`} />, brand };
}

async function begin(services: Services, { id, tenant }: Link, secret: string): Promise<PageAnswer> {
  if (!(await useSetupLink(services, { id, tenantId: tenant.id }))) return deadLink(services.brand);
  return { redirect: setupPath, cookies: [keepOpen(secret)] };
}

/** The same page whatever the reason. */
export const deadLink = (brand: Brand): PageAnswer => ({ page: <DeadLinkPage brand={brand} />, status: 404 });

function DeadLinkPage({ brand }: { brand: Brand }) {
  const { dead } = useTexts(setupLinksTexts);
  return (
    <Layout title={dead.title} brand={brand}>
      <p>{dead.lead}</p>
    </Layout>
  );
}

function LandingPage({ brand, link, action }: { brand: Brand; link: Link; action: string }) {
  const { landing: texts } = useTexts(setupLinksTexts);
  const { tenant, createdBy, expiresAt } = link;
  const by = <Name text={createdBy.displayName ?? createdBy.email} />;
  return (
    <Layout title={texts.title(tenant.name)} brand={brand}>
      <p>{texts.lead(by, <Name text={tenant.name} />)}</p>
      <h2>{texts.need}</h2>
      <ul>
        {texts.needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <p>{texts.until(dayIn(expiresAt, useLanguage(), 'UTC'))}</p>
      <Form action={action} hidden={{}}>
        <Button>{texts.start}</Button>
      </Form>
    </Layout>
  );
}
