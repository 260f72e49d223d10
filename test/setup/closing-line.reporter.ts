import type { Reporter, TestModule } from 'vitest/node';

/**
 * Names each test that passed only when it was tried again, and prints a last line that other programs can parse:
 * `12 passed, 0 failed, 1 skipped`.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        if (test.diagnostic()?.flaky) process.stdout.write(`\nFlaky, passed when tried again: ${test.fullName}\n`);
      }
    }
    process.stdout.write(
      `\n${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`,
    );
  }
}
