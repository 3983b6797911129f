// Prints the images of compose/compose.yaml by the digests that their tags have now, as lines for compose/.env.
// Usage: node deploy/pin-images.mjs. Needs docker with buildx, or skopeo, and the registries.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Both give the digest of the index, which is the same on every architecture. */
const tools = [
  (image) => ['docker', ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image]],
  (image) => ['skopeo', ['inspect', '--no-tags', '--format', '{{.Digest}}', `docker://${image}`]],
];

function digestOf(image) {
  const failures = [];
  for (const tool of tools) {
    const [command, args] = tool(image);
    const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    const digest = status === 0 ? stdout.trim() : '';
    if (/^sha256:[0-9a-f]{64}$/u.test(digest)) return digest;
    failures.push(`${command}: ${(error?.message ?? stderr).trim() || 'no digest'}`);
  }
  throw new Error(`There is no digest for ${image}.\n${failures.join('\n')}`);
}

const compose = readFileSync(new URL('compose/compose.yaml', import.meta.url), 'utf8');
const images = [...compose.matchAll(/\$\{(\w+_IMAGE):-([^}@]+\/[^}@]+)(?:@[^}]+)?\}/gu)];
try {
  // All or none: a file with half of the lines would look complete.
  const lines = images.map(([, variable, tag]) => `${variable}=${tag}@${digestOf(tag)}`);
  console.log([...new Set(lines)].join('\n'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
