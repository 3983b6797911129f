// The mail server that the transport is tested with. Types come from its source, the program from where it is built.
type MailServerModule = typeof import('../../../../packages/server/test/support/mail-server.js');
const built = new URL('../../../../../packages/server/dist/test/support/mail-server.js', import.meta.url);

export const { startMailServer } = (await import(built.href)) as MailServerModule;
