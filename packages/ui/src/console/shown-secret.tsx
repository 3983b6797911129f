import { Notice } from '../pages/notice.js';

export interface ShownSecretProps {
  /** What has happened. */
  lead: string;
  /** That it is shown only here. */
  hint: string;
  secret: string;
  /** Where the link below leads, and its text. */
  next: string;
  continueText: string;
}

/** A secret that is shown this once. */
export function ShownSecret({ lead, hint, secret, next, continueText }: ShownSecretProps) {
  return (
    <>
      <Notice kind="info">{lead}</Notice>
      <p>{hint}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p class="bar">
        <a class="button button-secondary" href={next}>
          {continueText}
        </a>
      </p>
    </>
  );
}
