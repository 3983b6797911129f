import { defineTexts, type Part, sentence } from '@org/identity-ui';

type RoleText = (tenant: Part) => Part;

interface StartPageTexts {
  title: (product: string) => string;
  lead: (product: Part) => Part;
  parts: Record<
    'console' | 'platform' | 'account' | 'reference' | 'mailbox' | 'discovery',
    { name: string; description: string }
  >;
  demoUsers: string;
  demoPassword: Part;
  superAdmin: string;
  roles: Record<'owner' | 'admin' | 'member', RoleText>;
  nextSteps: string;
  steps: Record<'connect' | 'look' | 'production', { name: string; description: (code: Part) => Part }>;
}

const en: StartPageTexts = {
  title: (product) => `${product} is running`,
  lead: (product) =>
    sentence`${product} signs people in to your applications and manages their accounts, organizations and licenses.`,
  parts: {
    console: { name: 'Organizations', description: 'Members, invitations, licenses, settings and audit trail.' },
    platform: { name: 'Platform', description: 'For super admins: tenants, people, clients, keys and queues.' },
    account: { name: 'Your account', description: 'Profile, password, security and sessions.' },
    reference: { name: 'API reference', description: 'Every endpoint, with its fields and errors.' },
    mailbox: { name: 'Mailbox', description: 'Every email that this server has sent. It has no mail server.' },
    discovery: { name: 'Discovery document', description: 'The metadata that OpenID Connect libraries read.' },
  },
  demoUsers: 'Demo users',
  demoPassword: 'These users exist only on this development server. They all have the same password:',
  superAdmin: 'Super admin, not in an organization',
  roles: {
    owner: (tenant) => sentence`Owner of ${tenant}`,
    admin: (tenant) => sentence`Admin of ${tenant}`,
    member: (tenant) => sentence`Member of ${tenant}`,
  },
  nextSteps: 'Next steps',
  steps: {
    connect: {
      name: 'Connect your application',
      description: (page) => sentence`Create a client, then follow the recipe for your library in ${page}.`,
    },
    look: { name: 'Make it yours', description: (page) => sentence`Name, logo, colours and font: ${page}.` },
    production: {
      name: 'Go to production',
      description: (page) => sentence`Your own PostgreSQL, secrets and mail server: ${page}.`,
    },
  },
};

const de: StartPageTexts = {
  title: (product) => `${product} läuft`,
  lead: (product) =>
    sentence`${product} meldet Personen bei Ihren Anwendungen an und verwaltet ihre Konten, Organisationen und Lizenzen.`,
  parts: {
    console: { name: 'Organisationen', description: 'Mitglieder, Einladungen, Lizenzen, Einstellungen und Protokoll.' },
    platform: {
      name: 'Plattform',
      description: 'Für Super-Admins: Organisationen, Personen, Clients, Schlüssel und Warteschlangen.',
    },
    account: { name: 'Ihr Konto', description: 'Profil, Passwort, Sicherheit und Sitzungen.' },
    reference: { name: 'API-Referenz', description: 'Alle Endpunkte mit ihren Feldern und Fehlern, auf Englisch.' },
    mailbox: {
      name: 'Postfach',
      description: 'Alle E-Mails, die dieser Server gesendet hat. Er hat keinen Mailserver.',
    },
    discovery: {
      name: 'Discovery-Dokument',
      description: 'Die Metadaten, die OpenID-Connect-Bibliotheken lesen.',
    },
  },
  demoUsers: 'Demo-Konten',
  demoPassword: 'Diese Konten gibt es nur auf diesem Entwicklungsserver. Sie haben alle dasselbe Passwort:',
  superAdmin: 'Super-Admin, in keiner Organisation',
  roles: {
    owner: (tenant) => sentence`Inhaber von ${tenant}`,
    admin: (tenant) => sentence`Administrator von ${tenant}`,
    member: (tenant) => sentence`Mitglied von ${tenant}`,
  },
  nextSteps: 'Nächste Schritte',
  steps: {
    connect: {
      name: 'Anwendung anbinden',
      description: (page) =>
        sentence`Legen Sie einen Client an und folgen Sie der Anleitung für Ihre Bibliothek in ${page}.`,
    },
    look: { name: 'Aussehen anpassen', description: (page) => sentence`Name, Logo, Farben und Schrift: ${page}.` },
    production: {
      name: 'In Produktion gehen',
      description: (page) => sentence`Eigenes PostgreSQL, Geheimnisse und Mailserver: ${page}.`,
    },
  },
};

/** The texts of the start page. */
export const startPageTexts = defineTexts({ en, de });
