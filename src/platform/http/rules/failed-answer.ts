import { isSystemPath } from '#platform/http/contract/bases.ts';

/** What came back instead of a success: the facts that decide what the user sees (platform.md 8). */
export interface FailedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Status 200 with `success: false`: a refusal by a business rule. */
  readonly isFlagged: boolean;
  /** The message of the envelope; empty where there is none. */
  readonly message: string;
  /** The stable code of the refusal, where the server gives one. */
  readonly problem?: string | undefined;
  /** The whole body as text, also of a blob. */
  readonly text: string;
  /** The call carried the token of a session. */
  readonly hadToken: boolean;
  /** Path of the endpoint, without base and query. */
  readonly path: string;
}

/** Words of the catalogue in `platform/http/web/locales`. */
export type CatalogueText = 'forbidden' | 'notFound' | 'timeout' | 'unauthorised' | 'expiredText' | 'failed';

/** `unauthorised`: message, then logout and reload after 1.5 s. `expired`: a dialog whose button does both. */
export type SessionEnd = 'unauthorised' | 'expired';

export interface Consequence {
  readonly kind: 'refusal' | 'status';
  /** The server's own words, or those of the catalogue. */
  readonly words: { readonly server: string } | { readonly catalogue: CatalogueText };
  /** How the user sees it: a warning after 500 ms, a titled notification, or by the end of the session itself. */
  readonly told: 'warning' | 'notification' | 'nothing';
  readonly ends?: SessionEnd;
  /** The router goes to /exception/500. */
  readonly showsErrorPage: boolean;
}

/** Problems that say why a session ended; the texts of the server go with them. */
const SAYS_WHY = 'session.ended-';

/** Older servers answer 500 with this inside the message, or inside a blob (system-api.md 2.8); ours answers 401. */
const EXPIRED_MARKERS = ['Token失效', 'token expired', 'Token expired'] as const;

/** Editing which adverts a device shows: its screen shows the failure itself (platform.md 8). */
const isToldByItsScreen = (path: string): boolean => /ad(info)?[/_-]?relationship/i.test(path) && /edit/i.test(path);

const BY_STATUS: Readonly<Record<number, CatalogueText>> = { 403: 'forbidden', 404: 'notFound', 504: 'timeout' };

/**
 * The error catalogue of platform.md 8 as one decision. `errorPagePaths` are the configured back-end paths whose flagged
 * failures go to the server error page.
 */
export function consequenceOf(answer: FailedAnswer, errorPagePaths: readonly string[] = []): Consequence {
  const { status, isFlagged, message, problem, text, hadToken, path } = answer;
  const words = message === '' ? ({ catalogue: 'failed' } as const) : { server: message };
  if (isFlagged) {
    return {
      kind: 'refusal',
      words,
      told: isToldByItsScreen(path) ? 'nothing' : 'warning',
      showsErrorPage: !isSystemPath(path) && errorPagePaths.includes(path),
    };
  }
  const failed = { kind: 'status', showsErrorPage: false } as const;
  if (status === 401) {
    const saysWhy = problem?.startsWith(SAYS_WHY) === true && message !== '';
    const unauthorised = { ...failed, words: saysWhy ? words : ({ catalogue: 'unauthorised' } as const) };
    return hadToken
      ? { ...unauthorised, told: 'nothing', ends: 'unauthorised' }
      : { ...unauthorised, told: 'notification' };
  }
  if (status === 500 && hadToken && saysExpired(message || text)) {
    return { ...failed, words: { catalogue: 'expiredText' }, told: 'nothing', ends: 'expired' };
  }
  const catalogue = BY_STATUS[status];
  return { ...failed, words: catalogue ? { catalogue } : words, told: 'notification' };
}

function saysExpired(text: string): boolean {
  return EXPIRED_MARKERS.some((marker) => text.includes(marker));
}
