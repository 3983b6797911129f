import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The installed LibreOffice, if there is one. */
export const officePath = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path));

/** Where a spreadsheet splits a line. */
export type Separator = ',' | ';' | '\t';

/** Opens a CSV file as a German user does, and returns what the spreadsheet holds, as XML. */
export async function openInSpreadsheet(csv: string, separator: Separator): Promise<string> {
  if (!officePath) throw new Error('This machine has no LibreOffice.');
  const folder = await mkdtemp(join(tmpdir(), 'identity-csv-'));
  try {
    await writeFile(join(folder, 'file.csv'), csv);
    // Separator, quote, UTF-8, first line, no column formats, German, quoted cells are not always text, numbers and dates
    // are recognized.
    const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,1031,false,true`;
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    await run(officePath, [profile, '--headless', '--convert-to', 'fods', `--infilter=${filter}`, 'file.csv'], {
      cwd: folder,
    });
    return await readFile(join(folder, 'file.fods'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The cells that are formulas. */
export const formulasIn = (spreadsheet: string): string[] =>
  [...spreadsheet.matchAll(/table:formula="([^"]*)"/gu)].map(([, formula = '']) => formula);
