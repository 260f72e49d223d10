import { CRITERIA } from './registry.js';

/** Where the API document has `criteriaSchema`. */
const SELF = { $ref: '#/components/schemas/Criteria' };
const LIST = { type: 'array', items: SELF, minItems: 1 };

/**
 * The criteria of a segment for the API document (JSON schema). The keys come from the registry, and `compileCriteria`
 * checks them: there is no class that could say them twice.
 */
export const criteriaSchema = {
  type: 'object',
  description: 'All keys given have to hold; at most five levels and a hundred keys in all',
  properties: {
    ...Object.fromEntries(Object.entries(CRITERIA).map(([key, { schema }]) => [key, schema])),
    all: { ...LIST, description: 'All of these have to hold' },
    any: { ...LIST, description: 'At least one of these has to hold' },
    not: { allOf: [SELF], description: 'Must not hold' },
  },
  minProperties: 1,
  additionalProperties: false,
};
