import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { useDictionary } from '#system/dictionaries/web/index.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { type StorageSpace, storedFileEndpoints } from '../contract/endpoints.ts';
import { storedFiles } from '../contract/stored-files.ts';

const QUERY_KEY = ['stored-files', 'space'];
/** Parts that are told apart by colour; smaller ones share the last. */
const COLOURS = 6;
/** Of the quota: so much of a colour is still seen. */
const LEAST = 0.004;

/** What the files take by kind, against the quota. */
export function SpaceCard() {
  const { t } = useTranslation('stored-files');
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(storedFileEndpoints.space, {}, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: ({ kind }) => kind === storedFiles.name,
    refresh: () => queryClient.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  return (
    <section className="card space-card" aria-label={t('space.title')}>
      <Loaded query={query} queryKey={QUERY_KEY} skeleton={<SkeletonLines />}>
        {(space) => <Space space={space} />}
      </Loaded>
    </section>
  );
}

function Space({ space: { quota, used, unused, parts } }: { space: StorageSpace }) {
  const { t } = useTranslation('stored-files');
  const { items } = useDictionary('upload_kind', '');
  const words = new Map(items.map(({ value, text }) => [value, text]));
  const nameOf = (kind: string) => (kind === 'export' ? t('space.export') : (words.get(kind) ?? kind));
  const whole = Math.max(quota, used, 1);
  const free = Math.max(quota - used, 0);
  return (
    <>
      <p className="space-sum">
        <strong>{t('space.used', { used: sizeText(used), quota: sizeText(quota) })}</strong>
        <span className={free === 0 ? 'field-fault' : 'quiet'}>
          {free === 0 ? t('space.full') : t('space.free', { free: sizeText(free) })}
        </span>
      </p>
      <div className="space-bar" aria-hidden="true">
        {parts.map(({ kind, bytes }, at) => (
          <i
            key={kind}
            data-colour={Math.min(at, COLOURS - 1)}
            style={{ inlineSize: `${Math.max(bytes / whole, LEAST) * 100}%` }}
          />
        ))}
      </div>
      {parts.length === 0 ? (
        <p className="quiet">{t('space.nothing')}</p>
      ) : (
        <ul className="space-parts">
          {parts.map(({ kind, files, bytes }, at) => (
            <li key={kind}>
              <i data-colour={Math.min(at, COLOURS - 1)} aria-hidden="true" />
              <span>{nameOf(kind)}</span>
              <strong>{sizeText(bytes)}</strong>
              <small>{t('space.files', { count: files })}</small>
            </li>
          ))}
        </ul>
      )}
      {unused > 0 && <p className="quiet">{t('space.unused', { size: sizeText(unused) })}</p>}
    </>
  );
}
