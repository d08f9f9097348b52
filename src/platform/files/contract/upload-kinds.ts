/** What a picture may be, recognised by its first bytes (security 11.1). */
export const IMAGE_TYPES = ['png', 'jpg', 'webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** What a picture of one kind must be. Sizes in bytes, dimensions in pixels as the picture stands upright. */
export interface ImageRules {
  readonly maxBytes: number;
  readonly types: readonly ImageType[];
  /** No other dimensions are taken (domain 5). */
  readonly exact?: Dimensions;
  /** The exact dimensions may lie on their side too (settled 70). */
  readonly turns?: true;
  /** Advice for the person who chooses; others are taken too. */
  readonly recommended?: Dimensions;
  /** Larger ones are made smaller until they fit. */
  readonly fit: Dimensions;
  /** Width to height of the part that is cut out in the browser. */
  readonly aspect?: number;
  /** Others than squares are refused, not only cut (settled 83). */
  readonly mustBeSquare?: true;
  /** Kept as PNG whatever it was. */
  readonly asPng?: true;
  /** Films of the same dimensions are taken beside pictures. */
  readonly video?: VideoRules;
}

/** What a film must be: MP4 with H.264 by its content (settled 70). */
export interface VideoRules {
  readonly maxBytes: number;
  readonly maxSeconds: number;
}

/** Domain 9: images under 2 MB, the picture of a push message at most 200 KB. */
const TWO_MEGABYTES = 2_097_152;
const PUSH_BYTES = 204_800;
const TWENTY_MEGABYTES = 20_971_520;
/** What a sender may ask us to unpack (security 11.1). */
export const MAX_PIXELS = 24_000_000;

const picture = { maxBytes: TWO_MEGABYTES, types: IMAGE_TYPES, fit: { width: 2_560, height: 2_560 } } as const;
const screen = { ...picture, exact: { width: 1_080, height: 1_920 }, aspect: 1_080 / 1_920 } as const;
const square = { ...picture, fit: { width: 512, height: 512 }, aspect: 1 } as const;

/** What a picture is for: the older client's `biz`, and no other word (system-api 8, point 12). */
export const UPLOAD_KINDS = {
  /** For the older client, which names nothing else. */
  temp: picture,
  avatar: square,
  icon: { ...square, asPng: true },
  logo: { ...picture, fit: { width: 1_024, height: 1_024 } },
  beverage: picture,
  menu: picture,
  /** Printed on foam: a circle is cut out of the square. */
  'latte-art': { ...picture, fit: { width: 1_024, height: 1_024 }, aspect: 1, mustBeSquare: true },
  /** On the first page of a client, one after another. */
  carousel: { ...picture, fit: { width: 1_920, height: 1_920 }, recommended: { width: 1_080, height: 540 } },
  agreement: picture,
  /** Of the points mall. */
  'points-goods': { ...picture, fit: { width: 1_024, height: 1_024 }, recommended: { width: 600, height: 600 } },
  /** Of a cup that went wrong, by the customer. */
  case: { ...picture, fit: { width: 1_600, height: 1_600 } },
  /** Inside a formatted text. */
  content: picture,
  splash: screen,
  advert: { ...screen, turns: true, video: { maxBytes: TWENTY_MEGABYTES, maxSeconds: 60 } },
  push: {
    maxBytes: PUSH_BYTES,
    types: ['png', 'jpg'],
    fit: { width: 512, height: 512 },
    recommended: { width: 60, height: 60 },
  },
} as const satisfies Record<string, ImageRules>;

export type UploadKind = keyof typeof UPLOAD_KINDS;
export const UPLOAD_KIND_NAMES = Object.keys(UPLOAD_KINDS) as [UploadKind, ...UploadKind[]];

/** The largest file that a kind takes, in bytes. */
export const largestFile = ({ maxBytes, video }: ImageRules): number => Math.max(maxBytes, video?.maxBytes ?? 0);

/** The exact dimensions for something that is this wide and high: turned where it lies, if the kind takes both. */
export function exactDimensions({ exact, turns }: ImageRules, { width, height }: Dimensions): Dimensions | undefined {
  if (!exact || !turns || exact.width > exact.height === width > height) return exact;
  return { width: exact.height, height: exact.width };
}

/** The rules of a kind; `temp` where none of ours is named. */
export function imageRules(kind: string | undefined): ImageRules {
  return Object.hasOwn(UPLOAD_KINDS, kind ?? '') ? UPLOAD_KINDS[kind as UploadKind] : UPLOAD_KINDS.temp;
}
