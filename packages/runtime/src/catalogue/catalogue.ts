import type { Catalogue, Database, EventBus } from '@org/identity-prisma';

/** The catalogue of this database, for commands. Few of them use it, so its code is imported then. */
export function createCatalogue(services: { db: Database; events: EventBus }): Catalogue {
  return {
    async *export() {
      const { exportCatalogue } = await import('./export-catalogue.js');
      yield* exportCatalogue(services.db);
    },
    async readFront(bytes) {
      const [{ splitCatalogue }, { bringCatalogue }] = await Promise.all([
        import('./split-catalogue.js'),
        import('./bring-catalogue.js'),
      ]);
      const { lines, rest } = await splitCatalogue(bytes);
      return { lines: lines.length, rest, add: (actor) => bringCatalogue(services, { lines, actor }) };
    },
  };
}
