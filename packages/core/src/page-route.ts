import type { VNode } from 'preact';

/** A request for one of a plugin's own pages. */
export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Of a parameter that was sent twice, the first. */
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  /** Who is signed in to this browser. */
  readonly userId: string | undefined;
  readonly ip: string;
  /** The value of a cookie that an earlier answer has set. */
  cookie(name: string): string | undefined;
}

/** A cookie for the pages of the service: httpOnly, SameSite=Lax, and on https Secure and `__Host-`. */
export interface PageCookie {
  readonly name: string;
  /** Nothing takes the cookie away. */
  readonly value: string | undefined;
  readonly maxAgeSeconds: number;
}

export type PageAnswer = (
  | { readonly page: VNode; readonly status?: number }
  /** Ends the browser's session first, when asked to. */
  | { readonly redirect: string; readonly signOut?: boolean }
) & { readonly cookies?: readonly PageCookie[] };

/** A page outside the sign-in flow. Forms are taken from our own pages only. */
export interface PageRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  handle(request: PageRequest): Promise<PageAnswer>;
}
