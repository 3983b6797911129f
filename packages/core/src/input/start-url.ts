import { isLoopback } from '../outgoing/is-loopback.js';
import { text } from './text.js';

function startUrlProblem(value: string): string | undefined {
  // A browser drops control characters and spaces, so it would open another URL than the one we checked.
  if (!/^https?:\/\/[\u0021-\u007e]+$/u.test(value) || !URL.canParse(value)) return 'must be an absolute http(s) URL';
  const url = new URL(value);
  if (value.includes('#')) return 'must not have a fragment';
  if (url.username || url.password) return 'must not contain credentials';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must use https (http only on localhost)';
  return undefined;
}

/** The page where users start an application: https, or http on localhost. */
export const StartUrl = text(2000).superRefine((value, context) => {
  const problem = startUrlProblem(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
