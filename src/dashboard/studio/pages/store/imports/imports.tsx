import { parts } from '../../../router.js';
import { ImportList } from './list.js';
import { ImportView } from './view.js';

/** store/imports, store/imports/{id} */
export function Imports() {
  const [, , id] = parts.value;
  return id === undefined ? <ImportList /> : <ImportView key={id} id={id} />;
}
