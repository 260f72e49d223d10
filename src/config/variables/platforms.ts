import {
  hashUrl,
  alone,
  apiVersion,
  domains,
  hosts,
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
      about: `The app's client secrets. While you replace a secret, keep the old one behind the new one: for a while,
        deliveries that are signed with it still arrive.`,
    },
    PLATFORM_A_SCOPES: {
      type: scopes,
      about: 'The scopes that the app asks a store for. Orders older than 60 days need read_all_orders too.',
      fallback: 'read_orders,read_customers,read_products',
    },
    PLATFORM_A_API_VERSION: { type: apiVersion, about: 'The version of the Admin API.', fallback: '2026-10' },
    PLATFORM_A_SHOP_SUFFIXES: {
      type: domains,
      about: "What a store's domain may end in. Production accepts only the default.",
      fallback: 'myshopify.com',
    },
    PLATFORM_A_SHOP_BASE_URL: {
      type: shopUrl,
      about: `The address of a store; {shop} stands for its domain. A simulator needs another value, such as
        http://127.0.0.1:4101/{shop}. Production requires https.`,
      fallback: 'https://{shop}',
    },
    PLATFORM_A_BULK_HOSTS: {
      type: hosts,
      about: `Hosts besides storage.googleapis.com from which results of bulk operations are read, with their ports where
        these are not 443. Outside production also the host of PLATFORM_A_SHOP_BASE_URL.`,
    },
    PLATFORM_A_ADMIN_BASE_URL: {
      type: webUrl,
      about: 'Where merchants administer their stores. Production requires https.',
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
      about: "The app's client secrets. The service sends the first one to the platform and accepts proofs of all.",
      single: { name: 'PLATFORM_B_CLIENT_SECRET', type: alone(text) },
    },
    PLATFORM_B_SCOPES: {
      type: words,
      about: "The scopes that the app needs, as in the app's profile. An installation that grants fewer is refused.",
      fallback:
        'store_v2_orders_read_only store_v2_customers_read_only store_v2_information_read_only store_v2_products_read_only',
    },
    PLATFORM_B_LOGIN_BASE_URL: {
      type: webUrl,
      about: 'Where merchants sign in. Only a simulator needs another value. Production requires https.',
      fallback: 'https://login.bigcommerce.com',
    },
    PLATFORM_B_API_BASE_URL: {
      type: webUrl,
      about: "The address of the stores' API. Only a simulator needs another value. Production requires https.",
      fallback: 'https://api.bigcommerce.com',
    },
    PLATFORM_B_CONTROL_PANEL_URL: {
      type: hashUrl,
      about: `The control panel of a store, which shows the dashboard in a frame; {hash} stands for the store's hash. Only
        a simulator needs another value. Production requires https.`,
      fallback: 'https://store-{hash}.mybigcommerce.com',
    },
    PLATFORM_B_LEGACY_SIGNED_PAYLOAD: {
      type: onOrOff,
      about:
        'With `on`, a call without `signed_payload_jwt` may have the older `signed_payload`. With `off` it must have the JWT.',
      fallback: 'on',
    },
    PLATFORM_B_STOREFRONT_ORIGINS: {
      type: origins,
      about: "Origins whose pages may sign customers on, besides the stores' own.",
    },
  },
} as const satisfies Section;
