import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { at, filesOf, keysAt, readDeployed, readYaml } from './support-deploy.js';

/** Images without a digest, and why. */
const unpinned: Record<string, string> = {
  'identity-server:latest': 'the own image, built from this repository',
  'identity-server': 'the own image, whose name and digest kustomize sets',
  'docker.io/library/haproxy:3.2': 'its digest could not be looked up and verified; deploy/pin-images.mjs does it',
};

const defaultOf = (text: string) => /^\$\{\w+:-([^}]+)\}$/u.exec(text)?.[1] ?? text;

function imagesOfDeploy(): string[] {
  const compose = readYaml('compose/compose.yaml');
  const services = keysAt(compose, 'services').map((name) => at(compose, `services.${name}`));
  const bases = services.map((service) => at(service, 'build.args.BASE_IMAGE')).filter((base) => base !== undefined);
  const container = readDeployed('container/Containerfile');
  const manifests = ['kubernetes', 'kubernetes/migrate'].flatMap((folder) =>
    filesOf(folder)
      .filter((name) => name.endsWith('.yaml'))
      .flatMap((name) => [...readDeployed(join(folder, name)).matchAll(/^\s*(?:- )?image: (\S+)$/gmu)]),
  );
  return [
    ...services.map((service) => String(at(service, 'image'))),
    ...bases.map(String),
    ...[...container.matchAll(/^ARG \w*IMAGE=(\S+)$/gmu)].map(([, image]) => String(image)),
    ...[...container.matchAll(/^FROM (?!\$)(\S+)/gmu)].map(([, image]) => String(image)),
    ...manifests.map(([, image]) => String(image)),
  ].map(defaultOf);
}

test('every image of a deployment is pinned by digest, or listed with the reason why it is not', (t) => {
  const images = [...new Set(imagesOfDeploy())];
  const pinned = images.filter((image) =>
    /^docker\.io\/[\w/-]+:[\w.-]*\d\.\d[\w.-]*@sha256:[0-9a-f]{64}$/u.test(image),
  );
  t.true(pinned.length >= 3, images.join('\n'));
  t.deepEqual(images.filter((image) => !pinned.includes(image)).sort(), Object.keys(unpinned).sort());
});

test('the base image of the container file and of the compose file is the same', (t) => {
  const compose = readYaml('compose/compose.yaml');
  const base = defaultOf(String(at(compose, 'services.server-1.build.args.BASE_IMAGE')));
  t.true(readDeployed('container/Containerfile').includes(`\nARG BASE_IMAGE=${base}\n`));
});

test('every action of the workflows is pinned by commit', (t) => {
  const workflow = readDeployed('../.github/workflows/test.yml');
  const used = [...workflow.matchAll(/uses: (.+)$/gmu)].map(([, action]) => String(action));
  t.true(used.length > 0);
  t.deepEqual(
    used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(action)),
    [],
  );
});

const script = fileURLToPath(new URL('../../deploy/pin-images.mjs', import.meta.url));

/** Runs the script with a `docker` or `skopeo` that is this shell script. */
function pinImages(tools: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'pin-images-'));
  for (const [name, body] of Object.entries(tools)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const result = spawnSync(process.execPath, [script], { encoding: 'utf8', env: { PATH: folder } });
  rmSync(folder, { recursive: true });
  return result;
}

test('pin-images prints a line for each variable, with the tag and the digest that the registry has now', (t) => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const { status, stdout } = pinImages({ docker: 'exit 1', skopeo: `echo ${digest}` });
  t.is(status, 0);
  const lines = stdout.trim().split('\n');
  t.deepEqual(lines.map((line) => line.split('=')[0]).sort(), [
    'BASE_IMAGE',
    'HAPROXY_IMAGE',
    'MAILPIT_IMAGE',
    'POSTGRES_IMAGE',
  ]);
  for (const line of lines) t.regex(line, /^[A-Z_]+=docker\.io\/[\w/-]+:[\w.-]+@sha256:a{64}$/u);
});

test('pin-images prints nothing if one digest is missing', (t) => {
  for (const tools of [{}, { docker: 'echo not-a-digest' }]) {
    const { status, stdout, stderr } = pinImages(tools);
    t.is(status, 1);
    t.is(stdout, '');
    t.regex(stderr, /There is no digest for docker\.io\//u);
  }
});
