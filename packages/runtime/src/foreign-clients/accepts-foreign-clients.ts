import type { Job } from '@org/identity-core';
import type { ServerSettings } from '../options.js';
import type { ExpireServices } from './expire-foreign-clients.js';

/** Whether clients can come by themselves: by a metadata document, or by dynamic registration. */
export function acceptsForeignClients({ clientIdMetadataDocuments, dynamicRegistration }: ServerSettings): boolean {
  return clientIdMetadataDocuments !== false || dynamicRegistration !== 'off';
}

/** The jobs of a server that accepts such clients: it deletes those that are not used. */
export function foreignClientJobs(settings: ServerSettings, services: ExpireServices): Job[] {
  if (!acceptsForeignClients(settings)) return [];
  return [
    {
      name: 'expire-foreign-clients',
      everySeconds: 60 * 60,
      run: async (signal) => {
        const { expireForeignClients } = await import('./expire-foreign-clients.js');
        await expireForeignClients(services, signal);
      },
    },
  ];
}
