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
    assumed:
      'None. The order is learned from a sweep that missed nothing; only with the newest update first is a refresh over before the end of the list, and now and then the whole list is swept all the same.',
  },
  pageLimit: {
    open: 'Section 8: default and maximum limit: not shown.',
    assumed: 'Intray asks for this many; a shorter page is a cap to learn, an empty page is the end.',
    value: 500,
  },
  pageOverlap: {
    open: 'Section 8: nothing is said of lists that change while they are paged.',
    assumed:
      'So many records stand on two pages that follow each other; where they differ, the list has moved and is swept again.',
    value: 3,
  },
  wholeList: {
    open: 'Section 4.3: ordering of list results for all list endpoints: not shown.',
    assumed: 'Of a list without an order, up to this many records are asked for on one page.',
    value: 10_000,
  },
  recentNotifications: {
    open: 'Section 2.4: a notification carries no time of its last change.',
    assumed:
      'Read marks that were made elsewhere are looked for among this many of the newest; older ones wait for the next whole sweep.',
    value: 100,
  },
  searchFromOverlap: {
    open: 'Section 4.3: whether search_from includes its own instant is not said beyond "after this time".',
    assumed: 'It is asked for so many milliseconds more.',
    value: 5_000,
  },
  deletedForms: {
    open: 'Section 4.1: what a list or GET shows of a deleted form is not shown.',
    assumed:
      'It is in no list, and GET answers 404 or 410. Absence from a list alone removes nothing; other kinds are never removed.',
  },
  massLoss: {
    open: 'Section 7: error conditions: not shown.',
    assumed: 'A list that lacks more than this share of the known records is not believed.',
    share: 0.2,
  },
  conditionalRequests: {
    open: 'Section 4: nothing is said of ETag and If-None-Match.',
    assumed: 'They are used where the service sends an ETag, and mean what HTTP says.',
  },
  pagesInFlight: {
    open: 'Section 8: rate limits: not shown.',
    assumed: 'This many reads at a time are polite; fewer after a refusal or a timeout.',
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
  pdfLink: {
    open: 'Section 4.2: url is a signed link to the PDF; where it leads, and what is answered there, is not shown.',
    assumed:
      'It leads to https on any host, or to this computer where the service is here too; it needs no header, redirects nowhere, and 401, 403 and 410 mean that it has expired. A fresh one is asked for once.',
  },
  pdfExpiry: {
    open: 'Section 8: the signed URL expires within 30 minutes; expires_at carries the expiry. By whose clock is not said.',
    assumed:
      'By the clock of the service, which its Date header tells. A link without an expiry that can be read counts as expired; one that says it lives longer is used at once all the same.',
  },
  pdfVersion: {
    open: 'Section 4.2: nothing ties a PDF to a state of its requisition.',
    assumed:
      'It is drawn when it is fetched, so it shows the record as it was known before or a newer one, never an older.',
  },
  reviewStatus: {
    open: 'Section 3: transitions of review statuses: not shown; known review status: reviewed.',
    assumed: 'A review is open while its status is not this and it carries no reviewed_at.',
    done: 'reviewed',
  },
  reviewSent: {
    open: 'Section 2.3: the object accepted as review on create and update: its fields are not shown.',
    assumed:
      'It takes the names of a review. Whether it adds a review or closes one is believed from the answer alone; until then a reviewed one is shown in place of the open review of the same reviewer, any other is shown as added.',
  },
  completionRequestsSent: {
    open: 'Section 4.1: the element shape of request_completion_from when sent on update: not shown.',
    assumed:
      'The whole list is sent, each element in the shape in which it is read; an answer that holds another list needs a person.',
  },
  completionEnds: {
    open: 'Section 2.2: a patient who completes the form is removed from request_completion_from automatically; nothing tells a request from a later one of the same patient, and whether last_updated_at moves is not said.',
    assumed:
      'A request keeps its requested_at for as long as it is open, and a later one has another. Where last_updated_at has moved, the form was as it was known until the last sync began; else until the last one began that took the whole list.',
  },
  lostCreate: {
    open: 'Section 7: error conditions: not shown; nothing is said of repeated requests.',
    assumed:
      'A record made by a create whose answer was lost has the same content and creator, was not known before, and was made no earlier than this many milliseconds before the request left, by the clock of the service.',
    windowMs: 3_600_000,
  },
  appointmentEnded: {
    open: 'Section 3: known appointment status inside props.status_history: scheduled; transitions of appointment statuses: not shown.',
    assumed:
      'One of these as the latest status, in any case, means that it does not take place; any other word is shown as it is.',
    words: ['canceled', 'cancelled'],
  },
  timestampsAsNumbers: {
    open: 'Section 2.2: created_at is declared with type number, but its values are ISO 8601 strings.',
    assumed: 'A number is read as epoch milliseconds, and flagged.',
  },
  inAppLinks: {
    open: "Section 2.4: a button's link is an in-application path that may carry a query string with the target object's id; no path is shown.",
    assumed:
      'The first word of the path says what it leads to; the id stands in the query under the name of that, under that with _id, or under id, or as the rest of the path. Any other path is unknown here.',
    paths: {
      requisition: 'requisition',
      requisitions: 'requisition',
      form: 'form',
      forms: 'form',
      notification: 'notification',
      notifications: 'notification',
      patient: 'patient',
      patients: 'patient',
      appointment: 'appointment',
      appointments: 'appointment',
      calendar: 'appointment',
      message: 'message',
      messages: 'message',
    },
  },
  unknownFields: {
    open: 'Section 9: version policy, deprecation and compatibility rules: not shown.',
    assumed: 'Fields may be added. The raw resource is kept to the letter.',
  },
} as const;
