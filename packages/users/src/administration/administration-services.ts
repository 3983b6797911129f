import type { Database, EventBus } from '@org/identity-prisma';
export interface AccountServices {
  db: Database;
  events: Pick<EventBus, 'publish' | 'recordAll'>;
}
