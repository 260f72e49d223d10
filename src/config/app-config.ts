import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DkimKey, Mailbox } from '#libs/mailer';
import { contradictions } from './contradictions.js';
import { refusalsInProduction } from './production-refusals.js';
import { ConfigurationError, type Environment, readValues } from './read-values.js';
import type { Roles } from './roles.js';
import type { Values, VariableName } from './variables.js';

export type TokenKind = 'admin' | 'module' | 'retailer' | 'customer';

/** Newest first; the first signs, all verify. */
export type Secrets = readonly [string, ...string[]];

export interface PlatformAConfig {
  readonly clientId: string;
  readonly clientSecrets: Secrets;
  readonly scopes: readonly string[];
  readonly apiVersion: string;
  readonly shopSuffixes: readonly string[];
  /** A URL in which `{shop}` stands for the domain of the store. */
  readonly shopBaseUrl: string;
  /** Hosts besides the platform's own from which results of bulk operations are read. */
  readonly bulkHosts: readonly string[];
  /** Where merchants administer their stores, without a trailing slash. */
  readonly adminBaseUrl: string;
}

export interface PlatformBConfig {
  readonly clientId: string;
  /** The first is sent to the platform. */
  readonly clientSecrets: Secrets;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly loginBaseUrl: string;
  readonly apiBaseUrl: string;
  /** A URL in which `{hash}` stands for the hash of the store. */
  readonly controlPanelUrl: string;
  /** Whether the older `signed_payload` is accepted beside the JWT. */
  readonly legacySignedPayload: boolean;
  /** Origins that may sign customers on, besides the stores' own. */
  readonly storefrontOrigins: readonly string[];
}

/** A provider of OpenID Connect where operators have their accounts. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** What every ID token must name besides the client. */
  readonly audience: string | undefined;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly operatorClaim: string;
  /** The values of the claim that make somebody an operator. */
  readonly operators: readonly string[];
}

/** An OpenAI-compatible service; models come and go, so their names are settings. */
export interface OpenAiConfig {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly imageModel: string;
  readonly layoutModel: string;
  /** Whether the service and its model can paint around a given image. */
  readonly edits: boolean;
  /** How closely a given image is followed; undefined leaves it to the model. */
  readonly inputFidelity: 'high' | 'low' | undefined;
  /** For one call, from the connection to the last byte. */
  readonly timeoutMs: number;
}

/** A segmentation model in ONNX form, and how its input is prepared. */
export interface CutoutModelConfig {
  readonly path: string;
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

export interface ImagesConfig {
  /** Undefined where the service draws all images itself. */
  readonly openAi: OpenAiConfig | undefined;
  /** What one call costs, in US dollars as decimal strings: the service's answers name no price. */
  readonly prices: { readonly image: string; readonly layout: string };
  /** The most that one retailer may cost in a calendar month (UTC), in US dollars. */
  readonly monthlyBudget: string;
  /** Exact host:port pairs that product images may be fetched from although their addresses are private. */
  readonly fetchAllow: readonly string[];
  /** `file:` or `s3:`. */
  readonly storageUrl: string;
  /** Weights that cut products out of photographs; undefined without any. */
  readonly cutoutModel: CutoutModelConfig | undefined;
  /** How many images one process draws at the same time, each in its own thread. */
  readonly threads: number;
  /** How long a due email waits for the image of its recipient. */
  readonly personalSeconds: number;
}

export interface EmailConfig {
  /** Undefined where emails become files under `dataDir`/outbox. */
  readonly smtpUrl: string | undefined;
  /** How many emails one process sends at the same time. */
  readonly connections: number;
  /** The sender of a brand without one. Every Message-ID has its domain. */
  readonly from: Mailbox;
  /** The secrets that sign unsubscribe links. */
  readonly linkSecrets: Secrets;
  /** The secrets that prove reports of bounces and complaints; undefined where the service accepts none. */
  readonly webhookSecrets: readonly string[] | undefined;
  /** Emails per second of all processes together; undefined where only the server limits them. */
  readonly perSecond: number | undefined;
  readonly perSecondAndRetailer: number | undefined;
  /** The pause after the first 4xx answer; it doubles each time. */
  readonly retrySeconds: number;
  /** How long the lease of a message lasts without renewal. */
  readonly leaseSeconds: number;
  readonly dkim: DkimKey | undefined;
  /** The DNS servers that are asked about senders; empty for those of the system. */
  readonly dnsServers: readonly string[];
}

/** Where spans are exported to. */
export interface TracingConfig {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that are recorded. */
  readonly ratio: number;
}

/** The checked configuration. */
export interface AppConfig {
  readonly production: boolean;
  readonly roles: Roles;
  readonly host: string;
  readonly port: number;
  /** Undefined where health, metrics and documentation are on `port`. */
  readonly operationsPort: number | undefined;
  /** Whether GET /docs exists. */
  readonly docs: boolean;
  /** Undefined where it is http://HOST:PORT, which is known once the service listens. */
  readonly publicUrl: string | undefined;
  readonly dashboardUrl: string | undefined;
  readonly dataDir: string;
  /** Undefined where the service starts a private instance under `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The login that owns the tables and migrates them; undefined where it is that of `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
  /** `host:port` pairs to which events may be sent although their addresses are private. */
  readonly eventEndpointAllow: readonly string[];
  readonly databasePoolSize: number;
  /** Undefined where everything reads from `databaseUrl`. */
  readonly databaseReplicaUrl: string | undefined;
  readonly databaseReplicaLagMs: number;
  readonly redisUrl: string | undefined;
  readonly encryptionKeys: readonly Buffer[];
  readonly tokenSecrets: Readonly<Record<TokenKind, Secrets>>;
  /** Undefined where operators sign in with admin tokens only. */
  readonly oidc: OidcConfig | undefined;
  readonly platformA: PlatformAConfig | undefined;
  readonly email: EmailConfig;
  readonly platformB: PlatformBConfig | undefined;
  /** Who may show our pages in a frame: sources of a content security policy, separated by spaces. */
  readonly frameAncestors: string;
  /** Keeps the keys apart from those of other services on the same Redis. */
  readonly queuePrefix: string;
  readonly inboxSweepSeconds: number;
  /** The pause between two checks of an installed store. */
  readonly watchSeconds: number;
  /** How many sign-ons and installs one address may begin for one store in a minute. */
  readonly signOnsPerMinute: number;
  /** The proxies whose `X-Forwarded-For` header counts. */
  readonly trustedProxies: readonly string[];
  /** The most connections at the same time; one more is closed at once. */
  readonly maxConnections: number;
  /** In bytes: the memory of all bodies of senders who have proven nothing yet, and the most of a streamed body. */
  readonly bodyLimits: { readonly unproven: number; readonly streamed: number };
  /** The age in days at which bodies of processed deliveries are emptied. */
  readonly deliveryRetentionDays: number;
  /** The age in days at which whole months of deliveries may be dropped. */
  readonly deliveryKeptDays: number;
  /** The age in days at which whole months of segment transitions may be dropped; undefined: never. */
  readonly transitionsKeptDays: number | undefined;
  /** For how many days the answer to a privacy request can be fetched. */
  readonly privacyExportDays: number;
  readonly images: ImagesConfig;
  readonly logLevel: string;
  /** Undefined where nothing is traced. */
  readonly tracing: TracingConfig | undefined;
}

const MEGABYTE = 1024 * 1024;

/** Reads the environment. Throws a `ConfigurationError` that lists everything that is missing or wrong. */
export function readConfig(environment: Environment): AppConfig {
  const production = environment['NODE_ENV'] === 'production';
  const { values, problems } = readValues(environment, production);
  problems.push(...contradictions(values, production));
  if (production) problems.push(...refusalsInProduction(values));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return assemble(values, production);
}

/** By now every variable with a fallback or a requirement has a value. */
function assemble(values: Values, production: boolean): AppConfig {
  const must = <N extends VariableName>(name: N): NonNullable<Values[N]> => {
    const value = values[name];
    if (value === undefined || value === null) throw new ConfigurationError([`${name} is missing`]);
    return value;
  };
  return {
    production,
    roles: must('ROLE'),
    host: must('HOST'),
    port: must('PORT'),
    operationsPort: values.OPERATIONS_PORT,
    docs: values.DOCS ?? !production,
    publicUrl: values.PUBLIC_URL,
    dashboardUrl: values.DASHBOARD_URL,
    dataDir: resolve(must('DATA_DIR')),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    eventEndpointAllow: values.EVENT_ENDPOINT_ALLOW ?? [],
    databasePoolSize: must('DATABASE_POOL_SIZE'),
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseReplicaLagMs: must('DATABASE_REPLICA_LAG_MS'),
    redisUrl: values.REDIS_URL,
    encryptionKeys: must('ENCRYPTION_KEYS'),
    tokenSecrets: {
      admin: must('ADMIN_JWT_SECRETS') as Secrets,
      module: must('MODULE_JWT_SECRETS') as Secrets,
      retailer: must('RETAILER_JWT_SECRETS') as Secrets,
      customer: must('CUSTOMER_JWT_SECRETS') as Secrets,
    },
    oidc: oidc(values, must),
    platformA: platformA(values, must),
    email: email(values, must),
    platformB: platformB(values, must),
    frameAncestors: must('FRAME_ANCESTORS'),
    queuePrefix: must('QUEUE_PREFIX'),
    inboxSweepSeconds: must('INBOX_SWEEP_SECONDS'),
    watchSeconds: must('WATCH_SECONDS'),
    signOnsPerMinute: must('SIGN_ONS_PER_MINUTE'),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    maxConnections: must('MAX_CONNECTIONS'),
    bodyLimits: { unproven: must('UNPROVEN_BODY_MB') * MEGABYTE, streamed: must('STREAMED_BODY_MB') * MEGABYTE },
    deliveryRetentionDays: must('DELIVERY_RETENTION_DAYS'),
    deliveryKeptDays: must('DELIVERY_KEPT_DAYS'),
    transitionsKeptDays: values.SEGMENT_TRANSITIONS_KEPT_DAYS,
    privacyExportDays: must('PRIVACY_EXPORT_DAYS'),
    images: images(values, must),
    logLevel: must('LOG_LEVEL'),
    tracing: tracing(values, must),
  };
}

type Must = <N extends VariableName>(name: N) => NonNullable<Values[N]>;

function tracing(values: Values, must: Must): TracingConfig | undefined {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: must('OTEL_SERVICE_NAME'),
    ratio: must('OTEL_TRACES_SAMPLER_ARG'),
  };
}

function images(values: Values, must: Must): ImagesConfig {
  const provider = values.IMAGE_PROVIDER ?? (values.OPENAI_API_KEY === undefined ? 'local' : 'openai');
  return {
    openAi:
      provider === 'local'
        ? undefined
        : {
            apiKey: must('OPENAI_API_KEY'),
            baseUrl: must('OPENAI_BASE_URL'),
            imageModel: must('OPENAI_IMAGE_MODEL'),
            layoutModel: must('OPENAI_LAYOUT_MODEL'),
            edits: must('OPENAI_IMAGE_EDITS') && !must('OPENAI_IMAGE_MODEL').startsWith('dall-e-3'),
            inputFidelity: inputFidelity(values.OPENAI_INPUT_FIDELITY, must('OPENAI_IMAGE_MODEL')),
            timeoutMs: must('OPENAI_TIMEOUT_SECONDS') * 1_000,
          },
    prices: { image: must('IMAGE_PRICE_USD'), layout: must('IMAGE_LAYOUT_PRICE_USD') },
    monthlyBudget: must('IMAGE_MONTHLY_BUDGET_USD'),
    fetchAllow: values.IMAGE_FETCH_ALLOW ?? [],
    cutoutModel:
      values.CUTOUT_MODEL === undefined
        ? undefined
        : {
            path: resolve(values.CUTOUT_MODEL),
            mean: must('CUTOUT_MODEL_MEAN'),
            deviation: must('CUTOUT_MODEL_DEVIATION'),
          },
    // Where there are several cores, one of them stays free for answers.
    personalSeconds: must('PERSONAL_IMAGE_SECONDS'),
    threads: values.IMAGE_THREADS ?? Math.max(1, availableParallelism() - 1),
    storageUrl: values.IMAGE_STORAGE_URL ?? pathToFileURL(resolve(must('DATA_DIR'), 'images')).href,
  };
}

/** Other models refuse the parameter, or always follow given images closely. */
const WITH_FIDELITY = /^gpt-image-1(?:\.5)?(?:-\d|$)/;

function inputFidelity(wish: 'high' | 'low' | 'none' | undefined, model: string): 'high' | 'low' | undefined {
  if (wish === undefined) return WITH_FIDELITY.test(model) ? 'high' : undefined;
  return wish === 'none' ? undefined : wish;
}

function platformA(values: Values, must: Must): PlatformAConfig | undefined {
  if (values.PLATFORM_A_CLIENT_ID === undefined) return undefined;
  return {
    clientId: values.PLATFORM_A_CLIENT_ID,
    clientSecrets: must('PLATFORM_A_CLIENT_SECRETS') as Secrets,
    scopes: must('PLATFORM_A_SCOPES'),
    apiVersion: must('PLATFORM_A_API_VERSION'),
    shopSuffixes: must('PLATFORM_A_SHOP_SUFFIXES'),
    shopBaseUrl: must('PLATFORM_A_SHOP_BASE_URL'),
    bulkHosts: values.PLATFORM_A_BULK_HOSTS ?? [],
    adminBaseUrl: must('PLATFORM_A_ADMIN_BASE_URL'),
  };
}

function oidc(values: Values, must: Must): OidcConfig | undefined {
  if (values.OIDC_ISSUER === undefined) return undefined;
  return {
    issuer: values.OIDC_ISSUER,
    clientId: must('OIDC_CLIENT_ID'),
    clientSecret: values.OIDC_CLIENT_SECRET,
    audience: values.OIDC_AUDIENCE,
    scopes: must('OIDC_SCOPES'),
    operatorClaim: must('OIDC_OPERATOR_CLAIM'),
    operators: must('OIDC_OPERATORS'),
  };
}

function email(values: Values, must: Must): EmailConfig {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = values;
  return {
    smtpUrl: values.SMTP_URL,
    connections: must('SMTP_CONNECTIONS'),
    from: must('EMAIL_FROM'),
    linkSecrets: must('EMAIL_LINK_SECRETS') as Secrets,
    webhookSecrets: values.EMAIL_WEBHOOK_SECRETS,
    perSecond: values.EMAIL_PER_SECOND,
    perSecondAndRetailer: values.EMAIL_PER_SECOND_AND_RETAILER,
    retrySeconds: must('EMAIL_RETRY_SECONDS'),
    leaseSeconds: must('EMAIL_LEASE_SECONDS'),
    dnsServers: values.DNS_SERVERS ?? [],
    dkim: domain && selector && privateKey ? { domain, selector, privateKey } : undefined,
  };
}

function platformB(values: Values, must: Must): PlatformBConfig | undefined {
  if (values.PLATFORM_B_CLIENT_ID === undefined) return undefined;
  return {
    clientId: values.PLATFORM_B_CLIENT_ID,
    clientSecrets: must('PLATFORM_B_CLIENT_SECRETS') as Secrets,
    scopes: must('PLATFORM_B_SCOPES'),
    loginBaseUrl: must('PLATFORM_B_LOGIN_BASE_URL'),
    apiBaseUrl: must('PLATFORM_B_API_BASE_URL'),
    controlPanelUrl: must('PLATFORM_B_CONTROL_PANEL_URL'),
    legacySignedPayload: must('PLATFORM_B_LEGACY_SIGNED_PAYLOAD'),
    storefrontOrigins: values.PLATFORM_B_STOREFRONT_ORIGINS ?? [],
  };
}
