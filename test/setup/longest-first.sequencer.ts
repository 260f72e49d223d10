import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that kill processes take longest by far; begun last, one of them would be waited for alone. */
export default class LongestFirstSequencer extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const killsProcesses = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('/test/faults/'));
    return Promise.resolve(files.toSorted((one, other) => killsProcesses(other) - killsProcesses(one)));
  }
}
