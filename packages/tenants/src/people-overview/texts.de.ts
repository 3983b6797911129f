import { line } from '@org/identity-ui';
import type * as en from './texts.en.js';

export const people: typeof en.people = {
  title: 'Personen',
  active: 'Aktive Mitglieder',
  suspended: 'Gesperrte Mitglieder',
  invitations: 'Offene Einladungen',
  moreThan: (count: string) => line`mehr als ${count}`,
  yourRole: 'Ihre Rolle',
};

export const attention: typeof en.attention = {
  expiring: 'Einladungen, die in den nächsten zwei Tagen ablaufen',
  expired: 'Einladungen, die in den letzten sieben Tagen ohne Antwort abgelaufen sind',
  more: 'und weitere',
  suspended: (count: number) => (count === 1 ? '1 Mitglied ist gesperrt' : line`${count} Mitglieder sind gesperrt`),
  onlyOwner: 'Es gibt nur einen Inhaber',
  onlyOwnerWhy:
    'Verliert diese Person den Zugang, kann niemand sonst Inhaber verwalten. Machen Sie ein weiteres Mitglied zum Inhaber.',
};
