import type { Readable } from 'node:stream';
import type { VNode } from 'preact';
import type { Language } from './language/language.js';

/** A request for one of a plugin's own pages. */
export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Of a parameter that was sent twice, the first. */
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  /** Who is signed in to this browser. */
  readonly userId: string | undefined;
  /** Their session, once a sign-in to our own pages is complete: ask for one with the answer `signIn`. */
  readonly session: PageSession | undefined;
  readonly ip: string;
  /** What the page is drawn in. */
  readonly language: Language;
  /** The same, unless it is only our default because nobody asked for one that we have. */
  readonly wishedLanguage: Language | undefined;
  /** The value of a cookie that an earlier answer has set. */
  cookie(name: string): string | undefined;
}

/** The session of somebody who has passed every step of a sign-in. */
export interface PageSession {
  readonly uid: string;
  /** When the person last showed who they are. */
  readonly signedInAt: Date;
  /** Goes into the forms of this session; what comes without it was not sent by them. */
  readonly formToken: string;
}

/** The account that a person has just proven to be theirs, as a `login` step would answer it. */
export interface ProvenAccount {
  readonly accountId: string;
  /** How they proved it (RFC 8176). */
  readonly amr: readonly string[];
  /** The account's sign-in epoch, read before the proof was checked: if it has changed since, no session is opened. */
  readonly epoch: number;
}

/** A cookie for the pages of the service: httpOnly, SameSite=Lax, and on https Secure and `__Host-`. */
export interface PageCookie {
  readonly name: string;
  /** Nothing takes the cookie away. */
  readonly value: string | undefined;
  readonly maxAgeSeconds: number;
}

export type PageAnswer = (
  | {
      readonly page: VNode;
      readonly status?: number;
      /** Of whom the page is for, where that is known although nobody is signed in: behind a mailed link. */
      readonly locale?: string | null | undefined;
    }
  /** Ends the browser's session first, when asked to. */
  | { readonly redirect: string; readonly signOut?: boolean }
  /**
   * Goes through a sign-in and on to that page of the account; `again` asks also somebody who is signed in. With `proven` a
   * session is opened first: the sign-in then asks only for what is still missing, such as a second factor.
   */
  | { readonly signIn: { readonly returnTo: string; readonly again?: boolean; readonly proven?: ProvenAccount } }
  | { readonly download: { readonly name: string; readonly type: string; readonly body: string | Readable } }
) & { readonly cookies?: readonly PageCookie[] };

/** A page outside the sign-in flow. Forms are taken from our own pages only. */
export interface PageRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  handle(request: PageRequest): Promise<PageAnswer>;
}
