// The one place that loads oidc-provider. The storage comes first: it loads it without the warning about the runtime.
import '@org/identity-prisma';

export { errors, interactionPolicy, Provider } from 'oidc-provider';
