/** The field by which a form, and the query by which a URL, says that a break-glass owner signs in. */
export const breakGlassField = 'breakGlass';

/** The page on which a break-glass owner signs in without the tenant's provider, in the sign-in at this path. */
export const breakGlassPath = (action: string): string => `${action}/return?${breakGlassField}`;
