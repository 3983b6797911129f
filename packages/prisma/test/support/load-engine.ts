import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { CatalogueAdapter } from './catalogue-adapter.js';

/** Prisma's schema engine as WebAssembly, which needs no download. */
export async function createEngine(
  datamodels: [path: string, content: string][],
  adapter: CatalogueAdapter,
): Promise<engineBindings.SchemaEngine> {
  await loadEngine();
  return engineClass().new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter.factory));
}

let loaded: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loaded ??= (async () => {
    const wasm = createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm')
      .replace(/schema_engine\.js$/u, 'schema_engine_bg.wasm');
    const { instance } = await WebAssembly.instantiate(await readFile(wasm), {
      './schema_engine_bg.js': imports(),
    });
    engineBindings.__wbg_set_wasm(instance.exports);
    (instance.exports['__wbindgen_start'] as () => void)();
  })();
  return loaded;
}

/** The imports of the engine: the functions of the package, but its lock timer does not keep the process alive. */
function imports(): WebAssembly.ModuleImports {
  const bindings = Object.entries(engineBindings as unknown as WebAssembly.ModuleImports);
  return Object.fromEntries(
    bindings.map(([name, binding]) => {
      if (!name.startsWith('__wbg_setTimeout_')) return [name, binding];
      return [name, (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds >>> 0).unref()];
    }),
  );
}

// The package's types do not declare the static constructor that its own wrapper calls.
function engineClass() {
  return engineBindings.SchemaEngine as unknown as {
    new: (
      options: engineBindings.ConstructorOptions,
      log: (line: string) => void,
      adapter: unknown,
    ) => Promise<engineBindings.SchemaEngine>;
  };
}
