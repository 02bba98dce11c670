import { type Clock, systemClock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { type RandomGenerator, createSeededRandom, systemRandomSource } from '#main/base/random.ts';
import { hashNumbers } from './random-choices.ts';
import { type DemoClinicState, createDemoClinicState } from './clinic.ts';
import { listPeopleAndPlaces, type PersonOrPlace } from './seed/seed-data.ts';
import { createOtherUserChanges, type OtherUserChanges, runSimulation } from './simulation.ts';
import { createFaultInjector, type FaultController } from './faults.ts';
import { type Dialect, findDialect, PLAIN_DIALECT } from './dialect/dialect.ts';
import type { Endpoint } from './http/endpoint.ts';
import { createFormEndpoints } from './http/form-endpoints.ts';
import { type ListingBehaviour, getListingBehaviour } from './http/listing.ts';
import { createNotificationEndpoints } from './http/notification-endpoints.ts';
import { createRequisitionEndpoints } from './http/requisition-endpoints.ts';
import { createDemoService } from './http/service.ts';
import { createRequestJournal, type WriteLogEntry, type RequestJournalEntry } from './write-log.ts';
import { createPdfLinkSigner, type PdfLinkSigner } from './pdf/links.ts';
import { completeForm } from './rules/forms.ts';
import { getListedRecipient } from './rules/notifications.ts';
import { issueDemoTokens } from './tokens.ts';
import type { FastifyRequest } from 'fastify';
import type { DemoResponse } from './http/responses.ts';
import { createBaseServer, type BaseServer, type BaseServerDeps } from './http/base-server.ts';
import { type QueryParameters, readTextParameter } from './http/query.ts';
import { getRequisitionOrThrowNotFound } from './rules/requisitions.ts';
import { renderRequisitionPdf } from './pdf/document.ts';

type DocumentRequest = FastifyRequest & { readonly params: { readonly id: string } };

async function createPdfAnswer(clinic: DemoClinicState, id: string): Promise<DemoResponse> {
  const body = await renderRequisitionPdf(getRequisitionOrThrowNotFound(clinic, id), clinic.seedData);
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${encodeURIComponent(id)}.pdf"`,
    'cache-control': 'private, no-store',
  };
  return { status: 200, headers, body };
}

/** Creates the server of signed links. It has another origin than the service and requires no token. */
function createPdfServer(
  clinic: DemoClinicState,
  links: PdfLinkSigner,
  parts: Omit<BaseServerDeps, 'origin' | 'admit'>,
): BaseServer {
  const front = createBaseServer({ ...parts, origin: 'pdf', admit: () => {} });
  front.route('GET', '/documents/:id', (request) => {
    const { id } = (request as DocumentRequest).params; // The path has this parameter.
    const query = request.query as QueryParameters; // Fastify's parser returns an object.
    links.check(id, readTextParameter(query, 'expires') ?? '', readTextParameter(query, 'signature') ?? '');
    return createPdfAnswer(clinic, id);
  });
  return front;
}

/** Options of the demo clinic, all optional. */
export interface DemoServerOptions {
  /** Port of the service; 0: any free port. */
  readonly port?: number;
  /** Determines data and tokens. Default: the data of seed 1 and random tokens. */
  readonly seed?: number;
  readonly requisitions?: number;
  readonly forms?: number;
  readonly notifications?: number;
  /** At least 1. */
  readonly patients?: number;
  /** Whether results and notifications arrive over time. */
  readonly life?: boolean;
  /** Milliseconds between two events; default: 20 seconds. */
  readonly lifeInterval?: number;
  readonly clock?: Clock;
  /** The dialect: how the demo behaves where the service's document leaves it open; default: `plain`. */
  readonly dialect?: Dialect | string;
}

/** A running demo clinic, and what tests may inspect and change directly. */
export interface DemoServer {
  readonly baseUrl: string;
  readonly pdfOrigin: string;
  readonly accessToken: string;
  readonly jwt: string;
  readonly userId: string;
  /** What the files of the clinic say about its people and places; the service does not tell it. */
  listNames(): readonly PersonOrPlace[];
  readonly dialect: Dialect;
  readonly faults: FaultController;
  /** The behaviour of lists; may be changed at any time. */
  listing: ListingBehaviour;
  /** Returns every write that changed something, in order. */
  writeLog(): readonly WriteLogEntry[];
  /** Returns every request that arrived at either origin, in order. */
  requests(): readonly RequestJournalEntry[];
  /**
   * Yields the resources as the service has them now, in the natural order; `isListed` tells whether this
   * user's lists show one. In some dialects reads show a change later.
   */
  listResources(kind: 'form' | 'requisition' | 'notification'): Iterable<Record<string, unknown>>;
  isListed(id: string): boolean;
  /** Makes changes as other users of the clinic would. */
  readonly otherUsers: OtherUserChanges;
  /** Completes a form for a patient; returns false where there was no request for it. */
  completeForm(formId: string, patientId: string): boolean;
  /** Takes the service off the network, and back again; its records stay, and PDFs remain available. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  close(): Promise<void>;
}

const DEFAULTS = {
  port: 0,
  requisitions: 400,
  forms: 24,
  notifications: 180,
  patients: 60,
  life: false,
  lifeInterval: 20 * SECOND,
  clock: systemClock,
};
const DEFAULT_SEED = 1;
const SALT = { tokens: 101, life: 102 };

interface Settings extends Required<Omit<DemoServerOptions, 'dialect'>> {
  readonly dialect: Dialect;
  readonly random: RandomGenerator;
}

function getDialect(dialect: Dialect | string): Dialect {
  const found = typeof dialect === 'string' ? findDialect(dialect) : dialect;
  if (found === null) throw new Error('there is no such dialect');
  return found;
}

function getSettings(options: DemoServerOptions): Settings {
  const { seed = DEFAULT_SEED, dialect = PLAIN_DIALECT } = options;
  const random =
    options.seed === undefined ? systemRandomSource : createSeededRandom(hashNumbers(seed, SALT.tokens, 0));
  return { ...DEFAULTS, ...options, seed, random, dialect: getDialect(dialect) };
}

function openClinic(settings: Settings): DemoClinicState {
  const { seed, requisitions, forms, notifications, patients, clock, random, dialect } = settings;
  const sizes = { requisitions, forms, notifications, patients };
  return createDemoClinicState({ seed, sizes, clock, random, dialect });
}

/**
 * Starts the whole service of the document on loopback: the service itself on `port`, signed PDF links on a
 * port of their own. Rejects when the port is in use.
 */
export async function startDemoServer(options: DemoServerOptions = {}): Promise<DemoServer> {
  const settings = getSettings(options);
  const { clock, random } = settings;
  const clinic = openClinic(settings);
  const { userId } = clinic.seedData;
  const tokens = issueDemoTokens(random, userId, clock.now());
  const state: { listing: ListingBehaviour } = { listing: getListingBehaviour(clinic.choices) };
  const behaviour = (): ListingBehaviour => state.listing;
  const closing = new AbortController();
  const faults = createFaultInjector();
  const journal = createRequestJournal(() => clock.now());
  const parts = { faults, journal, delivery: { clock, signal: closing.signal, choices: clinic.choices } };

  const links = createPdfLinkSigner(random.hex(32), clock);
  const pdf = createPdfServer(clinic, links, parts);
  const pdfOrigin = await pdf.listen(0);
  const endpoints: readonly Endpoint[] = [
    ...createFormEndpoints(clinic, behaviour),
    ...createRequisitionEndpoints(clinic, behaviour, (id) => links.sign(pdfOrigin, id)),
    ...createNotificationEndpoints(clinic, behaviour),
  ];
  const service = createDemoService({ ...parts, endpoints, tokens, behaviour });
  const baseUrl = await service.listen(settings.port).catch(async (thrown: unknown) => {
    await pdf.close();
    throw thrown;
  });
  if (settings.life) startLife(clinic, settings, closing.signal);

  return Object.assign(state, {
    baseUrl,
    pdfOrigin,
    ...tokens,
    userId,
    listNames: () => listPeopleAndPlaces(clinic.seedData),
    dialect: settings.dialect,
    faults,
    writeLog: () => journal.writeLog(),
    requests: () => journal.requests(),
    listResources: (kind: 'form' | 'requisition' | 'notification') => getTruth(clinic, kind),
    isListed: (id: string) => isInLists(clinic, id),
    otherUsers: createOtherUserChanges(clinic, clock),
    completeForm: (formId: string, patientId: string) => completeForm(clinic, formId, patientId),
    unplug: () => service.unplug(),
    plugIn: () => service.plugIn(),
    close: async () => {
      closing.abort();
      await Promise.all([service.close(), pdf.close()]);
    },
  });
}

function startLife(
  clinic: DemoClinicState,
  { seed, clock, lifeInterval }: Settings,
  signal: AbortSignal,
): void {
  const random = createSeededRandom(hashNumbers(seed, SALT.life, 0));
  runSimulation({ clinic, clock, random, interval: lifeInterval }, signal).catch((thrown: unknown) => {
    // Closing rejects the wait of the simulation. Any other error is a defect and must be visible.
    if (!signal.aborted) throw thrown;
  });
}

/** Returns whether lists without filters show a record to this user now. */
function isInLists(clinic: DemoClinicState, id: string): boolean {
  const recipient = getListedRecipient(clinic);
  const isForAnother = recipient !== null && (clinic.notifications.find(id)?.user ?? recipient) !== recipient;
  const { forms, requisitions, notifications } = clinic.listed;
  const isShown = [forms, requisitions, notifications].some((records) => records.isListed(id));
  return isShown && !isForAnother && !clinic.access.unlisted().has(id);
}

function* getTruth(
  clinic: DemoClinicState,
  kind: 'form' | 'requisition' | 'notification',
): Generator<Record<string, unknown>> {
  const collection = {
    form: clinic.forms,
    requisition: clinic.requisitions,
    notification: clinic.notifications,
  };
  for (const resource of collection[kind].all()) yield { ...clinic.toWire(resource) };
}
