/**
 * Every guess about what the service's document leaves open, as data, each with the sentence that leaves
 * it open. Whoever learns better changes it here and nowhere else.
 */
export const ASSUMPTIONS = {
  idCharacters: {
    open: 'Section 2.1: each prefix is followed by an opaque string <id>.',
    assumed:
      'The opaque part holds 1 to 128 characters that need no escaping in a URL; others are set aside.',
  },
  listOrder: {
    open: 'Section 4.3: ordering of list results for all list endpoints: not shown.',
    assumed: 'None. A sweep takes every page and believes no order.',
  },
  pageLimit: {
    open: 'Section 8: default and maximum limit: not shown.',
    assumed: 'Intray asks for this many; a shorter page is a cap to learn, an empty page is the end.',
    value: 500,
  },
  pagesInFlight: {
    open: 'Section 8: rate limits: not shown.',
    assumed: 'This many reads at a time are polite.',
    value: 4,
  },
  errorFormat: {
    open: 'Section 7: error response format, status codes and error conditions: not shown.',
    assumed:
      'HTTP status codes carry their usual meaning; the first of these fields with text in it holds the words, else all do.',
    fields: ['message', 'error', 'detail', 'error_description', 'title', 'errors'],
  },
  retryAfter: {
    open: 'Section 8: rate limits: not shown.',
    assumed: 'Retry-After holds seconds or an HTTP date; more than this is cut, in milliseconds.',
    maximumMs: 300_000,
  },
  tokenLifetime: {
    open: 'Section 5: how the access token and the JWT are obtained, their lifetimes and permissions: not shown.',
    assumed:
      'A 401 means that they have ended; they are typed in again. Claims of the JWT are a hint, never believed.',
    userIdClaims: ['user_id', 'user', 'sub'],
  },
  redirects: {
    open: 'Section 7: error conditions: not shown.',
    assumed: 'The service never redirects; any 3xx is an error and no credential follows it.',
  },
  reviewStatus: {
    open: 'Section 3: transitions of review statuses: not shown; known review status: reviewed.',
    assumed: 'A review is open while its status is not this and it carries no reviewed_at.',
    done: 'reviewed',
  },
  timestampsAsNumbers: {
    open: 'Section 2.2: created_at is declared with type number, but its values are ISO 8601 strings.',
    assumed: 'A number is read as epoch milliseconds, and flagged.',
  },
  unknownFields: {
    open: 'Section 9: version policy, deprecation and compatibility rules: not shown.',
    assumed: 'Fields may be added. The raw resource is kept to the letter.',
  },
} as const;
