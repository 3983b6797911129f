import { silentLogger } from '@org/identity-core';
import { createEventBus, fixedBatches, openDatabase } from '@org/identity-prisma';
import { createRule } from '../../src/rules/create-rule.js';
import { superAdmin } from './joining.js';

// Adds a rule in small batches, as a process that a test kills. argv: the database, the tenant, application and license type.
const [databaseUrl = '', tenantId = '', applicationId = '', licenseTypeId = ''] = process.argv.slice(2);
const { db } = openDatabase({ databaseUrl });
await createRule(
  { db, events: createEventBus(), logger: silentLogger },
  { tenantId, applicationId, licenseTypeId, principal: superAdmin },
  { pace: fixedBatches(20), inCall: Infinity },
);
