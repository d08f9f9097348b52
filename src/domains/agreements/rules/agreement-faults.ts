interface Terms {
  readonly type: string;
  readonly termsVersion: string;
  readonly url: string;
  readonly content: string;
  readonly contentZh: string;
}

export interface AgreementFault {
  readonly path: string;
  readonly code: 'agreement.url-or-text' | 'agreement.url' | 'agreement.published';
}

/** What customers accepted. */
const KEPT = ['type', 'termsVersion', 'url', 'content', 'contentZh'] as const;

/** A web address with https: what is behind it is shown to customers. */
const ADDRESS = /^https:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/;

/**
 * An agreement is written here or stands at an address, and keeps its words once it was published (settled 126). `published` is
 * what it was, where that is so.
 */
export function agreementFaults(draft: Terms, published: Terms | undefined): AgreementFault[] {
  const isWritten = draft.content !== '' || draft.contentZh !== '';
  const address: AgreementFault[] =
    draft.url === ''
      ? isWritten
        ? []
        : [{ path: 'url', code: 'agreement.url-or-text' }]
      : ADDRESS.test(draft.url)
        ? []
        : [{ path: 'url', code: 'agreement.url' }];
  if (!published) return address;
  const changed = KEPT.filter((name) => draft[name] !== published[name]);
  return [...address, ...changed.map((path) => ({ path, code: 'agreement.published' }) as const)];
}
