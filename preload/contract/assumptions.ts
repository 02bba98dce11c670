/**
 * Every assumption about what the service's document leaves open, as data, each with the sentence that leaves
 * it open. A correction of an assumption is made here only.
 */
export const ASSUMPTIONS = {
  opaqueIds: {
    open: 'Section 2.1: each prefix is followed by an opaque string <id>. Its length and its characters are not shown.',
    assumed:
      'The opaque part holds 1 to so many UTF-16 units, well formed and without control characters; records with other ids are quarantined. It is compared code unit by code unit and never normalised.',
    maxLength: 250,
  },
  nesting: {
    open: 'Section 9: version policy, deprecation and compatibility rules: not shown. Fields of open shape may be nested to any depth.',
    assumed: 'No record is nested deeper than so many levels; one that is, is quarantined.',
    maxLevels: 1_000,
  },
  idsInPaths: {
    open: 'Section 4: path segment :id is the identifier of the resource. How it is encoded there is not said.',
    assumed:
      'It is percent-encoded. Gateways may read a slash, a backslash, a percent sign or two dots in it otherwise, so a write to such an id is sent only after a GET answered exactly that id.',
  },
  listOrder: {
    open: 'Section 4.3: ordering of list results for all list endpoints: not shown.',
    assumed:
      'None. The order is learned from a sweep that missed nothing; only with the newest update first is a refresh over before the end of the list, and now and then the whole list is swept all the same.',
  },
  pageLimit: {
    open: 'Section 8: default and maximum limit: not shown.',
    assumed:
      'Intray asks for this many; a shorter page is a cap to learn, an empty page is the end. A refused page, or one that does not come in time, is asked for with half as many records, and what was answered is remembered.',
    value: 500,
  },
  pageOverlap: {
    open: 'Section 8: nothing is said of lists that change while they are paged.',
    assumed:
      'So many records stand on two pages that follow each other; where they differ, the list has moved and is swept again, unless it stands newest first and has only moved towards its end: then new records came in front, and the next refresh has them.',
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
  missingRecords: {
    open: 'Section 4: what a list or GET shows of a record that was deleted, or that the user may no longer see, is not shown; requisitions and notifications have no delete endpoint. Section 7: error conditions: not shown.',
    assumed:
      'A record of any kind may stop being returned. It is missing once so many certain sweeps in a row lack it and GET answers 404 or 410 (or 403) twice, so many milliseconds apart, while a list request is answered 200. The time between the answers is running time of the program, summed over its starts, or it has passed both on the clock of this computer and in the Date header of the service; a service without that header is asked again by running time alone. At most so many ids are asked for in one refresh. Where more than this share of a kind is missing, nothing goes before the user confirms. A DELETE that is answered so counts as done only where the list does not hold the form either.',
    sweeps: 2,
    answersApartMs: 600_000,
    asksPerRefresh: 100,
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
      'A 401 that one small list request confirms means that they have ended; they are typed in again, and tried again every few minutes all the same. Claims of the JWT are a hint, never believed.',
    userIdClaims: ['user_id', 'user', 'sub'],
  },
  redirects: {
    open: 'Section 7: error conditions: not shown.',
    assumed:
      'The service never redirects; any 3xx is an error and no credential follows it. What is read is asked for again, because something on the way may have answered.',
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
  resultSinceReview: {
    open: 'Section 2.3: requisition_result and results_received are not tied to a review; nothing tells which result was reviewed.',
    assumed:
      'A review is of the result that the record had when the review was first seen here. The result has changed since where an entry results_received is later than every review that was done, or where requisition_result or such an entry changed here without another review.',
  },
  confirmedWrites: {
    open: 'Section 4: the response of a write is the resource; whether as it was before or after, and whether whole, is not said. Section 7: status codes: not shown.',
    assumed:
      'A success confirms nothing by itself. A write is done once the record holds every field that was sent, by the answer or by a GET right after; ids of diagnoses and scripts, and the times of a review, are the service’s to give. Any other difference is shown to the user.',
  },
  decisionBase: {
    open: 'Section 4: nothing is said of conditions on a write. Section 2.2: a form’s draft is no field of it.',
    assumed:
      'A delete, a publish, a review and showing a requisition to its patient rest on all documented fields as the user saw them. Any other value before they are sent is a question, and so is a last_updated_at that has moved by itself; a patient who left request_completion_from has completed the form and explains the move.',
  },
  lostRequests: {
    open: 'Section 2.2: a patient who completes the form is removed from request_completion_from automatically; nothing tells that from a request that never arrived.',
    assumed:
      'A patient whom a lost attempt asked and who is not in the list may have completed the form: the user is asked before that patient is asked again.',
  },
  requestedAtClock: {
    open: 'Section 4.1: the element shape of request_completion_from when sent on update: not shown; whose clock requested_at follows is not said.',
    assumed:
      'The clock of the service, which its Date header tells; that of this computer where it does not.',
  },
  reviewSent: {
    open: 'Section 2.3: the object accepted as review on create and update: its fields are not shown.',
    assumed:
      'It takes the names of a review. Whether it adds a review or closes one is believed from the record alone, which must have a new or changed review with what was sent; until then a reviewed one is shown in place of the open review of the same reviewer, any other is shown as added.',
  },
  completionRequestsSent: {
    open: 'Section 4.1: the element shape of request_completion_from when sent on update: not shown.',
    assumed:
      'The whole list is sent, each element in the shape in which it is read; a list that does not fulfil what was asked for needs the user.',
  },
  completionEnds: {
    open: 'Section 2.2: a patient who completes the form is removed from request_completion_from automatically; nothing tells a request from a later one of the same patient, and whether last_updated_at moves is not said.',
    assumed:
      'A request keeps its requested_at for as long as it is open, and a later one has another. Where last_updated_at has moved, the form was as it was known until the last sync began; else until the last one began that took the whole list.',
  },
  lostCreate: {
    open: 'Section 7: error conditions: not shown; nothing is said of repeated requests.',
    assumed:
      'What a create has made whose answer was lost was neither known when the user saved it nor listed right before it left, has the same content, and created_by is the user of the tokens. It may show in a list minutes later.',
  },
  unsentDefaults: {
    open: 'Section 4.2: optional attributes of a create; of none but usable_by a default is shown. Section 2.3: service_facility is a string, and section 2.1: absent references are null.',
    assumed:
      'A new record holds nothing where its create says nothing, be it written as "", [], null or not at all. Whether it is shared with the patient is always sent.',
  },
  similarRecords: {
    open: 'Section 4.2: search is a partial match on the name; what is compared, and whether filters are honoured, is not said beyond that.',
    assumed:
      'A list by patient alone, of forms the whole list, holds every record that a create may have made. Its end is certain where pages that follow each other agree on what they share, or as many records are known as the list has places and three passes bring nothing new.',
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
    assumed:
      'Fields may be added. The raw resource is kept to the letter, and an edit of diagnoses or scripts sends back the fields of each entry that the document does not name.',
  },
} as const;
