import { z } from 'zod';
import { type Accent, darkAccentOf, isReadable } from './accent.js';
import { hexColour } from './contrast.js';

/** What a host may change about the look of the hosted pages. */
export interface Brand {
  readonly productName: string;
  /** Stands in place of the mark. */
  readonly logo?: { readonly url: string; readonly alt: string } | undefined;
  readonly accent?: Accent | undefined;
  /** In the foot of every page. */
  readonly links?:
    | {
        readonly homepage?: string | undefined;
        readonly support?: string | undefined;
        readonly privacy?: string | undefined;
      }
    | undefined;
  /** The tenant whose look this is: its name stands above, the product's stays below. */
  readonly tenantName?: string | undefined;
}

// Every page carries it along.
const largestLogo = 32 * 1024;
const dataImage =
  /^data:image\/(?:png;base64,[\w+/]+={0,2}|svg\+xml(?:;base64,[\w+/]+={0,2}|(?:;charset=utf-8)?,[\w%.~!*'();:@&=+$,/?-]+))$/iu;

/** An image that a page can show without running or revealing anything: https, or a PNG or SVG of its own. */
export const LogoUrl = z
  .string()
  .max(largestLogo, 'must not be longer than 32 KB')
  .refine(
    (url) => dataImage.test(url) || (url.length <= 2000 && URL.canParse(url) && new URL(url).protocol === 'https:'),
    'must be an https address or a data: address of a PNG or SVG image',
  );

const Colour = z.string().regex(hexColour, 'must be a colour such as #0c5f4c');

function readable(look: keyof Accent) {
  const against = look === 'light' ? 'white' : 'a dark page';
  return Colour.refine(
    (colour) => isReadable(colour, look),
    `cannot be read by everybody: it needs a contrast of 4.5:1 on ${against}, so it must be ${look === 'light' ? 'darker' : 'lighter'}`,
  );
}

const WebAddress = z.url({ protocol: /^https?$/u, error: 'must be an http(s) address' }).max(2000);

/** The `brand` option. */
export const BrandOption = z.strictObject({
  productName: z
    .string()
    .min(1)
    .max(60)
    .default('Identity Server')
    .describe('The name on every hosted page, 60 characters at most.'),
  logo: z
    .strictObject({ url: LogoUrl, alt: z.string().max(100) })
    .optional()
    .describe('Stands in place of the mark: [the look](look.md).'),
  accent: z
    .strictObject({ light: readable('light'), dark: readable('dark').optional() })
    .transform(({ light, dark = darkAccentOf(light) }) => ({ light, dark }))
    .optional()
    .describe('The colour of buttons and links, by day and by night; one that not everybody can read is refused.'),
  links: z
    .strictObject({ homepage: WebAddress.optional(), support: WebAddress.optional(), privacy: WebAddress.optional() })
    .optional()
    .describe('Addresses of your site, of help and of the privacy policy, in the foot of every page.'),
});

/** The `brand` of a tenant's settings. */
export const TenantBrand = z.strictObject({
  name: z.string().trim().min(1).max(60).optional(),
  logoUrl: LogoUrl.optional(),
  accentColor: readable('light').optional(),
});
export type TenantBrand = z.output<typeof TenantBrand>;

/** The look of the pages on the way into a tenant; what it does not set, or cannot be used, stays the product's. */
export function brandOfTenant(brand: Brand, found: unknown): Brand {
  const parsed = TenantBrand.safeParse(found);
  if (!parsed.success) return brand;
  const { name, logoUrl, accentColor } = parsed.data;
  return {
    ...brand,
    ...(name === undefined ? {} : { tenantName: name }),
    ...(logoUrl === undefined ? {} : { logo: { url: logoUrl, alt: '' } }),
    ...(accentColor === undefined ? {} : { accent: { light: accentColor, dark: darkAccentOf(accentColor) } }),
  };
}
