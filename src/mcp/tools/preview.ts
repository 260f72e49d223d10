import type { Schema } from '../store.js';
import { BRAND, inputOf, propertiesOf, type Tool } from '../tool.js';

export const PREVIEW: Tool = {
  name: 'preview',
  title: 'Preview a segment',
  description:
    'Counts the customers that match criteria, now or at another instant, with what they have spent and up to ten ' +
    'of them. Saves nothing. All given keys of the criteria must hold; use any, all and not to combine.',
  readOnly: true,
  input: inputOf({ ...propertiesOf('PreviewSegmentBody'), brandId: BRAND }, ['criteria']),
  async call(store, input) {
    const body = { ...input, brandId: await store.brandId(input['brandId']) } as Schema<'PreviewSegmentBody'>;
    const found = await store.ask(store.api.POST('/retailer/segments/preview', { body }));
    const { count, spent, currency, sample } = found;
    const who = `${count} ${count === 1 ? 'customer matches' : 'customers match'}`;
    return {
      text: `${who}, who spent ${spent} ${currency ?? ''}`.trim() + `. ${sample.length} are listed.`,
      data: found,
    };
  },
};
