import { line } from '@org/identity-core';
import type * as en from './texts.en.js';

export const mail: typeof en.mail = {
  title: (application) => line`Ihre Lizenz für ${application} wird bald freigegeben`,
  message: (application, tenant, since, until) =>
    line`Sie haben ${application} in ${tenant} seit dem ${since} nicht genutzt. Wenn Sie die Anwendung bis zum ${until} nicht nutzen, wird Ihre Lizenz freigegeben, damit jemand anderes sie nutzen kann.`,
  after: 'Wenn Sie sie nicht mehr brauchen, müssen Sie nichts tun.',
};
