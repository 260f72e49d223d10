import type { BodyContext } from './context.js';
import { quote } from './json.js';

/** The body of app/uninstalled. `domain` and `myshopify_domain` are null, so only the header names the shop. */
export function uninstalledBody({ store }: BodyContext): string {
  return (
    `{"id":${store.id},"name":${quote(store.name)},"email":${quote(store.email)},"domain":null,"province":null,` +
    `"country":"US","address1":null,"zip":null,"city":null,"source":null,"phone":null,"latitude":null,` +
    `"longitude":null,"primary_locale":"en","address2":null,"created_at":null,"updated_at":null,"country_code":"US",` +
    `"country_name":"United States","currency":"${store.currency}","customer_email":${quote(store.email)},` +
    `"timezone":"(GMT) UTC","iana_timezone":null,"shop_owner":"The owner","money_format":"\${{amount}}",` +
    `"money_with_currency_format":"\${{amount}} ${store.currency}","money_in_emails_format":"\${{amount}}",` +
    `"money_with_currency_in_emails_format":"\${{amount}} ${store.currency}","taxes_included":null,` +
    `"auto_configure_tax_inclusivity":null,"tax_shipping":null,"county_taxes":null,` +
    `"requires_extra_payments_agreement":false,"primary_location_id":655441491,"checkout_api_supported":true,` +
    `"multi_location_enabled":false,"setup_required":false,"pre_launch_enabled":false,` +
    `"marketing_sms_consent_enabled_at_checkout":false,"transactional_sms_disabled":false,` +
    `"weight_unit":"kg","province_code":null,"plan_display_name":"Basic","plan_name":"basic","has_discounts":false,` +
    `"has_gift_cards":false,"myshopify_domain":null,"google_apps_domain":null,"google_apps_login_enabled":null,` +
    `"eligible_for_payments":true,"password_enabled":null,"has_storefront":true,"finances":true,` +
    `"enabled_presentment_currencies":["${store.currency}"]}`
  );
}
