import { parts } from '../../router.js';
import { CustomerSearch } from './search.js';
import { CustomerView } from './view.js';

/** customers, customers/{the platform's id} */
export function Customers() {
  const [, id] = parts.value;
  return id === undefined ? <CustomerSearch /> : <CustomerView key={id} externalId={id} />;
}
