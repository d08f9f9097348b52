import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { Loaded, type LoadedQuery } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import './work-list.css';

/** The most urgent; the others are a press away. */
export const SHOWN = 6;

export interface WorkRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly to: string;
  /** Why it waits, and since when or until when. */
  readonly about: ReactNode;
}

interface WorkCardProps<Data> {
  title: string;
  icon: IconName;
  query: LoadedQuery<Data>;
  /** All of them, where the card shows some. */
  all: { readonly to: string; readonly label: string };
  /** Said where nothing waits. */
  none: string;
  countOf: (data: Data) => number;
  rowsOf: (data: Data) => readonly WorkRow[];
}

/** One kind of work: how much waits, the most urgent of it, and the way to the rest. */
export function WorkCard<Data>({ title, icon, query, all, none, countOf, rowsOf }: WorkCardProps<Data>) {
  const { t, i18n } = useTranslation('work-list');
  const [isWhole, setWhole] = useState(false);
  const count = query.data === undefined ? undefined : countOf(query.data);
  return (
    <Card
      flush
      className="work-card"
      title={
        <>
          <Icon name={icon} size={16} /> {title}
          {count !== undefined && count > 0 && (
            <span className="work-count">{new Intl.NumberFormat(i18n.language).format(count)}</span>
          )}
        </>
      }
      extra={<Link to={all.to}>{all.label}</Link>}
    >
      <Loaded query={query} skeleton={<SkeletonLines lines={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          return rows.length === 0 ? (
            <p className="work-none">
              <Icon name="success" size={16} /> {none}
            </p>
          ) : (
            <>
              <ul className="work-rows">
                {(isWhole ? rows : rows.slice(0, SHOWN)).map((row) => (
                  <li key={row.key}>
                    <Link to={row.to}>{row.name}</Link>
                    <span className="work-about">{row.about}</span>
                  </li>
                ))}
              </ul>
              {rows.length > SHOWN && !isWhole && (
                <p className="work-more">
                  <Button kind="quiet" small onClick={() => setWhole(true)}>
                    {t('more', { count: rows.length - SHOWN })}
                  </Button>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
