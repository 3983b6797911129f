import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const mails: typeof en.mails = {
  granted: {
    title: (application) => line`Sie haben eine Lizenz für ${application}`,
    message: (tenant, application, type) => line`${tenant} hat Ihnen eine Lizenz für ${application} gegeben: ${type}.`,
  },
  removed: {
    title: (application) => line`Ihre Lizenz für ${application} wurde entzogen`,
    message: (tenant, application, type) =>
      line`Sie haben keine Lizenz von ${tenant} mehr für ${application} (${type}). Ihr Konto bleibt, wie es ist.`,
    after: (tenant) => line`Wenn Sie sie noch brauchen, fragen Sie eine Person, die ${tenant} verwaltet.`,
  },
  requested: {
    title: (person, application) => line`${person} bittet um eine Lizenz für ${application}`,
    message: (person, tenant, application) => line`${person} bittet ${tenant} um eine Lizenz für ${application}.`,
    open: (count) => (count === 1 ? 'Das ist die einzige offene Anfrage.' : line`${count} Anfragen sind offen.`),
    decide: 'Entscheiden',
    after: (tenant) =>
      line`Sie erhalten diese E-Mail, weil Sie ${tenant} verwalten. Sie wird höchstens einmal pro Stunde gesendet, auch wenn es mehr Anfragen gibt.`,
  },
  approved: {
    title: (application) => line`Ihre Anfrage für ${application} wurde genehmigt`,
    message: (tenant, application, type) => line`${tenant} hat Ihnen eine Lizenz für ${application} gegeben: ${type}.`,
  },
  waiting: {
    title: (application) => line`Ihre Anfrage für ${application} wurde genehmigt, und Sie stehen auf der Warteliste`,
    message: (tenant, application, type, position) =>
      line`${tenant} hat zurzeit keine freie Lizenz für ${application} (${type}). Sie stehen auf Platz ${position} der Warteliste und erhalten eine Lizenz, sobald Sie an der Reihe sind.`,
  },
  declined: {
    title: (application) => line`Ihre Anfrage für ${application} wurde abgelehnt`,
    message: (tenant, application) => line`${tenant} hat Ihre Anfrage nach einer Lizenz für ${application} abgelehnt.`,
  },
  takenOff: {
    title: (application) => line`Sie stehen nicht mehr auf der Warteliste für ${application}`,
    message: (tenant, application) => line`${tenant} hat Sie von der Warteliste für ${application} genommen.`,
  },
  reclaim: {
    title: (application) => line`Ihre Lizenz für ${application} wird bald freigegeben`,
    message: (application, tenant, since, until) =>
      line`Sie haben ${application} in ${tenant} seit dem ${since} nicht genutzt. Wenn Sie die Anwendung bis zum ${until} nicht nutzen, wird Ihre Lizenz freigegeben, damit jemand anderes sie nutzen kann.`,
    after: 'Wenn Sie sie nicht mehr brauchen, müssen Sie nichts tun.',
  },
  changes: {
    title: (count) => line`${count} Änderungen an Ihren Lizenzen`,
    message: (tenant) => line`${tenant} hat Ihre Lizenzen mehrmals geändert. Die letzte Änderung steht zuerst:`,
    lines: {
      granted: (application, type) => line`Sie haben eine Lizenz für ${application}: ${type}.`,
      removed: (application, type) => line`Ihre Lizenz für ${application} (${type}) wurde entzogen.`,
      reclaim: (application, type, date) =>
        line`Ihre Lizenz für ${application} (${type}) wird am ${date} freigegeben, wenn Sie sie bis dahin nicht nutzen.`,
      approved: (application, type) =>
        line`Ihre Anfrage für ${application} wurde genehmigt. Sie haben eine Lizenz: ${type}.`,
      waiting: (application, type, position) =>
        line`Ihre Anfrage für ${application} (${type}) wurde genehmigt, und Sie stehen auf Platz ${position} der Warteliste.`,
      declined: (application) => line`Ihre Anfrage für ${application} wurde abgelehnt.`,
      takenOff: (application) => line`Sie stehen nicht mehr auf der Warteliste für ${application}.`,
    },
    more: (count) => line`und ${count} weitere`,
    after: (tenant) =>
      line`Sie erhalten diese E-Mail, weil ${tenant} Ihre Lizenzen geändert hat. Es ist nur eine, weil es viele Änderungen waren.`,
  },
  note: (note) => line`Die Antwort: „${note}“`,
  open: 'Ihre Lizenzen',
  after: (tenant) => line`Sie erhalten diese E-Mail, weil Sie Mitglied von ${tenant} sind.`,
};

export const settings: typeof en.settings = {
  name: 'E-Mails zu Lizenzen',
  title: 'E-Mails zu Lizenzen',
  lead: 'Wählen Sie, welche E-Mails Ihre Mitglieder und die Verwaltung erhalten.',
  kinds: {
    granted: 'An Mitglieder, die eine Lizenz erhalten',
    removed: 'An Mitglieder, denen eine Lizenz entzogen wird',
    reclaim: 'An Mitglieder, denen eine Lizenz bald entzogen wird, weil sie sie nicht nutzen',
    requested: 'An die Verwaltung, wenn jemand um eine Lizenz bittet, höchstens einmal pro Stunde',
    approved: 'An Mitglieder, deren Anfrage genehmigt wurde',
    declined: 'An Mitglieder, deren Anfrage abgelehnt wurde',
  },
  save: 'Speichern',
  notices: { 'license-mails': 'Ihre Auswahl wurde gespeichert.' },
};
