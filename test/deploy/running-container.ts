import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, run, succeed } from './container-tools.js';

/** As in compose.yaml and in the manifests: nothing can be written, no rights, and a limit of memory. */
const hardened = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp:size=16m', '--cap-drop', 'all'],
  ...['--security-opt', 'no-new-privileges', '--memory', '512m', '--pids-limit', '256', '--network', 'host'],
];

export interface Settings {
  variables?: Record<string, string>;
  /** Files below /run/secrets. `DATABASE_URL` is in the file `DATABASE_URL`, and `DATABASE_URL_FILE` has its path. */
  secrets?: Record<string, string>;
}

/** Runs a command in a new container of the image, to its end. */
export function runOnce(
  image: string,
  folder: string,
  settings: Settings,
  command: readonly string[],
): Promise<Outcome> {
  const options = optionsOf(folder, settings);
  return run('podman', ['run', '--rm', ...hardened, ...options, image, ...command]);
}

/** Starts the server in a container. The caller removes it. */
export async function startContainer(image: string, folder: string, name: string, settings: Settings) {
  const podman = (...args: string[]) => succeed('podman', args);
  await podman('run', '--detach', '--name', name, ...hardened, ...optionsOf(folder, settings), image);
  return {
    exec: (...command: string[]) => run('podman', ['exec', name, ...command]),
    checkHealth: () => run('podman', ['healthcheck', 'run', name]),
    /** As `docker stop` does. Returns the exit code of the server. */
    async stop() {
      await podman('stop', '--time', '20', name);
      return Number(await podman('inspect', '--format', '{{.State.ExitCode}}', name));
    },
    start: () => podman('start', name),
    logs: () => podman('logs', name),
    remove: () => podman('rm', '--force', '--time', '0', name),
  };
}

function optionsOf(folder: string, { variables = {}, secrets = {} }: Settings): string[] {
  const files = join(folder, 'secrets');
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const mounted = Object.entries(secrets).flatMap(([name, value]) => {
    writeFileSync(join(files, name), `${value}\n`, { mode: 0o444 });
    const inside = `/run/secrets/${name}`;
    return ['--volume', `${join(files, name)}:${inside}:ro`, '--env', `${name}_FILE=${inside}`];
  });
  return [...mounted, ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`])];
}
