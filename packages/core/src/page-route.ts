import type { VNode } from 'preact';

/** A request for one of a plugin's own pages. */
export interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  /** Who is signed in to this browser. */
  readonly userId: string | undefined;
  readonly ip: string;
}

export type PageAnswer =
  | { readonly page: VNode; readonly status?: number }
  /** Ends the browser's session first, when asked to. */
  | { readonly redirect: string; readonly signOut?: boolean };

/** A page outside the sign-in flow. Forms are taken from our own pages only. */
export interface PageRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  handle(request: PageRequest): Promise<PageAnswer>;
}
