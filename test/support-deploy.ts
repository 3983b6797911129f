import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** A value of a YAML file, or undefined. Every step into it is checked by the test that uses it. */
export type Value = string | number | boolean | undefined | Value[] | { [key: string]: Value };

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));

export const readDeployed = (path: string) => readFileSync(join(deploy, path), 'utf8');
export const filesOf = (folder: string) => readdirSync(join(deploy, folder));

/** The value at a path such as `spec.template.spec.containers.0.image`, or as a list if a key has a dot. */
export function at(value: Value, path: string | readonly string[]): Value {
  let current: Value = value;
  for (const step of typeof path === 'string' ? path.split('.') : path) {
    if (typeof current !== 'object') return undefined;
    current = Array.isArray(current) ? current[Number(step)] : current[step];
  }
  return current;
}

export const listAt = (value: Value, path: string): Value[] => {
  const list = at(value, path);
  return Array.isArray(list) ? list : [];
};
export const keysAt = (value: Value, path: string): string[] => {
  const found = at(value, path);
  return typeof found === 'object' && !Array.isArray(found) ? Object.keys(found) : [];
};

export const readYaml = (path: string): Value => parse(readDeployed(path), { merge: true }) as Value;

/** The manifests of a folder by kind. */
export function manifestsOf(folder: string): Record<string, Value> {
  const files = filesOf(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
  return Object.fromEntries(
    files.map((name) => {
      const manifest = readYaml(join(folder, name));
      return [String(at(manifest, 'kind')), manifest];
    }),
  );
}

/** All settings of a unit of systemd: the lines `Name=value`, in order. */
export function unitSettings(path: string): [string, string][] {
  return readDeployed(path)
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^([A-Za-z_]+)=(.*)$/u.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as [string, string]];
    });
}

/** The names of the variables in `Environment=` lines. */
export const unitVariables = (settings: readonly [string, string][]) =>
  settings
    .filter(([name]) => name === 'Environment')
    .flatMap(([, value]) => value.split(' ').map((each) => each.split('=')[0] ?? ''));
