import type { Accent } from './accent.js';
import type { Background } from './surfaces.js';

/** What a host may change about the look of the hosted pages. */
export interface Brand {
  readonly productName: string;
  /** Replaces the mark. */
  readonly logo?: { readonly url: string; readonly alt: string } | undefined;
  readonly accent?: Accent | undefined;
  readonly background?: Background | undefined;
  /** Replaces our mark in the browser tab. */
  readonly favicon?: string | undefined;
  /** The radius of fields and buttons, in pixels; the radius of the card grows with it. */
  readonly radius?: number | undefined;
  /** A validated `font-family`. */
  readonly font?: string | undefined;
  /** Whether the footer names the product: always, only on pages in the look of a tenant, or never. */
  readonly poweredBy?: boolean | 'tenants' | undefined;
  /** Links in the footer of every page. */
  readonly links?:
    | {
        readonly homepage?: string | undefined;
        readonly support?: string | undefined;
        readonly privacy?: string | undefined;
      }
    | undefined;
  /** The tenant whose look this is: its name is at the top, the product's name stays in the footer. */
  readonly tenantName?: string | undefined;
  /** Whether a tenant has changed anything about it. */
  readonly ofTenant?: boolean | undefined;
}
