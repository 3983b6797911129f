import { sharedOptions } from '@org/identity-core/commands';
import type { Command, CommandOption } from './command.js';
import type { Commands } from './program.js';

const exits = `Exit codes
  0  done
  1  failed, or the command was used incorrectly
  2  a check found a problem, such as a missing migration`;

/** The text of `identity-server --help`. `settings` are the environment variables of the host's plugins. */
export function generalHelp(commands: Commands, settings: Readonly<Record<string, string>> = {}): string {
  const list = Object.entries(commands).map(([name, { summary }]) => row(name, summary));
  return [
    'Usage: identity-server <command> [options]',
    '',
    'Commands',
    ...list,
    '',
    'Options of every command',
    ...optionRows(sharedOptions),
    row('--version', 'Print the version (without a command)'),
    '',
    'Environment: DATABASE_URL; for keys, secret, verify and doctor IDENTITY_SECRET; for links ISSUER; for doctor also SMTP_URL,',
    'MAIL_FROM and NODE_ENV. DATABASE_URL, IDENTITY_SECRET and SMTP_URL can be in files: DATABASE_URL_FILE=/path, and so on.',
    'Without DATABASE_URL the command uses the embedded database of the example server in DATA_DIR (default .data).',
    ...Object.entries(settings).map(([name, help]) => row(name, help)),
    '',
    exits,
  ].join('\n');
}

/** The text of `identity-server <group> --help`. */
export function groupHelp(commands: Commands, group: string): string {
  const list = Object.entries(commands).filter(([name]) => name.startsWith(`${group} `));
  return [
    `Usage: identity-server ${group} <command> [options]`,
    '',
    'Commands',
    ...list.map(([name, { summary }]) => row(name, summary)),
    '',
    `Run identity-server ${group} <command> --help for details.`,
  ].join('\n');
}

/** The text of `identity-server <command> --help`. */
export function commandHelp({ usage, summary, details, options }: Command): string {
  return [
    `Usage: identity-server ${usage}`,
    '',
    `${summary}.`,
    ...(details ? ['', details] : []),
    '',
    'Options',
    ...optionRows({ ...options, ...sharedOptions }),
    '',
    exits,
  ].join('\n');
}

function optionRows(options: Readonly<Record<string, CommandOption>>): string[] {
  return Object.entries(options).map(([name, { help, value, multiple }]) =>
    row(`--${name}${value ? ` <${value}>` : ''}`, multiple ? `${help}; can be repeated` : help),
  );
}

const row = (left: string, right: string) => `  ${left.padEnd(34)}${right}`;
