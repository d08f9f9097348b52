import { maskedSecret } from '#system/tenants/rules/masked-config.ts';
import type { AdapterContent } from '../contract/adapter-content.ts';
import { isMasked } from '../contract/secret-text.ts';

type Content = Readonly<Record<string, string>>;

export interface ContentFault {
  readonly path: string;
  readonly code: string;
}

export interface ReadContent {
  /** As it is stored and shown: secrets masked. */
  readonly shown: Content;
  /** Secrets that were given anew, in clear. */
  readonly fresh: Content;
  /** Names of secrets that are not there any more. */
  readonly dropped: readonly string[];
  readonly faults: readonly ContentFault[];
}

/**
 * Reads a setting's content as it was given: by the schema of its adapter, with the secrets taken out. A mask that was sent
 * back keeps the secret that it stands for (security 2.6); one that stands for none is a fault.
 */
export function readContent(adapter: AdapterContent, given: Content, before: Content | undefined): ReadContent {
  const parsed = adapter.schema.safeParse(given);
  if (!parsed.success)
    return {
      ...{ shown: given, fresh: {}, dropped: [] },
      faults: parsed.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => ({ path: key, code: 'payment-config.unknown-value' }))
          : [
              {
                path: issue.path.join('.'),
                code: isEmpty(issue) ? 'payment-config.value-needed' : 'payment-config.value-wrong',
              },
            ],
      ),
    };
  const content = parsed.data;
  const fresh: Record<string, string> = {};
  const shown: Record<string, string> = { ...content };
  const faults: ContentFault[] = [];
  for (const name of adapter.secrets) {
    const value = content[name] ?? '';
    const kept = before?.[name] ?? '';
    if (!isMasked(value)) {
      if (value === '') continue;
      fresh[name] = value;
      shown[name] = maskedSecret(value);
    } else if (kept === '') faults.push({ path: name, code: 'payment-config.nothing-to-keep' });
    else shown[name] = kept;
  }
  const dropped = adapter.secrets.filter((name) => (before?.[name] ?? '') !== '' && (shown[name] ?? '') === '');
  return { shown, fresh, dropped, faults };
}

const isEmpty = (issue: { readonly code: string }): boolean =>
  issue.code === 'too_small' || (issue.code === 'invalid_type' && !('input' in issue && issue.input !== undefined));
