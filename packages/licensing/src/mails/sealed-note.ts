import type { SealedColumn } from '@org/identity-core';
import type { MailServices } from './recipient.js';

/** What a manager wrote about a request is not stored in plain text. Bound to the row of the change. */
export const sealedNote: SealedColumn = {
  table: 'identity.license_mail_changes',
  id: 'id',
  column: 'encrypted_note',
  purpose: 'license-note:',
};
const purposeOf = (id: string) => `${sealedNote.purpose}${id}`;

export function sealNote({ vault }: Pick<MailServices, 'vault'>, id: string, note: string): Buffer {
  return Buffer.from(vault.seal(purposeOf(id), Buffer.from(note)));
}

export function openNote({ vault }: Pick<MailServices, 'vault'>, id: string, sealed: Uint8Array): string {
  return Buffer.from(vault.open(purposeOf(id), sealed)).toString();
}
