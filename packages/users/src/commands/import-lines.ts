import { commandActor, textOf } from '@org/identity-core/commands';
import type { AddedCatalogue, Catalogue, IdentityInvocation } from '@org/identity-prisma';
import type { Encoding } from '../import-formats/decode-bytes.js';
import type { ImportFormat } from '../import-formats/import-format.js';
import type { ImportWork } from '../imports/import-work.js';

interface ImportFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly format: ImportFormat;
  readonly encoding: Encoding;
  readonly work: Pick<ImportWork, 'providers'>;
}

interface ImportedFile {
  /** The lines of people. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** What was in front of the people. A rehearsal has added nothing of it. */
  readonly catalogue?: { readonly isRehearsed: boolean; readonly added?: AddedCatalogue };
  /** What is not carried over; grows as the lines are read. */
  readonly notes: string[];
}

/** Reads a file: adds the catalogue at its front, and returns the lines of its people. */
export async function importLines(
  catalogue: Catalogue,
  { values }: Pick<IdentityInvocation, 'values'>,
  { bytes, format, encoding, work }: ImportFile,
): Promise<ImportedFile> {
  const { linesOfFile } = await import('../imports/lines-of-file.js');
  const notes: string[] = [];
  const firebase = {
    signerKey: textOf(values, 'firebase-signer-key'),
    saltSeparator: textOf(values, 'firebase-salt-separator'),
    rounds: numberOf(values, 'firebase-rounds'),
    memCost: numberOf(values, 'firebase-mem-cost'),
  };
  const onNote = (note: string) => void notes.push(note);
  const all = linesOfFile(bytes, { format, encoding, providers: work.providers, firebase, onNote });
  const front = await catalogue.readFront(all);
  const stream = front.rest;
  if (front.lines === 0) return { stream, notes };
  if (values['rehearse'] === true) {
    onNote('The catalogue was not added: owners create their tenants in this rehearsal, and its licenses wait.');
    return { stream, catalogue: { isRehearsed: true }, notes };
  }
  return { stream, catalogue: { isRehearsed: false, added: await front.add(commandActor) }, notes };
}

function numberOf(values: IdentityInvocation['values'], name: string): number | undefined {
  const given = textOf(values, name);
  if (given === undefined) return undefined;
  if (!/^\d+$/u.test(given)) throw new Error(`--${name} must be a whole number.`);
  return Number(given);
}
