import type { ResourceType } from './attribute.js';

export const groupType: ResourceType = {
  name: 'Group',
  path: 'Groups',
  description: 'The groups of the directory.',
  extensions: [],
  core: {
    urn: 'urn:ietf:params:scim:schemas:core:2.0:Group',
    name: 'Group',
    description: 'A group of users of the directory.',
    attributes: [
      { name: 'displayName', type: 'string', required: true, description: 'The name of the group.' },
      {
        name: 'members',
        type: 'complex',
        multiValued: true,
        description: 'The users in the group. Groups in groups are not supported.',
        sub: [
          { name: 'value', type: 'string', description: 'The id of a user of this directory.' },
          { name: '$ref', type: 'reference', referenceTypes: ['User'], max: 2000, description: 'The URL of the user.' },
          { name: 'type', type: 'string', canonicalValues: ['User'], description: 'Always User.' },
          { name: 'display', type: 'string', description: 'The name of the user.' },
        ],
      },
    ],
  },
};
