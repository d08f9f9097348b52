import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { Select } from '../select/select.tsx';
import { PAGE_SIZES, type PageSize } from './page-sizes.ts';
import './pagination.css';

export interface PaginationProps {
  page: number;
  size: number;
  total: number | undefined;
  /** The total is an estimate: it is written as "about". */
  isEstimate?: boolean | undefined;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
  /** Beside the number of records: sums over all of them. */
  children?: ReactNode;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

export function Pagination({ page, size, total, isEstimate, onPage, onSize, children }: PaginationProps) {
  const { t } = useTranslation('ui');
  const pages = Math.max(1, Math.ceil((total ?? 0) / size));
  const jump = (text: string) => {
    const wanted = Math.trunc(Number(text));
    if (wanted >= 1 && wanted <= pages && wanted !== page) onPage(wanted);
  };
  return (
    <div className="pagination">
      <div className="pagination-total" aria-live="off">
        <span>{total !== undefined && t(isEstimate ? 'page.about' : 'page.total', { count: total })}</span>
        {children}
      </div>
      <div className="pagination-size">
        <span aria-hidden="true">{t('page.size')}</span>
        <Select
          label={t('page.size')}
          options={SIZES}
          value={String(size)}
          onChange={(next) => onSize(Number(next) as PageSize)}
        />
      </div>
      <nav aria-label={t('page.pages')} data-single={(total !== undefined && pages === 1) || undefined}>
        <IconButton icon="first" small label={t('page.first')} disabled={page <= 1} onClick={() => onPage(1)} />
        <IconButton
          icon="previous"
          small
          label={t('page.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <label>
          <input
            key={page}
            inputMode="numeric"
            aria-label={t('page.number')}
            defaultValue={page}
            onBlur={(event) => jump(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && jump(event.currentTarget.value)}
          />
          {t('page.of', { count: pages })}
        </label>
        <IconButton
          icon="next"
          small
          label={t('page.next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
        <IconButton icon="last" small label={t('page.last')} disabled={page >= pages} onClick={() => onPage(pages)} />
      </nav>
    </div>
  );
}
