import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const paused: typeof en.paused = {
  title: (host) => line`Der Webhook an ${host} wurde pausiert`,
  message: (host, error) =>
    line`Seit mehr als einem Tag ist jeder Versuch fehlgeschlagen, ein Ereignis an ${host} zuzustellen. Der Webhook ist pausiert und erhält keine Ereignisse mehr. Der letzte Fehler: ${error}`,
  open: 'Webhooks öffnen',
  advice:
    'Wenn der Empfänger wieder funktioniert, aktivieren Sie den Webhook und senden Sie die verpassten Ereignisse erneut.',
  ofTenant: (tenant) => line`Sie erhalten diese E-Mail, weil Sie ${tenant} verwalten.`,
  ofPlatform: 'Sie erhalten diese E-Mail, weil Sie die Plattform verwalten.',
};
