import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** So many other files run between the beginnings of two. */
const APART = 8;

/**
 * Tests that kill processes take longest by far: begun last, one of them would be waited for alone; begun together, they
 * would start so many processes at once that each waits for the others.
 */
export default class SpreadFaultsSequencer extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const killsProcesses = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/faults/');
    const faults = files.filter(killsProcesses);
    const others = files.filter((file) => !killsProcesses(file));
    const spread = others.flatMap((file, index) => (index % APART === 0 ? [...faults.splice(0, 1), file] : [file]));
    return Promise.resolve([...spread, ...faults]);
  }
}
