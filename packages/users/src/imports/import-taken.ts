/** Another process has taken an import over, or it was canceled. */
export class ImportTaken extends Error {}
