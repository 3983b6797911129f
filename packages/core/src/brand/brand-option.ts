import {
  type Brand,
  hexColour,
  isReadable,
  isReadableBackground,
  type Look,
  nameInMail,
  ownAccent,
} from '@org/identity-ui';
import { z } from 'zod';
import { plainText } from '../input/plain-name.js';
import { text, webUrlText } from '../input/text.js';
import { FontStack } from './font-stack.js';

// Part of every page.
const maxLogoLength = 32 * 1024;
const dataImage =
  /^data:image\/(?:png;base64,[\w+/]+={0,2}|svg\+xml(?:;base64,[\w+/]+={0,2}|(?:;charset=utf-8)?,[\w%.~!*'();:@&=+$,/?-]+))$/iu;

/** An image that cannot run scripts on the page: an https URL, or a `data:` URL of a PNG or SVG. */
export const LogoUrl = text(maxLogoLength, { tooLong: 'must not be longer than 32 KB' }).refine(
  (url) => dataImage.test(url) || (url.length <= 2000 && URL.canParse(url) && new URL(url).protocol === 'https:'),
  'must be an https URL or a data: URL of a PNG or SVG image',
);

const notColour = 'must be a colour such as #0c5f4c';
const Colour = text(7, { tooLong: notColour }).regex(hexColour, notColour);

function readable(look: Look) {
  const against = look === 'light' ? 'white' : 'a dark page';
  return Colour.refine(
    (colour) => isReadable(colour, look),
    `is too hard to read: it needs a contrast of 4.5:1 on ${against}, so it must be ${look === 'light' ? 'darker' : 'lighter'}`,
  );
}

function readableBackground(look: Look) {
  return Colour.refine(
    (colour) => isReadableBackground(colour, look),
    `cannot be used: text on it needs a contrast of 4.5:1, so it must be ${look === 'light' ? 'lighter' : 'darker'}`,
  );
}

const WebUrl = webUrlText(2000, 'must be an http(s) URL');

const looks = ['light', 'dark'] as const;

/** Whether the accent has enough contrast on the background of that look. A dark accent that is made from the light one always has. */
function accentFits({ accent, background = {} }: Pick<Brand, 'accent' | 'background'>, look: Look): boolean {
  const colour = accent ? accent[look] : ownAccent[look];
  return colour === undefined || isReadable(colour, look, background);
}

const BrandFields = z.strictObject({
  productName: text(60, { min: 1 })
    .default('Identity Server')
    .describe('The name on every hosted page, at most 60 characters.'),
  logo: z
    .strictObject({ url: LogoUrl, alt: text(100) })
    .optional()
    .describe('Replaces our logo: [the look](../guides/look.md).'),
  accent: z
    .strictObject({ light: readable('light'), dark: readable('dark').optional() })
    .optional()
    .describe(
      'The colour of buttons, links and the focus ring, in light and dark mode. A colour with too little contrast is refused.',
    ),
  background: z
    .strictObject({ light: readableBackground('light').optional(), dark: readableBackground('dark').optional() })
    .optional()
    .describe(
      'The colour of the page around the card, in light and dark mode. A colour with too little contrast is refused.',
    ),
  favicon: LogoUrl.optional().describe(
    'The icon in the browser tab: an https URL, or a `data:` URL of a PNG or SVG image of at most 32 KB. Absent: our logo in the accent colour.',
  ),
  radius: z
    .int('must be a whole number from 0 to 24')
    .min(0, 'must be a whole number from 0 to 24')
    .max(24, 'must be a whole number from 0 to 24')
    .optional()
    .describe(
      'The corner radius of fields and buttons in whole pixels; the radius of the card depends on it. Absent: 8.',
    ),
  font: FontStack.optional().describe(
    'Names of fonts in order of preference, such as `Inter, Arial, sans-serif`. Pages load no fonts: a device uses the first one it has.',
  ),
  poweredBy: z
    .union([z.boolean(), z.literal('tenants')])
    .default(true)
    .describe(
      'Whether the footer of the pages says who runs the sign-in. `tenants`: only on pages with [the look of a tenant](../guides/look.md#tenants), where it prevents a tenant from imitating another service. Tenants cannot change it.',
    ),
  links: z
    .strictObject({ homepage: WebUrl.optional(), support: WebUrl.optional(), privacy: WebUrl.optional() })
    .optional()
    .describe('URLs of your site, of help and of the privacy policy, in the footer of every page.'),
});

/** The `brand` option. */
export const BrandOption = BrandFields.superRefine((brand, context) => {
  for (const look of looks) {
    if (brand.background?.[look] === undefined || accentFits(brand, look)) continue;
    context.addIssue({
      code: 'custom',
      path: ['background', look],
      message: 'cannot be used with this accent: links on it need a contrast of 4.5:1',
    });
  }
});

/** The `brand` of a tenant's settings. */
export const TenantBrand = z.strictObject({
  name: plainText(60).optional(),
  logoUrl: LogoUrl.optional(),
  accentColor: readable('light').optional(),
});
export type TenantBrand = z.output<typeof TenantBrand>;

const { shape } = TenantBrand;
const StoredBrand = z
  .object({
    name: shape.name.catch(undefined),
    logoUrl: shape.logoUrl.catch(undefined),
    accentColor: shape.accentColor.catch(undefined),
  })
  .catch({});

/** A look as it is stored. A value that breaks a rule counts as not set: the rules may be newer than the look. */
export const storedBrand = (found: unknown): TenantBrand => StoredBrand.parse(found);

const imagePath = /^\/brand-images\/[\da-f]{64}\.(?:png|jpeg|webp)$/u;
const ImagePath = z.string().regex(imagePath).optional().catch(undefined);
/** The paths of the images that a tenant has uploaded. They are no part of its settings. */
const StoredImages = z
  .object({ images: z.object({ logo: ImagePath, favicon: ImagePath }).catch({}) })
  .catch({ images: {} });

/**
 * The look of the pages of a sign-in to a tenant. What the tenant does not set, or sets to an invalid value, stays the
 * product's. An uploaded logo comes before a URL. `knownName` is shown if the look has no name; it is for visitors who know
 * the tenant, because the look is public and the name is not.
 */
export function brandOfTenant(brand: Brand, found: unknown, knownName?: string): Brand {
  const { name, logoUrl, accentColor } = storedBrand(found);
  const { logo = logoUrl, favicon } = StoredImages.parse(found).images;
  // The product's background may have changed since the tenant chose the colour.
  const accent = accentColor !== undefined && isReadable(accentColor, 'light', brand.background);
  const ofTenant = accent || [name, logo, favicon].some((value) => value !== undefined);
  if (!ofTenant) return brand;
  const tenantName = name ?? knownName;
  return {
    ...brand,
    ofTenant,
    ...(tenantName === undefined ? {} : { tenantName }),
    ...(logo === undefined ? {} : { logo: { url: logo, alt: '' } }),
    ...(favicon === undefined ? {} : { favicon }),
    ...(accent ? { accent: { light: accentColor } } : {}),
  };
}

/**
 * The look of a tenant in its mails. Only an uploaded logo is shown: with a logo of another host, that host would learn who
 * opens a mail.
 */
export function brandInMail(brand: Brand, tenant: { name: string; brand: unknown }, issuer: string): Brand {
  const { logo, ...look } = brandOfTenant(brand, tenant.brand, tenant.name);
  if (!look.ofTenant) return brand;
  const own = logo?.url.startsWith('/') ? { logo: { ...logo, url: `${issuer}${logo.url}` } } : {};
  return { ...look, ...own, ...(look.tenantName === undefined ? {} : { tenantName: nameInMail(look.tenantName) }) };
}
