import {
  type Confirmation,
  EnteredEmail,
  fieldErrors,
  ofTenant,
  ownsTenant,
  readForm,
  type TenantArea,
  type TenantVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Field, Form, Moment, NameCell, Table, textsOf, useTexts } from '@org/identity-ui';
import { z } from 'zod';
import { signOnPath } from '../access/console-paths.js';
import { createSetupLink } from '../setup-links/create-setup-link.js';
import { listSetupLinks, withdrawSetupLink } from '../setup-links/manage-setup-links.js';
import { setupLinksTexts } from '../setup-links/texts.js';

const areaTexts = textsOf(setupLinksTexts, ({ section, notices, refusals }) => ({
  name: section.heading,
  title: section.heading,
  notices,
  refusals,
}));

const path = `${signOnPath}/setup-links`;
const Sent = z.object({ email: EnteredEmail });
const callOf = ({ tenant, principal }: TenantVisit) => ({ tenantId: tenant.id, principal });

/** Where owners send setup links and withdraw them, on the page about single sign-on. */
export function setupLinksSection(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    sectionOf: signOnPath,
    parent: signOnPath,
    order: 90,
    texts: areaTexts,
    isOpen: ownsTenant,
    // A link lets others decide who can sign in, and the end of a link signs people out.
    needsFreshSignIn: () => true,
    errorsOf: (refusal, language) => fieldErrors(refusal, { fields: setupLinksTexts[language].fields }),
    async draw(visit, errors) {
      const { section: texts } = setupLinksTexts[visit.language];
      const { links } = await listSetupLinks(host, callOf(visit));
      const { base, hidden, form } = visit;
      return (
        <>
          <p>{texts.lead}</p>
          {links.length > 0 && <Links {...{ visit, links }} />}
          <Form action={`${base}/${path}`} hidden={{ ...hidden }}>
            <Field
              name="email"
              type="email"
              label={texts.email}
              value={form['email'] ?? ''}
              error={errors?.['email']}
              autofocus={errors?.['email'] !== undefined}
              autocomplete="off"
              required
            />
            <Button kind="secondary">{texts.send}</Button>
          </Form>
        </>
      );
    },
    confirm: (visit) => confirmWithdrawal(host, visit),
    async act(visit) {
      const { form, language } = visit;
      const linkId = form['withdraw'];
      if (linkId !== undefined) {
        await withdrawSetupLink(host, { ...callOf(visit), linkId });
        return { done: 'link-withdrawn' };
      }
      const { email } = readForm(Sent, { email: form['email'] ?? '' });
      await createSetupLink(host, { ...callOf(visit), email, language });
      return { done: 'link-sent' };
    },
  };
}

/** A link ends with what was made with it, so it is asked about. Not if it has ended already: `act` then says so. */
async function confirmWithdrawal(host: IdentityPluginHost, visit: TenantVisit): Promise<Confirmation | undefined> {
  const linkId = visit.form['withdraw'];
  if (linkId === undefined) return undefined;
  const { links } = await listSetupLinks(host, callOf(visit));
  const link = links.find(({ id }) => id === linkId);
  const { title, button, facts } = setupLinksTexts[visit.language].confirm;
  return link && { title: title(link.email), button, facts, evenIfChanged: true };
}

interface LinksProps {
  visit: TenantVisit;
  links: Awaited<ReturnType<typeof listSetupLinks>>['links'];
}

function Links({ visit: { base, hidden }, links }: LinksProps) {
  const { section: texts } = useTexts(setupLinksTexts);
  return (
    <Form action={`${base}/${path}`} hidden={{ ...hidden }}>
      <Table
        caption={texts.open}
        rows={links}
        keyOf={({ id }) => id}
        columns={[
          { label: texts.recipient, cell: ({ email }) => <NameCell text={email} /> },
          { label: texts.used, cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never) },
          { label: texts.expires, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          {
            label: texts.action,
            cell: ({ id, email }) => (
              <Button kind="secondary" name="withdraw" value={id}>
                {texts.withdraw}
                <span class="hidden"> {email}</span>
              </Button>
            ),
          },
        ]}
      />
    </Form>
  );
}
