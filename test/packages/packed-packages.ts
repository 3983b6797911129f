import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPackageFromTarballData, type Package } from '@arethetypeswrong/core';

/** The root of the repository, from dist/test/packages. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const run = promisify(execFile);

/** A package as it is published. */
export interface PackedPackage {
  name: string;
  tarball: string;
  bytes: Buffer<ArrayBuffer>;
  content: Package;
  /** The paths of its files, relative to the package. */
  files: string[];
  manifest: Manifest;
}

export interface Manifest {
  name: string;
  license?: string;
  engines?: { node?: string };
  repository?: { directory?: string };
  exports: Record<string, Record<string, string>>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Returns the names of the packages that are not private. */
export function publishedNames(): string[] {
  const manifests = readdirSync(join(root, 'packages')).map(
    (folder) =>
      JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as {
        name: string;
        private?: boolean;
      },
  );
  return manifests.filter((manifest) => manifest.private !== true).map(({ name }) => name);
}

/** Packs all public packages into a folder. */
export async function packAll(folder: string): Promise<PackedPackage[]> {
  await run(process.execPath, [join(root, 'scripts/pack.mjs'), folder], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return readdirSync(folder).map((file) => {
    const tarball = join(folder, file);
    const bytes = readFileSync(tarball);
    const content = createPackageFromTarballData(bytes);
    const base = `/node_modules/${content.packageName}/`;
    const files = content.listFiles().map((path) => path.slice(base.length));
    const manifest = JSON.parse(content.readFile(`${base}package.json`)) as Manifest;
    return { name: content.packageName, tarball, bytes, content, files, manifest };
  });
}
