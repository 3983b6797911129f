import { type FieldErrors, type Refusal, readForm, storedBrand, type TenantBrand } from '@org/identity-core';
import { UpdateTenantBody } from '../schemas.js';
import type { StoredTenant } from '../tenant/update-tenant.js';

/** The values of the form, as they are entered. */
export interface SettingsFields {
  readonly name: string;
  readonly startUrl: string;
  readonly brandName: string;
  readonly logoUrl: string;
  readonly accentColor: string;
}

const names = ['name', 'startUrl', 'brandName', 'logoUrl', 'accentColor'] as const;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The form with the values that are stored. */
export function fieldsOfTenant({ name, settings }: StoredTenant): SettingsFields {
  const brand = storedBrand(settings['brand']);
  return {
    name,
    startUrl: text(settings['startUrl']),
    brandName: brand.name ?? '',
    logoUrl: brand.logoUrl ?? '',
    accentColor: brand.accentColor ?? '',
  };
}

/** The form as it was sent. */
export function fieldsOfForm(form: Readonly<Record<string, string>>): SettingsFields {
  const fields = Object.fromEntries(names.map((name) => [name, (form[name] ?? '').trim()]));
  return fields as unknown as SettingsFields;
}

/** The look that the form describes; undefined if it is the product's own. */
export function brandOfFields({ brandName, logoUrl, accentColor }: SettingsFields): TenantBrand | undefined {
  const brand = {
    ...(brandName ? { name: brandName } : {}),
    ...(logoUrl ? { logoUrl } : {}),
    ...(accentColor ? { accentColor } : {}),
  };
  return Object.keys(brand).length === 0 ? undefined : brand;
}

/**
 * What the form changes; throws VALIDATION_FAILED as the API does. Settings that the form does not show stay. Undefined if
 * nothing has changed.
 */
export function changesOfFields(stored: StoredTenant, fields: SettingsFields) {
  const { startUrl: _url, brand: _brand, ...others } = stored.settings;
  const brand = brandOfFields(fields);
  const settings = {
    ...others,
    ...(fields.startUrl ? { startUrl: fields.startUrl } : {}),
    ...(brand ? { brand } : {}),
  };
  const { name, ...checked } = readForm(UpdateTenantBody, { name: fields.name, settings });
  const before = fieldsOfTenant(stored);
  const sameSettings = names.every((field) => field === 'name' || before[field] === fields[field]);
  if (name === stored.name && sameSettings) return undefined;
  return { ...(name === stored.name ? {} : { name }), ...(sameSettings ? {} : checked) };
}

const paths = {
  name: 'name',
  'settings.startUrl': 'startUrl',
  'settings.brand.name': 'brandName',
  'settings.brand.logoUrl': 'logoUrl',
  'settings.brand.accentColor': 'accentColor',
  // The logo is the only setting of this form that can be that large.
  settings: 'logoSize',
} as const;
export type SettingsProblem = (typeof paths)[keyof typeof paths];

/** The error of each field in words. */
export function settingsErrors({ details }: Refusal, texts: Readonly<Record<SettingsProblem, string>>): FieldErrors {
  const found = Object.entries(paths).filter(([path]) => details.some((detail) => detail.path === path));
  return Object.fromEntries(found.map(([, problem]) => [problem === 'logoSize' ? 'logoUrl' : problem, texts[problem]]));
}
