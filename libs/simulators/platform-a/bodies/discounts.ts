import type { AppliedDiscount, OrderRecord } from '../../records/records.js';
import { decimal, quote } from './json.js';

/** The discounts of the order. Codes without an amount of their own share the order's discount. */
function discountsOf({ discountCodes = [], discountCents, appliedDiscounts }: OrderRecord): readonly AppliedDiscount[] {
  if (appliedDiscounts) return appliedDiscounts;
  const amountCents = Math.floor(discountCents / Math.max(1, discountCodes.length));
  return discountCodes.map((code) => ({ code, type: 'percentage', amountCents, value: '10.0' }));
}

/** `discount_codes`: the amount is the money off, also of a percentage. */
export function discountCodesJson(order: OrderRecord): string {
  const codes = discountsOf(order).map(
    ({ code, amountCents, type }) => `{"code":${quote(code)},"amount":"${decimal(amountCents)}","type":"${type}"}`,
  );
  return `[${codes.join(',')}]`;
}

/** `discount_applications`: the code is there only for the type discount_code. */
export function discountApplicationsJson(order: OrderRecord): string {
  const applications = discountsOf(order).map(({ code, type, value, isListedAsManual = false }) => {
    const isShipping = type === 'shipping';
    const own = isListedAsManual
      ? `"type":"manual","title":${quote(code)},"description":null`
      : `"type":"discount_code","code":${quote(code)}`;
    return (
      `{"target_type":"${isShipping ? 'shipping_line' : 'line_item'}",${own},"value":"${value}",` +
      `"value_type":"${type === 'fixed_amount' ? 'fixed_amount' : 'percentage'}","allocation_method":"across",` +
      `"target_selection":"all"}`
    );
  });
  return `[${applications.join(',')}]`;
}
