import { type Actor, IdentityError, isUuid, reply } from '@org/identity-core';
import { type IdentityPluginHost, pageSize, pagesOf } from '@org/identity-prisma';
import { z } from 'zod';
import { endInTransaction } from './end-import.js';
import { Remark } from './import-schemas.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

const shown = {
  id: true,
  status: true,
  rehearsed: true,
  created: true,
  changed: true,
  unchanged: true,
  refused: true,
  waiting: true,
  withPassword: true,
  withSecondFactor: true,
  withLinks: true,
  sentLines: true,
  lastLine: true,
  startedAt: true,
  endedAt: true,
} as const;

type Row = { created: number; changed: number; unchanged: number; refused: number };

/** How many lines are done; empty lines do not count. */
const withLines = <Found extends Row>(found: Found) => ({
  ...found,
  lines: found.created + found.changed + found.unchanged + found.refused,
});

/** A page of the imports, the newest first. */
export async function listImports({ db }: Pick<Services, 'db'>, { page, limit }: { page: number; limit: number }) {
  const [rows, total] = await Promise.all([
    db.import.findMany({ select: shown, orderBy: { id: 'desc' }, skip: (page - 1) * limit, take: limit }),
    db.import.count(),
  ]);
  return { imports: rows.map(withLines), pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** An import as it is shown. */
export type PeopleImport = Awaited<ReturnType<typeof getImport>>;

const notFound = () => new IdentityError('IMPORT_NOT_FOUND', 'There is no such import, or it was long ago.');

/** One import. */
export async function getImport({ db }: Pick<Services, 'db'>, importId: string) {
  const found = isUuid(importId) ? await db.import.findUnique({ where: { id: importId }, select: shown }) : null;
  if (!found) throw notFound();
  return withLines(found);
}

/** Stops an import after the batch that is being imported; what was imported stays. One that has ended stays as it is. */
export function cancelImport({ db, events }: Services, { importId, actor }: { importId: string; actor: Actor }) {
  return db.$transaction(async (tx) => {
    if (!isUuid(importId)) throw notFound();
    await endInTransaction(tx, events, { id: importId, status: 'CANCELED', actor });
    const found = await tx.import.findUnique({ where: { id: importId }, select: shown });
    if (!found) throw notFound();
    return reply(withLines(found));
  });
}

/** The report of an import in the order of its lines, page by page. */
export async function readReport({ db }: Pick<Services, 'db'>, importId: string) {
  const { id } = await getImport({ db }, importId);
  return reportPages(db, id);
}

async function* reportPages(db: Services['db'], importId: string) {
  const read = (last: StoredLine | undefined) =>
    db.importLine.findMany({
      where: { importId, line: { gt: last?.line ?? 0 } },
      orderBy: { line: 'asc' },
      take: pageSize,
    });
  for await (const page of pagesOf<StoredLine>(read)) yield page.map(reportLine);
}

/** The first lines that were refused, for the page. */
export async function firstRefusals({ db }: Pick<Services, 'db'>, importId: string, limit: number) {
  const where = { importId, result: 'REFUSED' as const };
  const lines = await db.importLine.findMany({ where, orderBy: { line: 'asc' }, take: limit });
  return lines.map(reportLine);
}

interface StoredLine {
  line: number;
  email: string | null;
  result: 'CREATED' | 'CHANGED' | 'UNCHANGED' | 'REFUSED';
  waiting: boolean;
  field: string | null;
  reason: string | null;
  remarks: unknown;
}

const Remarks = z.array(Remark);

const results = { CREATED: 'created', CHANGED: 'changed', UNCHANGED: 'unchanged', REFUSED: 'refused' } as const;

function reportLine({ line, email, result, waiting, field, reason, remarks: stored }: StoredLine) {
  const remarks = Remarks.safeParse(stored).data;
  return {
    line,
    email,
    result: results[result],
    ...(waiting ? { waiting: true as const } : {}),
    ...(field === null ? {} : { field }),
    ...(reason === null ? {} : { reason }),
    ...(remarks === undefined ? {} : { remarks }),
  };
}
