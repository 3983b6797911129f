import { defineTexts, type Part, sentence } from '@org/identity-ui';

interface LinkText {
  name: string;
  description: string;
}
type RoleText = (tenant: Part) => Part;

interface StartPageTexts {
  title: (product: string) => string;
  lead: (product: Part) => Part;
  here: string;
  parts: Record<'console' | 'account' | 'reference' | 'mailbox' | 'discovery', LinkText>;
  demoUsers: string;
  demoPassword: Part;
  password: string;
  copyOf: (text: string) => string;
  superAdmin: string;
  roles: Record<'owner' | 'admin' | 'member', RoleText>;
  nextSteps: string;
  steps: Record<'connect' | 'api' | 'look' | 'production' | 'all', LinkText>;
}

const en: StartPageTexts = {
  title: (product) => `${product} is running`,
  lead: (product) =>
    sentence`${product} signs people in to your applications and manages their accounts, organizations and licenses.`,
  here: 'On this server',
  parts: {
    console: { name: 'Organizations', description: 'Members, invitations, licenses, settings and audit trail.' },
    account: { name: 'Your account', description: 'Profile, password, security and sessions.' },
    reference: { name: 'API reference', description: 'Every endpoint, with its fields and errors.' },
    mailbox: { name: 'Mailbox', description: 'Every email that this server has sent. It has no mail server.' },
    discovery: { name: 'Discovery document', description: 'The metadata that OpenID Connect libraries read.' },
  },
  demoUsers: 'Demo users',
  demoPassword: 'These users exist only on this development server. They all have the same password:',
  password: 'the password',
  copyOf: (text) => `Copy ${text}`,
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
      description: 'Create a client, then follow the recipe for your library.',
    },
    api: { name: 'Try the API', description: 'Tokens, tenants and licenses with curl, in five minutes.' },
    look: { name: 'Make it yours', description: 'Name, logo, colours and font.' },
    production: { name: 'Go to production', description: 'Your own PostgreSQL, secrets and mail server.' },
    all: { name: 'All guides', description: 'Guides, concepts, reference and operations.' },
  },
};

const de: StartPageTexts = {
  title: (product) => `${product} läuft`,
  lead: (product) =>
    sentence`${product} meldet Personen bei Ihren Anwendungen an und verwaltet ihre Konten, Organisationen und Lizenzen.`,
  here: 'Auf diesem Server',
  parts: {
    console: { name: 'Organisationen', description: 'Mitglieder, Einladungen, Lizenzen, Einstellungen und Protokoll.' },
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
  password: 'das Passwort',
  copyOf: (text) => `${text} kopieren`,
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
      description: 'Einen Client anlegen und der Anleitung für Ihre Bibliothek folgen (Englisch).',
    },
    api: { name: 'API ausprobieren', description: 'Tokens, Organisationen und Lizenzen mit curl, in fünf Minuten.' },
    look: { name: 'Aussehen anpassen', description: 'Name, Logo, Farben und Schrift.' },
    production: { name: 'In Produktion gehen', description: 'Eigenes PostgreSQL, Geheimnisse und Mailserver.' },
    all: { name: 'Alle Anleitungen', description: 'Anleitungen, Konzepte, Referenz und Betrieb, auf Englisch.' },
  },
};

/** The texts of the start page. */
export const startPageTexts = defineTexts({ en, de });
