import { CRITERIA } from './registry.js';

/** The place of `criteriaSchema` in the API document. */
const SELF = { $ref: '#/components/schemas/Criteria' };
const LIST = { type: 'array', items: SELF, minItems: 1 };

/**
 * The JSON schema of a segment's criteria, for the API document. The keys come from the registry and `compileCriteria`
 * checks them, so there is no DTO class that repeats them.
 */
export const criteriaSchema = {
  type: 'object',
  description: 'All given keys must hold. At most five levels and a hundred keys in all.',
  properties: {
    ...Object.fromEntries(Object.entries(CRITERIA).map(([key, { schema }]) => [key, schema])),
    all: { ...LIST, description: 'All of these must hold' },
    any: { ...LIST, description: 'At least one of these must hold' },
    not: { allOf: [SELF], description: 'Must not hold' },
  },
  minProperties: 1,
  additionalProperties: false,
};
