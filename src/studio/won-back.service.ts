import { Injectable } from '@nestjs/common';
import type { LiftLanguage } from '#libs/lift';
import type { ResultsAnswer } from '../lift/results/results.dto.js';
import type { BrandAnswer } from '../retailers/brand.dto.js';
import { type ComparedSequence, SequenceResultsService } from '../sequences/results/sequence-results.service.js';
import type { WonBackAnswer } from './home.dto.js';

/** How many sequences are looked at for one whose comparison says something. */
const LOOKED_AT = 5;
const SILENT = new Set<ResultsAnswer['status']>(['off', 'empty', 'too_early']);

/** What a brand's emails won back, for its home page. */
@Injectable()
export class WonBackService {
  constructor(private readonly results: SequenceResultsService) {}

  /**
   * The results of the brand's global holdout. Without one, those of the newest sequence whose held-back customers show
   * something, or else of the newest that held anybody back. Null where nobody was ever held back.
   */
  async of(brand: Pick<BrandAnswer, 'retailerId' | 'id'>, language: LiftLanguage): Promise<WonBackAnswer | null> {
    const ofBrand = await this.results.ofBrand(brand.id, undefined, language);
    if (ofBrand.experiment) return answerOf(null, ofBrand, `/retailer/brands/${brand.id}/results.svg`);
    let newest: ComparedSequence | undefined;
    for await (const compared of this.results.compared(brand, LOOKED_AT, language)) {
      newest ??= compared;
      if (SILENT.has(compared.results.status)) continue;
      newest = compared;
      break;
    }
    if (!newest) return null;
    const { sequence, results } = newest;
    return answerOf(sequence, results, `/retailer/sequences/${encodeURIComponent(sequence.id)}/results.svg`);
  }
}

const answerOf = (
  sequence: WonBackAnswer['sequence'],
  { sentences, customers, revenue }: ResultsAnswer,
  chart: string,
): WonBackAnswer => ({ sequence, sentences, customers, revenue, chart });
