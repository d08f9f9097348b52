import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { CopyLink } from '#ui/copy-link/copy-link.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { type FilmEntry, FilmKind, filmEndpoints } from '../contract/film.ts';
import { ChargeBlock } from './charge-block.tsx';
import { FilmStrip } from './film-strip.tsx';
import './order-film.css';

/** Everything that touched one order, and why its customer was charged what he was. What is shown stands in the address. */
export default function OrderFilm({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('order-film');
  const query = useQuery({
    // below the order's own key: what refreshes the order refreshes its film
    queryKey: ['orders', 'one', orderNo, 'film'],
    queryFn: ({ signal }) => call(filmEndpoints.film, { orderNo }, { signal, notices: 'none' }),
  });
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={12} />}>
      {(film) => (
        <div className="film">
          <Card title={t('charge.title')}>
            <ChargeBlock film={film} />
          </Card>
          <Card title={t('title')} extra={<CopyLink />}>
            <Strip entries={film.entries} />
          </Card>
        </div>
      )}
    </Loaded>
  );
}

function Strip({ entries }: { entries: readonly FilmEntry[] }) {
  const { t } = useTranslation('order-film');
  const [params, setParams] = useSearchParams();
  const asked = (params.get('kinds') ?? '').split(',').filter((kind) => kind !== '');
  const chosen = FilmKind.options.filter((kind) => asked.includes(kind));
  const isExact = params.get('exact') === '1';
  const change = (name: string, value: string): void => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const toggle = (kind: FilmKind): void =>
    change('kinds', FilmKind.options.filter((one) => (one === kind) !== chosen.includes(one)).join(','));
  const counts = Map.groupBy(entries, (entry) => entry.kind);
  const shown = chosen.length === 0 ? entries : entries.filter(({ kind }) => chosen.includes(kind));
  return (
    <>
      <fieldset className="film-kinds" aria-label={t('kinds')}>
        {FilmKind.options
          .filter((kind) => counts.has(kind) || chosen.includes(kind))
          .map((kind) => (
            <button
              key={kind}
              type="button"
              className="film-kind"
              aria-pressed={chosen.includes(kind)}
              onClick={() => toggle(kind)}
            >
              {t(`kind.${kind}`)} <span className="quiet figures">{counts.get(kind)?.length ?? 0}</span>
            </button>
          ))}
        {chosen.length > 0 && (
          <button type="button" className="film-kind" onClick={() => change('kinds', '')}>
            {t('all')}
          </button>
        )}
        <label className="film-exact">
          <input type="checkbox" checked={isExact} onChange={() => change('exact', isExact ? '' : '1')} />
          {t('exact')}
        </label>
      </fieldset>
      {shown.length === 0 ? <p className="quiet">{t('none')}</p> : <FilmStrip entries={shown} isExact={isExact} />}
    </>
  );
}
