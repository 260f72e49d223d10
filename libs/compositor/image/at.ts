import { CompositionError } from '../composition-error.js';

/** Adds the place of the input to the errors of `work`. */
export async function at<T>(place: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CompositionError) throw new CompositionError(error.code, error.message, place);
    throw error;
  }
}
