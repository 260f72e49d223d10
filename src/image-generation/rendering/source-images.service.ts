import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CompositionError, Compositor, MAX_IMAGE_BYTES } from '#libs/compositor';
import { SingleFlight } from '#libs/durable-work';
import { DomainError, FairSlots, type InputError } from '#libs/kernel';
import { OutboundError, OutboundHttp, type OutboundResponse } from '#libs/outbound-http';
import { Runtime } from '../../config/runtime.js';
import { ImageFilesRepository } from '../storage/image-files.repository.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import { isVital, type SourceImage } from '../renders/image-spec.js';
import { TryLater } from '../providers/image-provider.js';
import { SilentHosts } from './silent-hosts.js';

/** A fetched image is reused for its address for this long. */
const FRESH_SECONDS = 3_600;
const TIMEOUT_MS = 20_000;
const FIRST_BYTE_MS = 5_000;
const MIN_BYTES_PER_SECOND = 16_384;
const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const WAIT_MS = 3_000;
/** Each image is in memory until it is stored. */
const FETCHES_AT_ONCE = 16;
/** One retailer's slow hosts must not use all slots. */
const FETCHES_OF_ONE = 4;

/** Maps are keyed by address. */
export interface FetchedImages {
  /** sha256 of the images that are there. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Why product images are missing. */
  readonly lost: ReadonlyMap<string, string>;
  /** Some of the lost may be there at a later attempt. */
  readonly later: TryLater | undefined;
}

/** The codes of images that can't be had, by status. */
const LOST = {
  422: 'image_unusable',
  502: 'image_unreachable',
} as const;

/** An image can't be had. The job goes on without a product image, but not without the logo or a background. */
class ImageLost extends DomainError {
  constructor(
    status: keyof typeof LOST,
    ref: SourceImage,
    readonly reason: string,
  ) {
    const verb = status === 422 ? 'used' : 'fetched';
    super(status, LOST[status], `${named(ref)} can't be ${verb}: ${reason}.`, at(ref, reason));
  }
}

/** Fetches the images of products and logos, and reuses them for a while. */
@Injectable()
export class SourceImagesService {
  /** In this process an address is fetched once at a time, however many requests name it. */
  private readonly underWay = new SingleFlight<string>();
  private readonly slots = new FairSlots(FETCHES_AT_ONCE, FETCHES_OF_ONE);
  private readonly silentHosts = new SilentHosts();

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly files: ImageFilesService,
    private readonly repository: ImageFilesRepository,
    private readonly compositor: Compositor,
  ) {}

  /** sha256 of the images that were fetched within the last hour, by address. */
  async known(retailerId: string, refs: readonly SourceImage[]): Promise<Map<string, string>> {
    if (refs.length === 0) return new Map();
    const urlHashes = new Map(refs.map(({ url }) => [hashOf(url), url]));
    const fresh = await this.repository.freshSources(retailerId, [...urlHashes.keys()], FRESH_SECONDS);
    return new Map([...fresh].map(([urlHash, contentHash]) => [urlHashes.get(urlHash) ?? '', contentHash]));
  }

  /**
   * Images that were not fetched within the last hour are fetched.
   * @throws {DomainError} an address may not be fetched, or the logo or background can't be used; with a pointer to it
   * @throws {TryLater} the host of the logo or background does not answer, or answers 429 or 5xx
   * @throws {StorageError} an image can't be stored
   */
  async all(retailerId: string, refs: readonly SourceImage[]): Promise<FetchedImages> {
    const hashes = await this.known(retailerId, refs);
    const missing = new Map(refs.filter(({ url }) => !hashes.has(url)).map((ref) => [ref.url, ref]));
    const lost = new Map<string, string>();
    let later: TryLater | undefined;
    await Promise.all(
      [...missing.values()].map(async (ref) => {
        try {
          hashes.set(ref.url, await this.fetchOnce(retailerId, ref));
        } catch (error) {
          const cause = error instanceof TryLater ? error.otherwise : error;
          if (isVital(ref) || !(cause instanceof ImageLost)) throw error;
          if (error instanceof TryLater) later = error;
          lost.set(ref.url, cause.reason);
        }
      }),
    );
    return { hashes, lost, later };
  }

  private fetchOnce(retailerId: string, ref: SourceImage): Promise<string> {
    return this.underWay.run(`${retailerId} ${ref.url}`, () =>
      this.slots.run(retailerId, () => this.fetch(retailerId, ref)),
    );
  }

  private async fetch(retailerId: string, ref: SourceImage): Promise<string> {
    const own = ownKey(ref.url, this.runtime.publicUrl);
    const bytes = own === undefined ? await this.download(retailerId, ref) : await this.files.read(own);
    try {
      // Decodes the whole file: a damaged one would fail the drawing, where nothing can take its place.
      await this.compositor.salientBox(bytes);
    } catch (error) {
      throw error instanceof CompositionError ? unusable(ref, reasonIn(error)) : error;
    }
    const hash = await this.files.keepSource(retailerId, bytes);
    await this.repository.saveSource(retailerId, hashOf(ref.url), hash);
    return hash;
  }

  private async download(retailerId: string, ref: SourceImage): Promise<Buffer> {
    let url = ref.url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await this.request(retailerId, ref, url);
      if (!REDIRECTS.has(answer.status)) return bodyOf(ref, answer);
      const { location } = answer.headers;
      if (location === undefined || !URL.canParse(location, url)) {
        throw unusable(ref, 'its address redirects to an invalid one');
      }
      // The guard checks every redirect: a public address may lead to a private one.
      url = new URL(location, url).toString();
    }
    throw unusable(ref, 'its address is redirected too often');
  }

  private async request(retailerId: string, ref: SourceImage, url: string): Promise<OutboundResponse> {
    const { host } = new URL(url);
    if (this.silentHosts.has(retailerId, host)) throw new TryLater(WAIT_MS, unreachable(ref));
    try {
      return await this.http.request({
        method: 'GET',
        url,
        headers: { accept: 'image/png, image/jpeg, image/webp, image/gif, image/avif' },
        timeoutMs: TIMEOUT_MS,
        firstByteMs: FIRST_BYTE_MS,
        minBytesPerSecond: MIN_BYTES_PER_SECOND,
        maxResponseBytes: MAX_IMAGE_BYTES,
        guard: { allow: this.runtime.config.images.fetchAllow },
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.kind === 'timeout' || error.kind === 'network') this.silentHosts.add(retailerId, host);
      throw fetchFailure(ref, error);
    }
  }
}

/** The key of one of our own files: its address may be private, and calling ourselves would be a detour. */
const ownKey = (url: string, publicUrl: string): string | undefined =>
  url.startsWith(`${publicUrl}/`) ? OWN_FILE.exec(url.slice(publicUrl.length + 1))?.[0] : undefined;
const OWN_FILE = /^images\/[0-9a-f]{64}\.(?:png|jpg|webp)$/;

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex');

function bodyOf(ref: SourceImage, { status, body }: OutboundResponse): Buffer {
  if (status === 200) return body;
  if (status === 429 || status >= 500) throw new TryLater(WAIT_MS, unreachable(ref));
  throw unusable(ref, `its address answers ${status}`);
}

function fetchFailure(ref: SourceImage, error: OutboundError): Error {
  if (error.kind === 'refused_address') return refused(ref);
  if (error.kind === 'too_large') return unusable(ref, 'it is larger than 10 MB');
  return new TryLater(WAIT_MS, unreachable(ref));
}

const at = ({ pointer }: SourceImage, detail: string): { errors: InputError[] } => ({ errors: [{ pointer, detail }] });
const named = ({ pointer }: SourceImage): string => (pointer === '' ? "The brand's logo" : `The image at ${pointer}`);

/** `The image is damaged.` in the middle of a sentence. */
const reasonIn = ({ message }: CompositionError): string =>
  `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/\.$/u, '');

const unusable = (ref: SourceImage, why: string): DomainError => new ImageLost(422, ref, why);
const unreachable = (ref: SourceImage): DomainError => new ImageLost(502, ref, 'its host does not answer');

/** Names a mistake or an attack, so that the job fails even for a product image. */
const refused = (ref: SourceImage): DomainError =>
  new DomainError(422, 'image_unusable', `${named(ref)} can't be used: its address is not public.`, {
    ...at(ref, 'its address is not public'),
  });
