import { addSubjectsOfText, customerSubject, orderSubject } from '../../personal-data/subjects.js';
import { type BodyReader, walkBody, walkObject } from './body-walk.js';

/** What a body of platform A is about, see `subjectsOf`. Pure. */
export function subjectsInBody(topic: string, body: Buffer): ReadonlySet<string> {
  const reader = new SubjectReader();
  walkBody(topic, body, reader);
  return reader.subjects;
}

/** The same of a parsed body. */
export function subjectsInObject(topic: string, wire: unknown): ReadonlySet<string> {
  const reader = new SubjectReader();
  walkObject(topic, wire, reader);
  return reader.subjects;
}

class SubjectReader implements BodyReader {
  readonly subjects = new Set<string>();

  isDone = (): boolean => false;

  id(kind: 'customer' | 'order', id: string): void {
    this.subjects.add(kind === 'customer' ? customerSubject(id) : orderSubject(id));
  }

  text(text: string): void {
    addSubjectsOfText(text, this.subjects);
  }
}
