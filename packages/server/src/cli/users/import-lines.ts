import type { Encoding, ImportFormat, ImportWork } from '@org/identity-users';
import type { BroughtCatalogue } from '../../catalogue/bring-catalogue.js';
import { commandActor } from '../database/open-command-database.js';
import type { CommandServer } from '../database/open-command-server.js';
import type { Invocation } from '../line/command.js';
import { textOf } from '../line/text-of.js';

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
  readonly catalogue?: { readonly isRehearsed: boolean; readonly brought?: BroughtCatalogue };
  /** What is not carried over; grows as the lines are read. */
  readonly notes: string[];
}

/** Reads a file: adds the catalogue at its front, and returns the lines of its people. */
export async function importLines(
  server: CommandServer,
  { values }: Pick<Invocation, 'values'>,
  { bytes, format, encoding, work }: ImportFile,
): Promise<ImportedFile> {
  const { linesOfFile } = await import('@org/identity-users');
  const notes: string[] = [];
  const firebase = {
    signerKey: textOf(values, 'firebase-signer-key'),
    saltSeparator: textOf(values, 'firebase-salt-separator'),
    rounds: numberOf(values, 'firebase-rounds'),
    memCost: numberOf(values, 'firebase-mem-cost'),
  };
  const onNote = (note: string) => void notes.push(note);
  const all = linesOfFile(bytes, { format, encoding, providers: work.providers, firebase, onNote });
  const { splitCatalogue } = await import('../../catalogue/split-catalogue.js');
  const { lines, rest } = await splitCatalogue(all);
  if (lines.length === 0) return { stream: rest, notes };
  if (values['rehearse'] === true) {
    onNote('The catalogue was not added: owners create their tenants in this rehearsal, and its licenses wait.');
    return { stream: rest, catalogue: { isRehearsed: true }, notes };
  }
  const { bringCatalogue } = await import('../../catalogue/bring-catalogue.js');
  const brought = await bringCatalogue(server, { lines, actor: commandActor });
  return { stream: rest, catalogue: { isRehearsed: false, brought }, notes };
}

function numberOf(values: Invocation['values'], name: string): number | undefined {
  const given = textOf(values, name);
  if (given === undefined) return undefined;
  if (!/^\d+$/u.test(given)) throw new Error(`--${name} must be a whole number.`);
  return Number(given);
}
