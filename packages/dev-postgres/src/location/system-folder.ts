import { chmod, lstat, mkdir } from 'node:fs/promises';

/**
 * Where root stores files that the server's account cannot access in the requested folder. Not /tmp, where other users could
 * create this folder first.
 */
export const defaultSystemFolder = '/var/lib/identity-server';

/** Creates a folder that all accounts can traverse and only root can write to. Throws if it exists with other permissions. */
export async function ensureSystemFolder(path: string): Promise<void> {
  // The umask limits mkdir's mode, so chmod sets it; only for a folder that this call has created.
  if (await mkdir(path, { recursive: true })) await chmod(path, 0o755);
  const found = await lstat(path);
  const safe = found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
  if (!safe) throw new Error(`${path} must be a folder that belongs to root and that only root can write to.`);
}
