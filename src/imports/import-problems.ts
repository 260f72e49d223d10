import { fixedForms, type ProblemForm, type ProblemParts, problemPartsOf } from '#libs/kernel';
import { FILE_PROBLEMS } from '#libs/text-files';

/** The problems of imports by code, as they are stored. */
export const IMPORT_PROBLEMS = {
  cut_off: 'The file did not arrive whole. Send it again.',
  not_started: 'Nobody has started the import for a week, so its file was deleted.',
  person_erased:
    'A person was erased, and the file may have named them. Remove the person from the file and send it again.',
  store_not_installed: 'The store is not installed.',
  empty: 'The file is empty. Its first line has to name the columns.',
  no_columns: 'The first line has to name the columns: at most 500, with at most 200 characters each.',
  no_lines: 'The file has no lines, or none below its header.',
  no_objects:
    'None of the first lines is a JSON object with keys. Send a file of JSON lines, or create an import with the format csv.',
} as const;

const FORMS: readonly ProblemForm[] = [...fixedForms(IMPORT_PROBLEMS), ...FILE_PROBLEMS];

/** The problem in parts; null where it has none, or is an error without a code. */
export const importProblemParts = (problem: string | null): ProblemParts | null =>
  (problem === null ? undefined : problemPartsOf(FORMS, problem)) ?? null;
