import { randomBytes } from 'node:crypto';
import { ToolRefusal } from '../refusal.js';
import { type Schema, type Store, text } from '../store.js';
import { type Answer, BRAND, type Input, inputOf, type JsonSchema, propertiesOf, type Tool } from '../tool.js';

const definition: JsonSchema = {
  type: 'object',
  description:
    'The whole sequence. `version` names the version that the change is based on; leave it out for a new one',
  properties: propertiesOf('PutSequenceBody', ['brandId', 'trigger']),
  required: ['name', 'steps'],
};

const template: JsonSchema = {
  type: 'object',
  description: 'Make the draft of a template of the service, in a language',
  properties: {
    id: { type: 'string', description: 'Such as win-back or win-back-no-offer' },
    ...propertiesOf('UseTemplateBody', ['brandId']),
  },
  required: ['id', 'segment', 'language'],
};

export const DRAFT: Tool = {
  name: 'draft',
  title: 'Draft a sequence',
  description:
    'Saves a sequence of emails as a draft, from a definition or from a template. A draft sends nothing and never starts ' +
    'by itself; a person approves and sends it in the studio. Give exactly one of definition and template. Use plan ' +
    'afterwards to see how many people it would reach.',
  readOnly: false,
  input: inputOf({
    id: { type: 'string', description: 'With definition: the id of the draft; chosen for you where it is left out' },
    brandId: BRAND,
    definition,
    template,
  }),
  async call(store, { id, brandId, definition, template }) {
    if (isObject(definition) === isObject(template)) {
      throw new ToolRefusal('Give exactly one of definition and template.');
    }
    const brand = await store.brandId(brandId);
    const saved = isObject(template)
      ? await fromTemplate(store, { ...template, brandId: brand })
      : await fromDefinition(store, id, { ...(definition as Input), brandId: brand });
    return answerOf(store, saved);
  },
};

async function fromTemplate(store: Store, { id, ...rest }: Input): Promise<Schema<'SavedSequenceAnswer'>> {
  const known: string[] = [];
  const pages = store.all((cursor) => store.api.GET('/retailer/email-templates', { params: { query: { cursor } } }));
  for await (const each of pages) known.push(each.id);
  const wanted = text(id, 'template.id');
  if (!known.includes(wanted)) {
    throw new ToolRefusal(`There is no template ${wanted}. Give one of ${known.join(', ')}.`);
  }
  const body = rest as Schema<'UseTemplateBody'>;
  const params = { path: { id: wanted } };
  return store.ask(store.api.POST('/retailer/email-templates/{id}/use', { params, body }));
}

async function fromDefinition(store: Store, given: unknown, input: Input): Promise<Schema<'SavedSequenceAnswer'>> {
  if (input['trigger'] !== undefined && input['trigger'] !== 'manual') {
    throw new ToolRefusal('A draft has the trigger manual. An owner lets a sequence start by itself, in the studio.');
  }
  const id = given === undefined ? `draft-${randomBytes(5).toString('hex')}` : text(given, 'id');
  const { version = 0 } = input;
  if (version !== 0) await assertDraft(store, id);
  const body = { ...input, trigger: 'manual', version } as Schema<'PutSequenceBody'>;
  return store.ask(store.api.PUT('/retailer/sequences/{id}', { params: { path: { id } }, body }));
}

/** Refuses to change what runs or has run: customers get it, and its results belong to its text. */
async function assertDraft(store: Store, id: string): Promise<void> {
  const path = { id };
  const stored = await store.ask(store.api.GET('/retailer/sequences/{id}', { params: { path } }));
  if (stored.trigger === 'segment_entered') {
    throw new ToolRefusal('This sequence starts by itself, so it is no draft. Make a new draft with another id.');
  }
  const runs = store.all((cursor) =>
    store.api.GET('/retailer/sequences/{id}/executions', { params: { path, query: { cursor } } }),
  );
  for await (const { mode } of runs) {
    if (mode === 'live') throw new ToolRefusal('This sequence was sent, so it is no draft. Make another draft.');
  }
}

function answerOf(store: Store, { id, version, name, warnings }: Schema<'SavedSequenceAnswer'>): Answer {
  const more = warnings.length === 0 ? '' : ` Read its ${warnings.length} warnings.`;
  const page = store.page('sequences', id);
  return {
    text: `The draft ${id} has version ${version}. Nothing is sent.${more} People see it at ${page}`,
    data: { id, version, name, warnings },
  };
}

const isObject = (value: unknown): value is Input => typeof value === 'object' && value !== null;
