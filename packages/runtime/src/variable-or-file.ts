import { readFileSync } from 'node:fs';

/**
 * The value of an environment variable or, if `<name>_FILE` is set instead, the content of that file without the newline at
 * its end. Secrets of containers and of systemd are such files. Returns undefined if neither variable is set.
 */
export function variableOrFile(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  // In shells and compose files, an empty variable usually means that it is not set.
  const value = environment[name] || undefined;
  const file = environment[`${name}_FILE`];
  if (!file) return value;
  if (value !== undefined) throw new Error(`${name} and ${name}_FILE are both set. Set only one of them.`);
  const content = read(file, name).replace(/\r?\n$/u, '');
  if (content === '') throw new Error(`${name}_FILE is the file ${file}, which is empty.`);
  return content;
}

function read(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${name}_FILE is the file ${file}, which cannot be read (${code}). Check the path, and that this user may read it.`,
    );
  }
}
