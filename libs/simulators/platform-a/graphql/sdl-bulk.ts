/** Bulk operations. */
export const BULK = `
  enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
  enum BulkOperationErrorCode { ACCESS_DENIED INTERNAL_SERVER_ERROR TIMEOUT }
  enum BulkOperationType { MUTATION QUERY }
  enum BulkOperationUserErrorCode { INVALID LIMIT_REACHED OPERATION_IN_PROGRESS }
  type BulkOperation implements Node {
    id: ID!
    completedAt: DateTime
    createdAt: DateTime!
    errorCode: BulkOperationErrorCode
    fileSize: UnsignedInt64
    objectCount: UnsignedInt64!
    partialDataUrl: URL
    query: String!
    rootObjectCount: UnsignedInt64!
    status: BulkOperationStatus!
    type: BulkOperationType!
    url: URL
  }
  type BulkOperationUserError { code: BulkOperationUserErrorCode field: [String!] message: String! }
  type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [BulkOperationUserError!]! }
  extend type Query {
    bulkOperation(id: ID!): BulkOperation
    currentBulkOperation(type: BulkOperationType = QUERY): BulkOperation
      @deprecated(reason: "Use bulkOperations instead.")
  }
  extend type Mutation {
    bulkOperationRunQuery(query: String!, groupObjects: Boolean! = false): BulkOperationRunQueryPayload
  }
`;
