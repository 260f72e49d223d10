import { topicEnumValues } from '../topics.js';

/** Webhook subscriptions. */
export const WEBHOOKS = `
  enum WebhookSubscriptionTopic { ${topicEnumValues()} }
  enum WebhookSubscriptionFormat { JSON XML }
  input WebhookSubscriptionInput {
    uri: String
    callbackUrl: URL @deprecated(reason: "Use uri instead.")
    filter: String
    format: WebhookSubscriptionFormat
    includeFields: [String!]
    metafieldNamespaces: [String!]
    name: String
  }
  type WebhookHttpEndpoint { callbackUrl: URL! }
  type WebhookEventBridgeEndpoint { arn: String! }
  type WebhookPubSubEndpoint { pubSubProject: String! pubSubTopic: String! }
  union WebhookSubscriptionEndpoint = WebhookHttpEndpoint | WebhookEventBridgeEndpoint | WebhookPubSubEndpoint
  type ApiVersion { displayName: String! handle: String! supported: Boolean! }
  type WebhookSubscription implements Node & LegacyInteroperability {
    id: ID!
    legacyResourceId: UnsignedInt64!
    topic: WebhookSubscriptionTopic!
    uri: String!
    callbackUrl: URL! @deprecated(reason: "Use uri instead.")
    endpoint: WebhookSubscriptionEndpoint! @deprecated(reason: "Use uri instead.")
    apiVersion: ApiVersion!
    filter: String
    format: WebhookSubscriptionFormat!
    includeFields: [String!]!
    metafieldNamespaces: [String!]!
    name: String
    createdAt: DateTime!
    updatedAt: DateTime!
  }
  type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
  type WebhookSubscriptionUpdatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
  type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }
`;
