const script = new URL('../../../../../scripts/origin-docs.mjs', import.meta.url);

/** The table of docs/concepts/security.md: as it is written, and as the declarations say it. */
export const originDocs = (await import(script.href)) as {
  originTable(entryPoints: readonly unknown[]): string;
  writtenTable(): string[];
  withoutLayout(table: string): string[];
};
