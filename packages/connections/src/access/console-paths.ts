/** The path of the area about single sign-on, below that of the console. Its other pages are below this one. */
export const signOnPath = 'single-sign-on';

/** The path of the pages of a setup link. */
export const setupPath = '/setup';

/** The path of the first step of a new connection. */
export const addConnectionPath = `${signOnPath}/add`;

/** The page of one domain, in the console at `base`. */
export const domainPath = (base: string, domainId: string) => `${base}/${signOnPath}/domains/${domainId}`;

/** The page of one connection. */
export const connectionPath = (base: string, connectionId: string) =>
  `${base}/${signOnPath}/connections/${connectionId}`;

/** The page of the accounts that are linked to a connection's provider. */
export const linksPath = (base: string, connectionId: string) => `${connectionPath(base, connectionId)}/links`;
