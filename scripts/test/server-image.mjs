import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../prepare/paths.mjs';

// Certificate authorities of this machine: the network of a build may need one that the base image does not have.
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Builds the image of deploy/container over BASE_IMAGE, or else over a base made from Debian's packages, and runs the work
 * with the variables that the checks need. Removes the images and all files afterwards.
 */
export async function withServerImage(work, { signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-image-'));
  const tag = `check-${process.pid}`;
  const base = process.env.BASE_IMAGE ?? `localhost/identity-base:${tag}`;
  const image = `localhost/identity-server:${tag}`;
  const run = (file, args, env = {}) => runToEnd(file, args, { env, signal });
  const made = [];
  try {
    if (!process.env.BASE_IMAGE) {
      made.push(base);
      await run(join(root, 'deploy/container/make-base-image.sh'), [base]);
    }
    // In this folder, so that the cache of the packages is deleted as well.
    const env = { ...(await containerEnvironment(folder, base, run)), TMPDIR: folder };
    made.unshift(image);
    const secret = existsSync(authorities) ? ['--secret', `id=ca,src=${authorities}`] : [];
    const args = ['--build-arg', `BASE_IMAGE=${base}`, '--build-arg', 'VERSION=check', ...secret];
    const file = ['--file', 'deploy/container/Containerfile', '--tag', image];
    await run('buildah', ['build', '--format', 'docker', '--network', 'host', ...args, ...file, '.'], env);
    return await work({ ...env, DEPLOY_IMAGE: image });
  } finally {
    for (const name of made) await runToEnd('buildah', ['rmi', '--force', name], { env: {} }).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Finds settings of Podman and Buildah with which containers run on this machine: the usual ones, or else runc with low
 * limits, for machines with the old cgroups or without the right to raise limits.
 */
async function containerEnvironment(folder, image, run) {
  const settings = join(folder, 'containers.conf');
  const limits = '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4000:4000"]\n';
  writeFileSync(settings, `${limits}[engine]\nruntime = "runc"\n`);
  const probe = ['run', '--rm', '--network', 'host', image, 'true'];
  try {
    await run('podman', probe);
    return {};
  } catch {
    console.log('Containers do not run with the usual settings: trying runc with low limits.');
    const env = { CONTAINERS_CONF: settings, BUILDAH_RUNTIME: 'runc' };
    await run('podman', probe, env);
    return env;
  }
}

async function runToEnd(file, args, { env, signal }) {
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit', signal });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} ${args[0]} ended with ${code}.`);
}
