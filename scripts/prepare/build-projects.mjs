import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { filesBelow, root } from './paths.mjs';

const source = /(?<!\.d)\.([cm]?)tsx?$/;
const output = /\.(?:d\.)?([cm]?)(?:js|ts)(?:\.map)?$/;
/** The compiler's records in a `dist` folder: of the sources, and of the tests. */
export const buildInfoFiles = ['.tsbuildinfo', '.test.tsbuildinfo'];

/** Lists the projects that the compiler builds for a project: itself and all references, relative to the root. */
export function projectsOf(project, found = new Set()) {
  if (found.has(project) || !existsSync(join(root, project, 'tsconfig.json'))) return [...found];
  found.add(project);
  const { references = [] } = JSON.parse(readFileSync(join(root, project, 'tsconfig.json'), 'utf8'));
  for (const { path } of references) projectsOf(join(project, path), found);
  return [...found];
}

/** Where a project has its sources, and where it puts what it compiles. The tests of a package are a project of their own. */
function placesOf(project) {
  const isTest = basename(project) === 'test';
  const folder = isTest ? dirname(project) : project;
  const name = isTest ? 'test' : 'src';
  return {
    folder,
    sources: join(folder, name),
    outputs: join(root, folder, 'dist', name),
    buildInfo: join(root, folder, 'dist', buildInfoFiles[isTest ? 1 : 0]),
  };
}

/** Lists the sources of a project. */
export function sourcesOf(project) {
  return filesBelow(placesOf(project).sources, { matching: source, alsoGenerated: true });
}

/** Returns the build info of each project that has a source without a compiled file. */
export function buildInfoOfIncomplete(projects) {
  return projects.flatMap((project) => {
    const { folder, buildInfo } = placesOf(project);
    const compiled = (file) => join(root, folder, 'dist', relative(folder, file).replace(source, '.$1js'));
    return sourcesOf(project).every((file) => existsSync(compiled(file))) ? [] : [buildInfo];
  });
}

/** Lists compiled files whose source no longer exists. */
export function orphanedOutputs(projects) {
  return projects.flatMap((project) => {
    const { folder, outputs } = placesOf(project);
    return allFiles(outputs).filter((path) => {
      const stem = join(root, folder, relative(join(root, folder, 'dist'), path)).replace(output, '.$1ts');
      return output.test(path) && !existsSync(stem) && !existsSync(`${stem}x`);
    });
  });
}

function allFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
