// The only import of oidc-provider's values. @org/identity-prisma comes first: it suppresses the warning about the Node.js version.
import '@org/identity-prisma';

export { errors, interactionPolicy, Provider } from 'oidc-provider';
