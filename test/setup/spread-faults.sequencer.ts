import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How many other files start between two of them. */
const APART = 8;

/**
 * Spreads the tests that take longest by far: they kill processes or draw hundreds of images. Started last, one of them
 * would run alone at the end. Started together, they would start so many processes at once that each waits for the
 * others.
 */
export default class SpreadFaultsSequencer extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/test\/faults\/|\/bench\//.test(moduleId);
    const faults = files.filter(isLong);
    const others = files.filter((file) => !isLong(file));
    const spread = others.flatMap((file, index) => (index % APART === 0 ? [...faults.splice(0, 1), file] : [file]));
    return Promise.resolve([...spread, ...faults]);
  }
}
