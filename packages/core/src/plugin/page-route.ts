import type { Readable } from 'node:stream';
import type { Brand, Language } from '@org/identity-ui';
import type { VNode } from 'preact';
import type { CallerKind, CallerKinds, DeclaredKind } from '../callers/caller.js';
import type { Origin, Origins } from '../callers/origin.js';

/** A request for one of the plugin's pages. */
export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** If a parameter was sent twice, only the first value is here. */
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  /** The files of the form, if the page accepts files. */
  readonly files?: UploadedFiles;
  /** The user who is signed in to this browser, in a session whose origin the page takes. */
  readonly userId: string | undefined;
  /** Where the session of that user comes from; of no meaning without one. */
  readonly origin: Origin;
  /** The user's session, once a sign-in to our own pages is complete. A page asks for one by returning `signIn`. */
  readonly session: PageSession | undefined;
  /** The caller of that kind whose cookie the browser has sent; undefined if there is none, or if the page does not name the kind. */
  caller<Kind extends DeclaredKind>(kind: Kind): Promise<CallerKinds[Kind] | undefined>;
  readonly ip: string;
  /** The language of the page. */
  readonly language: Language;
  /** The same, but undefined if `language` is only the default. */
  readonly wishedLanguage: Language | undefined;
  /** The value of a cookie that an earlier response has set. */
  cookie(name: string): string | undefined;
  /** The look of the sign-in with that id: that of a tenant, or else of the deployment. */
  signInBrand(interactionUid: string | undefined): Promise<Brand>;
}

/** The content of each file, by the name of its field. If the form was too large, nothing of it was read. */
export type UploadedFiles = Readonly<Record<string, Uint8Array>> | 'tooLarge';

/** For a page whose forms have files (`multipart/form-data`). */
export interface UploadLimits {
  /** How large all files of a form can be together. */
  readonly maxBytes: number;
}

/** The session of a user who has passed every step of a sign-in. */
export interface PageSession {
  readonly uid: string;
  /** When the user last signed in or proved a second factor. */
  readonly signedInAt: Date;
  /** Whether the session has passed a second factor. */
  readonly secondFactor: boolean;
  /** Part of every form of this session (CSRF protection). A form without it is refused. */
  readonly formToken: string;
  /** Also accepted, for a page that was sent before the deployment's secret was replaced. */
  readonly otherFormTokens?: readonly string[];
}

/** The account whose owner has just proven who they are; the same as the result of a `login` step. */
export interface ProvenAccount {
  readonly accountId: string;
  /** How it was proven (RFC 8176). */
  readonly amr: readonly string[];
  /** The account's sign-in epoch, read before the proof was checked. If it has changed since, no session is opened. */
  readonly epoch: number;
}

/** A cookie for the pages of the service: httpOnly, SameSite=Lax, and on https Secure and `__Host-`. */
export interface PageCookie {
  readonly name: string;
  /** `undefined` removes the cookie. */
  readonly value: string | undefined;
  readonly maxAgeSeconds: number;
}

/** A file that the browser saves. */
export interface Download {
  readonly name: string;
  readonly type: string;
  readonly body: string | Readable;
}

export type PageAnswer = (
  | {
      readonly page: VNode;
      readonly status?: number;
      /** CSS of this page only. Its `Layout` needs the same value. */
      readonly styles?: string;
      /** The look, if it is not that of the deployment. Its `Layout` needs the same value. */
      readonly brand?: Brand;
      /** The locale of the reader if it is known although there is no session, as behind a mailed link. */
      readonly locale?: string | null | undefined;
    }
  /** With `signOut` the browser's session ends first. */
  | { readonly redirect: string; readonly signOut?: boolean }
  /**
   * Starts a sign-in and then opens that page of the account or of a console. `again` asks for a sign-in even if the user is
   * signed in, `secondFactor` for a second factor. `email` is shown on the sign-in page. With `proven` a session is opened
   * first: the sign-in then asks only for what is missing.
   */
  | {
      readonly signIn: {
        readonly returnTo: string;
        readonly again?: boolean;
        readonly secondFactor?: boolean;
        /** Whom the sign-in is for, as far as that is known: the email on its first page. */
        readonly loginHint?: string | undefined;
        readonly proven?: ProvenAccount;
      };
    }
  /** The page for URLs that do not exist. */
  | { readonly notFound: true }
  | { readonly download: Download }
) & { readonly cookies?: readonly PageCookie[] };

/** A page outside the sign-in flow. Forms are accepted from our own pages only, unless the page says otherwise. */
export interface PageRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** The kinds of callers that the page takes (default: users). For a page that does not take users, nobody is signed in. */
  readonly callers?: readonly CallerKind[];
  /**
   * The origins of sessions that the page takes (default: only the user's own). For the page and its form, a user with any
   * other session is not signed in.
   */
  readonly origins?: Origins;
  /**
   * Whether other sites can send it forms, as some protocols want it. Such a request has no session: browsers do not send our
   * cookies with it. So the page must not act, only redirect.
   */
  readonly fromOtherSites?: true;
  /** The largest form that it takes, in bytes (default 100 KB). */
  readonly formBytes?: number;
  /** Whether its forms can have files. They are read for users who are signed in. */
  readonly uploads?: UploadLimits;
  handle(request: PageRequest): Promise<PageAnswer>;
}
