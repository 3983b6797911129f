import { calls } from '../rehearsal-tests.js';
import type { Scene } from './contract-tests.js';
import type { Operation } from './operations.js';

/** Scenes of the operations that can be rehearsed: the tests of rehearsals have a valid request for each. */
export function rehearsedScenes(
  operations: readonly Operation[],
  more: Readonly<Record<string, Omit<Scene, 'valid'>>> = {},
): Record<string, Scene> {
  const found = operations.flatMap(({ name, method, template }): [string, Scene][] => {
    const valid = calls[`${method.toLowerCase()} ${template.replaceAll(/\{(\w+)\}/gu, ':$1')}`];
    return valid ? [[name, { valid, ...more[name] }]] : [];
  });
  const unused = Object.keys(more).filter((name) => !found.some(([each]) => each === name));
  if (unused.length > 0) throw new Error(`There is no rehearsal of ${unused.join(', ')}.`);
  return Object.fromEntries(found);
}
