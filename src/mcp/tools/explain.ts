import { ToolRefusal } from '../refusal.js';
import { BRAND, type Input, inputOf, type Tool } from '../tool.js';

const PERSON = {
  email: { type: 'string', description: 'The whole address; case does not matter' },
  externalId: { type: 'string', description: "The platform's id" },
  customerId: { type: 'string', format: 'uuid' },
} as const;
type Person = Partial<Record<keyof typeof PERSON, string>>;

export const EXPLAIN: Tool = {
  name: 'explain',
  title: 'Explain a membership',
  description:
    'Says why one customer is in a segment or not: each criterion with the fact of the customer, and when time alone ' +
    'changes it. Give the segment by name or id, and exactly one of email, externalId and customerId.',
  readOnly: true,
  input: inputOf(
    { segment: { type: 'string', description: 'The name or the id of a segment' }, brandId: BRAND, ...PERSON },
    ['segment'],
  ),
  async call(store, input) {
    const query = personIn(input);
    const id = await store.segmentId(input['segment'], input['brandId']);
    const sent = store.api.GET('/retailer/segments/{id}/explain', { params: { path: { id }, query } });
    const explained = await store.ask(sent);
    const { member, nextChangeAt } = explained;
    const change = nextChangeAt === null ? 'Time alone does not change that.' : `Time changes that at ${nextChangeAt}.`;
    return { text: `The customer is ${member ? '' : 'not '}in the segment. ${change}`, data: explained };
  },
};

function personIn(input: Input): Person {
  const given = Object.keys(PERSON).filter((key) => input[key] !== undefined);
  const [key, ...others] = given;
  if (key === undefined || others.length > 0) {
    throw new ToolRefusal(
      'Give exactly one of email, externalId and customerId, so that it is clear which customer is meant.',
    );
  }
  return { [key]: String(input[key]) };
}
