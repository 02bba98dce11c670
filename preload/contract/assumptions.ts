/**
 * Every assumption about what the service's document leaves open, as data, each with the sentence that leaves
 * it open. A correction of an assumption is made here only. Those about names in documents are in `name-assumptions.ts`.
 */
export const SERVICE_ASSUMPTIONS = {
  opaqueIds: {
    open: 'Section 2.1: each prefix is followed by an opaque string <id>. Its length and its characters are not shown.',
    assumed:
      'The opaque part has 1 to `maxLength` UTF-16 units, well formed and without control characters; records with other ids are quarantined. It is compared code unit by code unit and never normalised.',
    maxLength: 250,
  },
  requisitionStatus: {
    open: 'Section 3: known requisition statuses are draft, sent and results_received. Transitions: not shown. Section 4.2: no endpoint takes a status.',
    assumed:
      'A status is the word of the service about its own work: `sent` is never used for a change that Intray has sent to the service, and what it means at the facility is not known. Intray cannot change a status, so a draft goes on at the service alone.',
  },
  nesting: {
    open: 'Section 9: version policy, deprecation and compatibility rules: not shown. Fields of open shape may be nested to any depth.',
    assumed: 'No record is nested deeper than `maxLevels` levels; deeper ones are quarantined.',
    maxLevels: 1_000,
  },
  idsInPaths: {
    open: 'Section 4: path segment :id is the identifier of the resource. How it is encoded there is not said.',
    assumed:
      'It is percent-encoded. Gateways may misread a slash, a backslash, a percent sign or two dots in it, so a write to such an id is sent only after a GET returned exactly that id.',
  },
  listOrder: {
    open: 'Section 4.3: ordering of list results for all list endpoints: not shown.',
    assumed:
      'None. The order is learned from a certain sweep; a refresh stops before the end of the list only if the newest update comes first, and full sweeps are still made at intervals.',
  },
  formEdits: {
    open: 'Section 3: has_unpublished_changes is set as supplied; whether an update of other fields sets it too is not shown.',
    assumed:
      'It may. Where it changes with an update of this user and the form had not moved before, that is no change by another user, so a publish that waits behind the update is sent.',
  },
  pageLimit: {
    open: 'Section 8: default and maximum limit: not shown.',
    assumed:
      'Intray requests `value` records per page; a shorter page shows the cap of the service, an empty page is the end where the pages behind it are empty too: of a list of several pages, those one, three and seven pages further are requested. A refusal of the page right behind the last record counts as an empty page where as many records were accepted before; a list whose end is known by a refusal alone is certain once its end was requested again. Any other page that is refused or times out is requested again with half as many records, and the size that works is remembered.',
    value: 500,
  },
  listLength: {
    open: 'Section 8: default and maximum limit: not shown; nothing is said of how long a list may be.',
    assumed:
      'No list has more than `maxPages` pages or `maxRecords` records. A longer one is not read to its end: its sync is incomplete, and no record counts as missing for it.',
    maxPages: 20_000,
    maxRecords: 2_000_000,
  },
  pageOverlap: {
    open: 'Section 8: nothing is said of lists that change while they are paged.',
    assumed:
      'Consecutive pages overlap by `value` records; where they differ, the list has changed and is swept again, unless it is ordered newest first and has only moved towards its end: then new records were added in front, and the next refresh fetches them.',
    value: 3,
  },
  wholeList: {
    open: 'Section 4.3: ordering of list results for all list endpoints: not shown.',
    assumed: 'From a list without an order, up to `value` records are requested on one page.',
    value: 10_000,
  },
  recentNotifications: {
    open: 'Section 2.4: a notification carries no time of its last change.',
    assumed:
      'Read marks made by other clients are looked for among the `value` newest notifications; older ones are found by the next full sweep.',
    value: 100,
  },
  notificationRecipients: {
    open: 'Section 4.3: `user` (recipient) is an optional filter of the list of notifications. Whose notifications a list without it holds is not said.',
    assumed:
      'Those that the user may see. The list is requested without `user`, and every notification in it is shown with its recipient: with the filter, an account whose user id is not known could show none. Where the user id is known, those for other users are not announced, are not in the number of unread ones, and are not among those that “Mark all” marks, unless the search asks for recipients; what the user marks by hand is marked as read for its recipient. One without a recipient counts as the user’s own.',
  },
  searchFromOverlap: {
    open: 'Section 4.3: whether search_from includes its own instant is not said beyond "after this time".',
    assumed: 'The requested span begins `value` milliseconds earlier.',
    value: 5_000,
  },
  missingRecords: {
    open: 'Section 4: what a list or GET shows of a record that was deleted, or that the user may no longer see, is not shown; requisitions and notifications have no delete endpoint. Section 7: error conditions: not shown.',
    assumed:
      'A record of any kind may stop being returned. It is missing once `sweeps` certain sweeps in a row lack it and GET returns 404 or 410 (or 403) twice, `answersApartMs` milliseconds apart, while a list request returns 200. The time between the responses is running time of the program, summed over its starts, or has passed both on the clock of this computer and in the Date header of the service; without that header only running time counts. One refresh requests at most `asksPerRefresh` ids. A record that GET returns although its list lacks it stays, as one does that is answered in any other way; it is requested again after `asksAgainAfterMs` milliseconds, or after `answersApartMs` where it could not be read for the first time. Where more than `share` of a kind is missing, nothing is removed before the user confirms. A DELETE with such a response counts as done only where the list does not contain the form either, and a read flag as needless only where the GET of its notification has such a response too.',
    sweeps: 2,
    answersApartMs: 600_000,
    asksAgainAfterMs: 86_400_000,
    asksPerRefresh: 100,
    share: 0.2,
  },
  deletedRecords: {
    open: 'Section 2.1 shows a delete envelope; what a GET of a deleted record is answered with is not said.',
    assumed:
      'An error status, or success with the delete envelope, in which `delete` may be called `deleted`. That is no record and counts as 404. A record that has created_at is one, whatever else it contains. A list or a GET may show a form for up to a minute after this user has deleted it: a server of the service may lag behind.',
    lagMs: 60_000,
  },
  conditionalRequests: {
    open: 'Section 4: nothing is said of ETag and If-None-Match.',
    assumed:
      'They are used where the service sends an ETag, with the meaning that HTTP gives them: the same ETag may come back with the same page, so one is used only while the cache holds what its page held.',
  },
  pagesInFlight: {
    open: 'Section 8: rate limits: not shown.',
    assumed: 'At most `value` concurrent reads; fewer after a refusal or a timeout.',
    value: 4,
  },
  errorFormat: {
    open: 'Section 7: error response format, status codes and error conditions: not shown.',
    assumed:
      'HTTP status codes have their usual meaning; the message is in the first of `fields` that contains text, otherwise in all fields.',
    fields: ['message', 'error', 'detail', 'error_description', 'title', 'errors'],
  },
  retryAfter: {
    open: 'Section 8: rate limits: not shown.',
    assumed:
      'Retry-After contains seconds or an HTTP date; a longer pause is cut to `maximumMs` milliseconds. A service that has answered requests since its pause before has a limit that lets some pass, so that a list is read on after each pause; one that has answered none is not waited for longer than half a minute.',
    maximumMs: 300_000,
  },
  tokenLifetime: {
    open: 'Section 5: how the access token and the JWT are obtained, their lifetimes and permissions: not shown.',
    assumed:
      'After a 401 or 403 a small request is sent for each of the three lists. They have expired where each of these is answered by 401 or 403 too. A list that is answered shows that they are valid, although others are refused: then a 403 is about what was requested. The user enters new ones, and the old ones are still tried every few minutes. Claims of the JWT are a hint and never trusted.',
    userIdClaims: ['user_id', 'user', 'sub'],
  },
  redirects: {
    open: 'Section 7: error conditions: not shown.',
    assumed:
      'The service never redirects; any 3xx is an error and no credential is sent to its target. Reads are tried again, because a gateway may have sent the response.',
  },
  pdfLink: {
    open: 'Section 4.2: url is a signed link to the PDF; where it leads, and what is answered there, is not shown.',
    assumed:
      'It leads to https on any host, or to this computer where the service runs here too; it needs no header and does not redirect, and 401, 403 and 410 mean that it has expired. A new link is requested once.',
  },
  pdfExpiry: {
    open: 'Section 8: the signed URL expires within 30 minutes; expires_at carries the expiry. By whose clock is not said.',
    assumed:
      'By the clock of the service, taken from its Date header. A link without a readable expiry, or with a longer lifetime, is used at once as any other: its host says whether it has expired.',
  },
  pdfVersion: {
    open: 'Section 4.2: nothing ties a PDF to a state of its requisition.',
    assumed:
      'It is rendered when it is fetched, so it shows the version known before or a newer one, never an older one.',
  },
  reviewStatus: {
    open: 'Section 3: transitions of review statuses: not shown; known review status: reviewed.',
    assumed: 'A review is open while its status is not `done` and it has no reviewed_at.',
    done: 'reviewed',
  },
  resultSinceReview: {
    open: 'Section 2.3: requisition_result and results_received are not tied to a review; nothing tells which result was reviewed.',
    assumed:
      'A review refers to the result that the record had when the review was first seen here. The result has changed since then if an entry results_received is later than every completed review, or if requisition_result or such an entry changed here without another review.',
  },
  confirmedWrites: {
    open: 'Section 4: the response of a write is the resource; whether as it was before or after, and whether whole, is not said. Section 7: status codes: not shown.',
    assumed:
      'A success status confirms nothing by itself. A write is done once the record contains every field that was sent, in the response or in a GET right after, or in one a second later; the service assigns the ids of diagnoses and scripts and the times of a review. Any other difference is shown to the user, until a later state of the record contains every field: the service may carry out a change later than it accepts it. A success without a body that can be used, such as 204, says nothing: these GETs decide, and a write that can be repeated is sent again where the record does not have it.',
    secondGetAfterMs: 1_000,
  },
  earlierStates: {
    open: 'Section 4: whether a GET shows at once what an earlier response showed is not said.',
    assumed:
      'Of two versions of a record the one with the later last_updated_at is the later state, whichever arrived first; without that the response to the later request. A server of the service may lag behind. A GET with an earlier last_updated_at than the cached record is sent once more, and the second response is accepted: the service may have been restored from a backup. For up to a minute after the service has accepted a change of this user, no earlier state of a form or a requisition is accepted, by its last_updated_at or by its content: what needs the record is tried again later. A notification has no such time, so that it may also have been changed back.',
    lagMs: 60_000,
  },
  decisionBase: {
    open: 'Section 4: nothing is said of conditions on a write. Section 2.2: a form’s draft is no field of it.',
    assumed:
      'A delete, a publish, a review and showing a requisition to its patient depend on all documented fields as the user saw them. If a value has changed before they are sent, the user is asked, and also if only last_updated_at has changed; a patient who left request_completion_from has completed the form, which explains that change.',
  },
  lostRequests: {
    open: 'Section 2.2: a patient who completes the form is removed from request_completion_from automatically; nothing tells that from a request that never arrived.',
    assumed:
      'A patient who was in an attempt without a response and is not in the list may have completed the form: the user is asked before the request is sent again.',
  },
  requestedAtClock: {
    open: 'Section 4.1: the element shape of request_completion_from when sent on update: not shown; whose clock requested_at follows is not said.',
    assumed:
      'The clock of the service, taken from its Date header; without that header the clock of this computer.',
  },
  reviewSent: {
    open: 'Section 2.3: the object accepted as review on create and update: its fields are not shown.',
    assumed:
      'It takes the field names of a review. Whether it adds a review or closes one is decided by the record only, which must have a new or changed review with the sent values; until then a completed review is shown in place of the open review of the same reviewer, any other is shown as added.',
  },
  reviewOnCreate: {
    open: 'Section 2.3 says of reviews "Empty array on creation", and section 4.2 lets a create accept `review`: the two contradict each other.',
    assumed:
      'Both may hold. Where a GET shows the new record with everything but the review, the order was placed: the create is closed, also after a lost response, and the review is sent as an update of its own. Where the record has another review instead, the user is asked about the review alone.',
  },
  completionRequestsSent: {
    open: 'Section 4.1: the element shape of request_completion_from when sent on update: not shown.',
    assumed:
      'The whole list is sent, each element in the shape in which it is read; where the list in the response does not match, the user is asked.',
  },
  completionEnds: {
    open: 'Section 2.2: a patient who completes the form is removed from request_completion_from automatically; nothing tells a request from a later one of the same patient, and whether last_updated_at moves is not said.',
    assumed:
      'A request keeps its requested_at for as long as it is open, and a later one has another; only the answer to a change of completion requests may give those that it sends along another time. Where last_updated_at has changed, the form had its known state until the last sync began; otherwise until the last full sweep began.',
  },
  lostCreate: {
    open: 'Section 7: error conditions: not shown; nothing is said of repeated requests.',
    assumed:
      'The record of a create whose response was lost was neither known when the user saved the create nor listed right before it was sent, has the same content, and its created_by is the user of the tokens. It may appear in a list minutes later.',
  },
  unsentDefaults: {
    open: 'Section 4.2: optional attributes of a create; of none but usable_by a default is shown. Section 2.3: service_facility is a string, and section 2.1: absent references are null.',
    assumed:
      'Fields that a create does not send are empty in the new record, written as "", [], null or left out; so are the dates of a review that have not happened. Whether it is shared with the patient is always sent.',
  },
  similarRecords: {
    open: 'Section 4.2: search is a partial match on the name; what is compared, and whether filters are honoured, is not said beyond that.',
    assumed:
      'A list filtered by patient only, for forms the whole list, contains every record that a create may have made. Its end is certain where consecutive pages agree on their overlap, or where as many records are known as the list has positions and three passes add nothing new.',
  },
  appointmentEnded: {
    open: 'Section 3: known appointment status inside props.status_history: scheduled; transitions of appointment statuses: not shown.',
    assumed:
      'One of these as the latest status, case-insensitive, means that it does not take place; any other word is shown as it is.',
    words: ['canceled', 'cancelled'],
  },
  timestampsAsNumbers: {
    open: 'Section 2.2: created_at is declared with type number, but its values are ISO 8601 strings.',
    assumed: 'A number is read as epoch milliseconds, and flagged.',
  },
  inAppLinks: {
    open: "Section 2.4: a button's link is an in-application path that may carry a query string with the target object's id; no path is shown.",
    assumed:
      'The first segment of the path names the target; the id is in the query under that name, under that name with _id, or under id, or it is the rest of the path. Any other path is unknown here.',
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
  fhirOrderStatus: {
    open: 'Section 3: known requisition statuses are draft, sent and results_received. What they mean for the order is not shown.',
    assumed:
      'In an export as FHIR R4 they are the request statuses of `statuses`; any other status is `otherwise`, and nothing is guessed from its name.',
    statuses: { draft: 'draft', sent: 'active', results_received: 'completed' },
    otherwise: 'unknown',
  },
  unknownFields: {
    open: 'Section 9: version policy, deprecation and compatibility rules: not shown.',
    assumed:
      'Fields may be added. The raw resource is stored unchanged, and an edit of diagnoses or scripts sends back the fields of each entry that the document does not name. A further list beside the sets of `usable_by` restricts the form too: an edit of who can use it sends it back, unless the form is opened to everyone.',
  },
} as const;
