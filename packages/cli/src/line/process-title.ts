/** Options whose value can hold a password. */
const secretOptions = ['--database-url'];

/**
 * The command as other users of the machine may see it in the list of processes, without the values of options that can hold
 * a password. Returns undefined if there is nothing to hide.
 */
export function processTitle(given: readonly string[]): string | undefined {
  const shown = given.map((argument, index) => {
    if (secretOptions.includes(given[index - 1] ?? '')) return '***';
    const option = secretOptions.find((name) => argument.startsWith(`${name}=`));
    return option === undefined ? argument : `${option}=***`;
  });
  return shown.every((argument, index) => argument === given[index])
    ? undefined
    : ['identity-server', ...shown].join(' ');
}
