// Builds the image of deploy/container and checks it and the other files of deploy/. Needs root, Podman, Buildah, HAProxy,
// mmdebstrap and systemd-analyze. With BASE_IMAGE, no base image is made.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withServerImage } from './test/server-image.mjs';

const tests = fileURLToPath(new URL('test.mjs', import.meta.url));
const config = fileURLToPath(new URL('../ava.deploy.config.mjs', import.meta.url));

// A signal ends only the current program: images and containers are still removed.
const interruption = new AbortController();
let checks;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interruption.abort(signal);
    checks?.kill(signal);
  });
}

try {
  process.exitCode = await withServerImage(
    async (env) => {
      checks = spawn(process.execPath, [tests, '--config', config], {
        env: { ...process.env, ...env },
        stdio: 'inherit',
      });
      const [code] = await once(checks, 'close');
      return code ?? 1;
    },
    { signal: interruption.signal },
  );
} catch (error) {
  if (!interruption.signal.aborted) console.error(error.message);
  process.exitCode = 1;
}
if (interruption.signal.aborted) process.exitCode = 128 + constants.signals[interruption.signal.reason];
