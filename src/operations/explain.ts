import { notFound } from '#libs/kernel';
import type { ProblemPage } from './operations.dto.js';
import { PROBLEM_CODES } from './problem-codes.js';

/** The page behind a problem's `type`, which spells the code with dashes. 404 where there is no such code. */
export function explain(dashed: string): ProblemPage {
  const code = dashed.replaceAll('-', '_');
  const entry = Object.hasOwn(PROBLEM_CODES, code) ? PROBLEM_CODES[code] : undefined;
  if (!entry) throw notFound('problem');
  const [status, meaning, remedy] = entry;
  return { code, status, meaning: `${meaning} ${remedy}` };
}
