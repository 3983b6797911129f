import type { IdentityServerOptions } from '@org/identity-server';

export interface RecordingLogger {
  logger: NonNullable<IdentityServerOptions['logger']>;
  /** Every call of `error`, as text with the stack of its cause. */
  errors: string[];
}

/** A logger that records errors: bad input is a mistake of the caller and must not be logged as one of ours. */
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
