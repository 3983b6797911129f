import { sharedOptions } from '@org/identity-core/commands';
import type { Command } from './command.js';
import { nearest } from './nearest.js';

/** Describes a parse error. For an unknown option it suggests a similar one. */
export function describeParseError(error: unknown, { options }: Pick<Command, 'options'>): string {
  const { message, code } = error as Error & { code?: string };
  const name = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(-[^\s']*)/u.exec(message)?.[1] : undefined;
  if (name === undefined) return message;
  const meant = nearest(
    name,
    Object.keys({ ...options, ...sharedOptions }).map((option) => `--${option}`),
  );
  return `There is no option ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}
