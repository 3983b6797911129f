import { chmod, lstat, mkdir } from 'node:fs/promises';

/** Where a process of root keeps what the server's account cannot reach elsewhere; not /tmp, where others could prepare it for us. */
export const defaultSystemFolder = '/var/lib/identity-server';

/** Creates a folder only root can write to and everybody can pass, or refuses one that is not like that. */
export async function ensureSystemFolder(path: string): Promise<void> {
  // mkdir's mode is cut by the umask; only what we created ourselves is opened.
  if (await mkdir(path, { recursive: true })) await chmod(path, 0o755);
  const found = await lstat(path);
  const safe = found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
  if (!safe) throw new Error(`${path} must be a folder that belongs to root and that nobody else can write to.`);
}
