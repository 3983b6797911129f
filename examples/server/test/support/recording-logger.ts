import type { IdentityServerOptions } from '@org/identity-server';

export interface RecordingLogger {
  logger: NonNullable<IdentityServerOptions['logger']>;
  /** Every call of `error`, as text with the stack of its cause. */
  errors: string[];
}

/** A logger that keeps the errors: bad input is the caller's mistake and must not look like ours. */
export function recordingLogger(): RecordingLogger {
  const errors: string[] = [];
  return {
    errors,
    logger: {
      debug() {},
      info() {},
      warn() {},
      error(fields, message) {
        const cause = 'err' in fields && fields.err instanceof Error ? (fields.err.stack ?? fields.err.message) : '';
        errors.push(`${message} ${JSON.stringify(fields)} ${cause}`);
      },
    },
  };
}
