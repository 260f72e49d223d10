import type { PlatformId } from '../records/records.js';

/**
 * `ordinary`: 13 digits, as stores have them today. `sixtyFourBit`: beyond 2^53, where neighbouring ids are the same
 * JavaScript number, as in the platform's own samples.
 */
export type IdStyle = 'ordinary' | 'sixtyFourBit';

const FIRST = {
  ordinary: {
    customer: 7_000_000_000_000n,
    order: 5_000_000_000_000n,
    product: 8_000_000_000_000n,
    variant: 4_000_000_000_000n,
    lineItem: 1_400_000_000_000n,
    refund: 9_000_000_000_000n,
    refundLineItem: 3_000_000_000_000n,
    transaction: 6_000_000_000_000n,
  },
  sixtyFourBit: {
    customer: 115_310_627_314_723_954n,
    order: 820_982_911_946_154_508n,
    product: 788_032_119_674_292_922n,
    variant: 642_667_041_472_713_922n,
    lineItem: 487_817_672_276_298_554n,
    refund: 890_088_186_047_892_319n,
    refundLineItem: 387_817_672_276_298_627n,
    transaction: 245_135_271_310_201_194n,
  },
} as const;

/** Issues ids. Each kind of record has its own counter. */
export class PlatformIds {
  private readonly next: Record<keyof typeof FIRST.ordinary, bigint>;

  constructor(style: IdStyle = 'ordinary') {
    this.next = { ...FIRST[style] };
  }

  take(kind: keyof typeof FIRST.ordinary): PlatformId {
    const id = this.next[kind];
    this.next[kind] += 1n;
    return String(id);
  }
}
