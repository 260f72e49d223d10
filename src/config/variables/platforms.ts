import {
  alone,
  apiVersion,
  domains,
  onOrOff,
  origins,
  scopes,
  secrets,
  shopUrl,
  text,
  webUrl,
  words,
} from '../types.js';
import type { Section } from '../variable.js';

export const PLATFORM_A = {
  title: 'Platform A: stores that speak the Shopify protocol',
  about: 'Client id and secrets belong together. Without them every address under /platform-a answers 503.',
  variables: {
    PLATFORM_A_CLIENT_ID: { type: text, about: "The app's client id, from the platform's partner dashboard." },
    PLATFORM_A_CLIENT_SECRETS: {
      type: secrets,
      about: `The app's client secrets. While a secret is being replaced, keep the old one behind the new one: deliveries
        signed with it arrive for a while.`,
    },
    PLATFORM_A_SCOPES: {
      type: scopes,
      about: 'What the app asks a store for. Orders older than 60 days need read_all_orders as well.',
      fallback: 'read_orders,read_customers,read_products',
    },
    PLATFORM_A_API_VERSION: { type: apiVersion, about: 'The version of the Admin API.', fallback: '2026-10' },
    PLATFORM_A_SHOP_SUFFIXES: {
      type: domains,
      about: "What a shop's domain may end in. Production takes only this default.",
      fallback: 'myshopify.com',
    },
    PLATFORM_A_SHOP_BASE_URL: {
      type: shopUrl,
      about: `Where a shop is reached; {shop} stands for its domain. Another value is for a simulator, such as
        http://127.0.0.1:4101/{shop}. Production takes only https.`,
      fallback: 'https://{shop}',
    },
    PLATFORM_A_ADMIN_BASE_URL: {
      type: webUrl,
      about: 'Where merchants administer their stores. Production takes only https.',
      fallback: 'https://admin.shopify.com',
    },
  },
} as const satisfies Section;

export const PLATFORM_B = {
  title: 'Platform B: stores that speak the BigCommerce protocol',
  about: 'Client id and secrets belong together. Without them every address under /platform-b answers 503.',
  variables: {
    PLATFORM_B_CLIENT_ID: { type: text, about: "The app's client id, from the platform's developer portal." },
    PLATFORM_B_CLIENT_SECRETS: {
      type: secrets,
      about: "The app's client secrets. The first is sent to the platform; all prove what it sends.",
      single: { name: 'PLATFORM_B_CLIENT_SECRET', type: alone(text) },
    },
    PLATFORM_B_SCOPES: {
      type: words,
      about: "What the app needs of a store; the same as in the app's profile. An install that grants less is refused.",
      fallback:
        'store_v2_orders_read_only store_v2_customers_read_only store_v2_information_read_only store_v2_products_read_only',
    },
    PLATFORM_B_LOGIN_BASE_URL: {
      type: webUrl,
      about: 'Where merchants sign in. Another value is for a simulator. Production takes only https.',
      fallback: 'https://login.bigcommerce.com',
    },
    PLATFORM_B_API_BASE_URL: {
      type: webUrl,
      about: "Where the stores' API is. Another value is for a simulator. Production takes only https.",
      fallback: 'https://api.bigcommerce.com',
    },
    PLATFORM_B_LEGACY_SIGNED_PAYLOAD: {
      type: onOrOff,
      about:
        '`on` takes the older `signed_payload` too where a call has no `signed_payload_jwt`; `off` takes the JWT only.',
      fallback: 'on',
    },
    PLATFORM_B_STOREFRONT_ORIGINS: {
      type: origins,
      about: "Origins whose pages may sign customers on besides the stores' own.",
    },
  },
} as const satisfies Section;
