/** A problem of the input that zod or a use-case found. */
export interface InputIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly format?: string;
}

export interface DescribedIssue {
  field: string;
  /** The index of the value in a list. */
  index: number | undefined;
  message: string;
}

/** Returns the fields of an issue, each with a message. zod's own messages are written for programmers. */
export function describeIssue(issue: InputIssue): DescribedIssue[] {
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map((field) => ({
      field,
      index: undefined,
      message: 'cannot be used with the other options',
    }));
  const [field = '', index] = issue.path;
  return [
    {
      field: String(field),
      index: typeof index === 'number' ? index : undefined,
      message: isGeneric(issue) ? messageFor(issue) : issue.message,
    },
  ];
}

/** Whether the message is zod's own, not one of our schemas. */
const isGeneric = ({ code, message }: InputIssue) => code !== undefined && /^(Invalid|Too) /u.test(`${message} `);

function messageFor(issue: InputIssue): string {
  const { code, origin, minimum, maximum, values, format, message } = issue;
  const unit = origin === 'string' ? 'characters' : 'values';
  switch (code) {
    case 'invalid_type':
      return message.endsWith('undefined') ? 'is required' : message;
    case 'invalid_value':
      return `must be one of ${(values ?? []).join(', ')}`;
    case 'too_small':
      if (minimum === 1) return origin === 'string' ? 'must not be empty' : 'is required';
      return `must have at least ${minimum} ${unit}`;
    case 'too_big':
      return `must have at most ${maximum} ${unit}`;
    case 'invalid_format':
      return format === 'email' ? 'must be an email address' : `must be a valid ${format === 'url' ? 'URL' : format}`;
    default:
      return message;
  }
}
